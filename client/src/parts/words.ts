// Who plays, who is to move and how it ended, in words.
import { frontOf } from "../boards";
import type { Offer, SessionState } from "../messages";

export function nameOf(state: SessionState, seat: number): string {
  const name = state.players[seat]?.name;
  return name || (state.seat === null ? `Player ${seat + 1}` : seat === state.seat ? "You" : "your opponent");
}

export function headline(state: SessionState): string {
  if (state.result) return ending(state);
  if (state.seat === null) return `${nameOf(state, state.to_move ?? 0)} to move.`;
  return state.to_move === state.seat ? frontOf(state.game.name).call : `Waiting for ${nameOf(state, 1 - state.seat)}.`;
}

/** The same by the clock, so many seconds after the state was told. */
export function timedHeadline(state: SessionState, passed: number): string {
  const { clock, to_move } = state;
  if (!clock || clock.left === null || to_move === null) return headline(state);
  const isOwn = to_move === state.seat;
  const begins = Math.ceil(clock.begins - passed);
  if (begins > 0) return `${isOwn ? "Your turn" : `${subject(state, to_move)}'s turn`} begins in ${begins} s.`;
  const left = Math.max(0, Math.ceil(clock.left - passed));
  return isOwn || state.seat === null ? headline(state) : `Waiting for ${nameOf(state, to_move)}, ${left} s.`;
}

function ending(state: SessionState): string {
  const { winner, says } = state.result ?? { winner: null, says: "" };
  if (winner === null) return says ? `Drawn: ${says}.` : "Drawn.";
  const because = failure(state, 1 - winner) || says;
  const who = state.seat === null ? `${subject(state, winner)} wins` : winner === state.seat ? "You win" : "You lose";
  return because ? `${who}: ${because}.` : `${who}.`;
}

/** What a player did that cost the game, where it was not lost by the rules. */
function failure(state: SessionState, loser: number): string {
  const by = state.result?.by;
  if (!by) return "";
  const who = loser === state.seat ? "you" : nameOf(state, loser);
  return by === "resigning" ? `${who} resigned` : `${who} lost by ${by}`;
}

const WISHES = { undo: "take back a move", rematch: "play again" };

export function offerWords(offer: Offer, state: SessionState): string {
  const what = `${WISHES[offer.what]}${offer.swap ? " in the other seats" : ""}`;
  if (offer.seat === state.seat) return `You asked to ${what}.`;
  return `${subject(state, offer.seat)} would like to ${what}.`;
}

/** The move that is prepared, as a person would say it. */
export function preparedWords(state: SessionState): string {
  const move = [...state.legal, ...state.preparable].find((each) => each.move === state.prepared);
  return move?.says ?? state.prepared ?? "";
}

/** The name at the beginning of a sentence. */
export function subject(state: SessionState, seat: number): string {
  return nameOf(state, seat).replace(/^your/, "Your");
}
