// Moves that are marked on the board: what a hint advises, or what is prepared.
import type { HintedMove, LegalMove } from "./messages";
import { type Key, keysOfMove } from "./touching";

export interface Mark {
  /** What stands on the piece. */
  short: string;
  /** The same in words. */
  says: string;
  /** The best of several. */
  isBest: boolean;
}

interface Marked {
  move: string;
  mark: Mark;
}

/** The key of a move that has a button. */
export function buttonKey(move: string): Key {
  return `button ${move}`;
}

/** What is to be touched next for each of these moves; a piece has the mark of the first move that begins with it. */
export function marks(legal: LegalMove[], touched: Key[], marked: Marked[]): Map<Key, Mark> {
  const found = new Map<Key, Mark>();
  for (const { move, mark } of marked) {
    const keys = legal.filter((each) => each.move === move).map(keysOfMove)[0];
    if (!keys || !touched.every((key, at) => keys[at] === key)) continue;
    const next = keys[touched.length] ?? buttonKey(move);
    if (!found.has(next)) found.set(next, mark);
  }
  return found;
}

export function hintedMarks(hinted: HintedMove[]): Marked[] {
  return hinted.map((each, at) => ({ move: each.move, mark: { short: shortly(each), says: sureness(each), isBest: at === 0 } }));
}

export function preparedMark(move: string): Marked[] {
  return [{ move, mark: { short: "prepared", says: "prepared", isBest: true } }];
}

/** From so much on, a chance says nothing: hardly a game was imagined. */
const VAGUE = 0.2;

function shortly({ chance, give_or_take, share }: HintedMove): string {
  if (give_or_take >= VAGUE) return "guess";
  return share === null ? percent(chance) : `${percent(share)} of times`;
}

/** "wins 63%, give or take 4%" */
export function sureness({ chance, give_or_take, share }: HintedMove): string {
  if (give_or_take >= VAGUE) return "too early to say how often it wins";
  const often = share === null ? "" : `choose it ${percent(share)} of the time; `;
  if (give_or_take === 0) return `${often}wins ${percent(chance)}`;
  return `${often}wins ${percent(chance)}, give or take ${give_or_take < 0.005 ? "less than 1%" : percent(give_or_take)}`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}
