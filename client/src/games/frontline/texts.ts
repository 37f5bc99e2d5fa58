// What is said of Frontline: who is placed where, who hits whom, what breaks, and who is left.
import { counted, listed } from "../../english";
import type { SessionState, ToldMove } from "../../messages";
import { type BoardOf, type CardOf, type ChangeOf, type PictureOf, type SceneOf, zoneOf } from "../../parts/play";
import type { People } from "../../people";
import type { Texts } from "../front";

type Board = BoardOf<"frontline">;
type Scene = SceneOf<"frontline">;
type Facts = Scene["facts"];
type Change = ChangeOf<"frontline">;

const BROKEN = "broken ";
/** So many things are said one by one; of more, only how many there are. */
const FEW = 3;

export const texts: Texts<Board, Scene, CardOf<"frontline">> = {
  now: ({ seat, situation }, board, who) => {
    const { stage, to_move } = board.facts;
    if (to_move === null) return "";
    if (stage === "picking") return to_move === seat ? "Take one of the open cards" : situation;
    if (to_move !== seat) return situation || `${seat === null ? "Armies are" : `${who.who(to_move)}'s army is`} placed face down`;
    return placing(board, to_move);
  },
  move: ({ move, says, kind, touches }, board) => {
    const side = sidesOf(board).find((each) => each.move === move);
    if (side) return `Ready: ${sideWords(side)}`;
    if (kind === "pick") return `Take ${says.slice(says.indexOf(",") + 2)}`;
    const [unit, goal] = touches.map(({ card }) => board.zones.flatMap(({ cards }) => cards).find(({ id }) => card && id === card));
    if (kind !== "revision" || !unit) return says;
    if (goal) return `Exchange the ${unitWords(unit.name)} for the ${unitWords(goal.name)}`;
    return touches.length > 1 ? `Move the ${unitWords(unit.name)}` : `Take the ${unitWords(unit.name)} back`;
  },
  told: ({ seat, change }, who) => changeWords(seat, change, who),
  whyNot: (card, zone, { seat }, board) => {
    const { stage, to_move } = board.facts;
    if (to_move === null || zone.owner === 1 - (seat ?? 0)) return "";
    const isYou = to_move === seat;
    if (stage === "picking") return zone.id === "row" ? "It is not your turn to take a card" : "All cards are taken first; then you place them";
    if (isYou) return "";
    return to_move > (seat ?? 0) ? `Your army is ready: the ${unitWords(card.name)} stays where it is` : "The other side places its units first, face down; then you do";
  },
  caption: ({ facts, board, caption }, who) => captionOf(facts, board, who) ?? caption,
  ending: (result, state, board, who) => {
    const { winner, reason } = result;
    const { units } = lastChange(state);
    if (board.facts.battles > 1) return matchWords(winner, board, who);
    if (reason === "more-battles" && winner !== null && units) return goneWords(winner, units, who);
    if (reason === "equal-battles" && units) return tieWords(units);
    return "";
  },
};

/** A card's symbols within a sentence: "spear and 2 shields". */
export function unitWords(name: string): string {
  const all = name.split(", ").filter(Boolean);
  const whole = all.filter((symbol) => !symbol.startsWith(BROKEN));
  return listed(grouped(whole.length > 0 ? whole : all).map(([symbol, count]) => (count > 1 ? `${count} ${symbol}${symbol.endsWith("s") ? "es" : "s"}` : symbol)));
}

/** Symbols with how many there are of each, in their order. */
export function grouped(symbols: string[]): [string, number][] {
  return [...new Set(symbols)].map((symbol) => [symbol, symbols.filter((each) => each === symbol).length]);
}

function placing(board: Board, seat: number): string {
  const [left, army] = [zoneOf(board, `hand${seat}`)?.size ?? 0, zoneOf(board, `army${seat}`)?.size ?? 0];
  if (left === 0) return `Ready? Units${sidesOf(board).length > 1 ? " and divide" : ""} can still be moved`;
  return army === 0 ? `Place your ${counted(left, "unit")}, front and back` : `Place ${left} more: at an end of the line, or behind a unit`;
}

export interface Sides {
  move: string;
  left: number;
  right: number;
}

/** How an army that stands can be divided. */
export function sidesOf({ zones }: { zones: { facts: { sides?: Sides[] } }[] }): Sides[] {
  return zones.find(({ facts }) => facts.sides)?.facts.sides ?? [];
}

export function sideWords({ left, right }: Omit<Sides, "move">): string {
  return `${left} left, ${right} right`;
}

// --- moves ---

const ENDS = { left: "at the left end", right: "at the right end" };

function changeWords(seat: number, change: Change, who: People): string {
  const { card, place, front, left, right } = change;
  const name = `the ${unitWords(card ?? "")}`;
  if (place === "behind") return `${who.who(seat)} put ${name} behind the ${unitWords(front ?? "")}.`;
  if (place) return `${who.who(seat)} put ${name} ${ENDS[place]}.`;
  if (card) return `${who.who(seat)} took ${name}.`;
  const sides = who.isYou(seat) && left !== undefined && right !== undefined ? `: ${sideWords({ left, right })}` : "";
  if (change.won === undefined) return `${who.does(seat, "are", "is")} ready${sides}.`;
  const result = change.won === null ? "the battle was a tie" : `${who.whom(change.won)} won`;
  return `${who.does(seat, "were", "was")} ready${sides}, and the armies fought: ${result}.`;
}

function lastChange({ moves }: SessionState): Change {
  return ((moves.at(-1) as ToldMove | undefined)?.change ?? {}) as Change;
}

// --- the end ---

function goneWords(winner: number, units: number[], who: People): string {
  const loser = who.whose(1 - winner);
  return `${loser} army is gone, ${units[winner]} of ${ofWhom(winner, who)} ${units[winner] === 1 ? "stands" : "stand"}`;
}

/** "3 of yours" */
function ofWhom(seat: number, who: People): string {
  return who.seat === null ? who.whose(seat) : who.isYou(seat) ? "yours" : "theirs";
}

function tieWords(units: number[]): string {
  return units.some((count) => count > 0) ? "nothing could break any more" : "both armies are gone";
}

function matchWords(winner: number | null, { facts: { score } }: Board, who: People): string {
  if (winner === null) return `both won ${counted(score[0] ?? 0, "battle")}`;
  return `${who.whom(winner)} won ${counted(score[winner] ?? 0, "battle")}, ${who.whom(1 - winner)} ${score[1 - winner]}`;
}

// --- battles ---

function captionOf(facts: Facts, board: PictureOf<"frontline"> | null, who: People): string | undefined {
  const army = who.whose(facts.army ?? 0);
  if (facts.step === "speeds") return `Round ${facts.round}, the speeds: crowns hasten, bows slow down`;
  if (facts.step === "attacks") return `Speed ${facts.speed}: ${attacksWords(facts, board, who)}`;
  if (facts.step === "resolved") return lossesWords(facts, who);
  if (facts.step === "quiet") return `Speed${(facts.speeds?.length ?? 0) > 1 ? "s" : ""} ${listed((facts.speeds ?? []).map(String))}: nobody is hit`;
  if (facts.step === "before") return `${army} army closes its ranks`;
  if (facts.step === "forward") return "Who has nobody in front steps up";
  if (facts.step === "gaps") return `The gaps in ${army} front line close toward the divide`;
  if (facts.step === "divide") return `The divide moves over: both sides of ${army} line are even again`;
  if (facts.step === "again") return "The armies face each other again";
  if (facts.step !== "over" || !facts.units) return undefined;
  if (facts.winner == null) return `A tie: ${tieWords(facts.units)}`;
  return `${who.does(facts.winner, "win", "wins")}: ${goneWords(facts.winner, facts.units, who)}`;
}

function owner(unit: string): number {
  return Number(unit.split(".")[0]);
}

/** "your spear hits their crown" */
function attacksWords({ attacks = [] }: Facts, board: PictureOf<"frontline"> | null, who: People): string {
  const names = new Map(board?.zones.flatMap(({ cards }) => cards.map((card) => [card.id, unitWords(card.name)])));
  if (attacks.length > FEW) {
    const sides = [0, 1].map((seat) => ({ seat, count: attacks.filter(({ unit }) => owner(unit) === seat).length }));
    return `${listed(sides.filter(({ count }) => count > 0).map(({ seat, count }) => `${count} of ${ofWhom(seat, who)}`))} attack`;
  }
  const hits = attacks.map(({ unit, weapon, target, count }) => {
    const weapons = count > 1 ? `${count} ${weapon}s hit` : `${weapon} hits`;
    return `${who.whose(owner(unit))} ${weapons} ${who.whose(owner(target))} ${names.get(target) ?? "unit"}`;
  });
  return hits.join("; ");
}

/** "their shield breaks" */
function lossesWords({ broken = [], killed = [] }: Facts, who: People): string {
  const breaks = [0, 1].flatMap((seat) =>
    grouped(broken.filter(({ unit }) => owner(unit) === seat).flatMap(({ symbol, count }) => Array<string>(count).fill(symbol))).map(([symbol, count]) =>
      `${who.whose(seat)} ${unitWords(Array<string>(count).fill(symbol).join(", "))} ${count > 1 ? "break" : "breaks"}`,
    ),
  );
  const falls = killed.map(({ unit, name }) => `${who.whose(owner(unit))} ${unitWords(name)} falls`);
  const lost = [0, 1].map((seat) => ({ seat, count: killed.filter(({ unit }) => owner(unit) === seat).length })).filter(({ count }) => count > 0);
  const few = falls.length > FEW ? lost.map(({ seat, count }) => `${count} of ${ofWhom(seat, who)} fall`) : falls;
  return listed([...breaks, ...few]);
}
