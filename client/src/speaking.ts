// What a screen reader says of a game as it goes on: sentences, each once, in the order of what happened.
import type { Offer, SessionState } from "./messages";
import { headline, nowOf, offerWords, preparedWords, toldWords } from "./parts/words";

const MOST = 8;
const MINUTE = 60;

/** Times left that are worth a word, in seconds; a short clock is spared those that would come too often. */
const WARNINGS = [MINUTE, 30, 10];

/** What is new in a state, after another one of the same place. */
export function spoken(before: SessionState | null, after: SessionState): string[] {
  const isAnother = before === null || before.round !== after.round;
  const told = isAnother ? [] : after.moves.filter((each) => each.number > before.position);
  const said = told.slice(-MOST).map((each) => toldWords(each, after));
  if (!isAnother && after.position < before.position) said.push("A move was taken back.");
  const isWaiting = after.seat !== null && after.to_move === 1 - after.seat;
  const hasMoved = !isAnother && (before.position !== after.position || before.to_move !== after.to_move);
  if (isAnother || (hasMoved && !isWaiting)) said.push(standing(after));
  if (after.offer && !isSame(before?.offer, after.offer)) said.push(offerWords(after.offer, after));
  if (after.prepared && after.prepared !== before?.prepared) said.push(`Prepared: ${preparedWords(after)}.`);
  return said;
}

/** Whether the own offer came to nothing. */
export function wasDeclined(before: SessionState, after: SessionState): boolean {
  const isSame = before.round === after.round && before.position === after.position && before.to_move === after.to_move;
  return isSame && before.offer !== null && before.offer.seat === before.seat && after.offer === null;
}

export function standing(state: SessionState): string {
  return [...new Set([headline(state), nowOf(state)])].filter(Boolean).join(" ");
}

function isSame(one: Offer | null | undefined, other: Offer): boolean {
  return one?.what === other.what && one.seat === other.seat;
}

/** The warning that is due between two times left on a clock of so many seconds. */
export function warning(whole: number, before: number, now: number): string {
  const due = WARNINGS.find((each) => each * 2 <= whole && before > each && now <= each);
  return due === undefined ? "" : due === MINUTE ? "One minute left." : `${due} seconds left.`;
}
