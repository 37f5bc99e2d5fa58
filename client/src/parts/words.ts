// Who plays, what can be done, what was done and how it ended, in words: a game's own where it has some, or else the
// server's.
import { counted, listed, sentence } from "../english";
import { frontOf } from "../games";
import type { BoardMessage, LegalMove, LosingMove, Offer, SceneMessage, SessionState, ToldMove } from "../messages";
import { People } from "../people";

/** The name of a player within a sentence. */
export function nameOf(state: SessionState, seat: number): string {
  return state.players[seat]?.name ? subject(state, seat) : new People(state).whom(seat);
}

/** The name at the beginning of a sentence, or by itself; one's own, too. */
export function subject(state: SessionState, seat: number): string {
  return state.players[seat]?.kind === "person" && state.players[seat].name || new People(state).who(seat);
}

export function headline(state: SessionState): string {
  if (state.result) return ending(state);
  if (state.seat === null) return `${nameOf(state, state.to_move ?? 0)} to move.`;
  return state.to_move === state.seat ? ownTurn(state) : `Waiting for ${nameOf(state, 1 - state.seat)}.`;
}

/** What whoever decides can do, in one sentence. */
function ownTurn(state: SessionState): string {
  return nowOf(state) || waysOf(state.legal) || "Your turn.";
}

/** Where a game stands, in its own words; empty once it is over, or where the board shows all of it. */
export function nowOf(state: SessionState): string {
  const { now } = textsOf(state);
  if (state.result) return "";
  return sentence(now ? now(state, state.board, new People(state)) : state.board.sentence);
}

/** What moves there are, by their kinds: "Draw (6 ways), play (4 ways) or pass." */
function waysOf(legal: LegalMove[]): string {
  const kinds = [...new Set(legal.map((move) => move.kind))];
  if (kinds.includes("")) return "";
  const ways = kinds.map((kind) => {
    const count = legal.filter((move) => move.kind === kind).length;
    return count > 1 ? `${kind} (${counted(count, "way")})` : kind;
  });
  return sentence(listed(ways, "or"));
}

function textsOf(state: SessionState) {
  return frontOf(state.game.name).texts;
}

/** A move as it stands on its button. */
export function moveWords(move: LegalMove, state: SessionState): string {
  return textsOf(state).move?.(move, state.board, new People(state)) ?? move.says;
}

/** That a move loses at once, and why; empty if it does not. */
export function losingWords(losing: LosingMove[], { move }: LegalMove, state: SessionState, after: BoardMessage | null): string {
  const loss = losing.find((each) => each.move === move);
  return loss ? sentence(`This loses: ${textsOf(state).loses?.(loss, state.board, after) ?? loss.says}`) : "";
}

/** A move of the log: what it did. */
export function toldWords(move: ToldMove, state: SessionState): string {
  return (!move.late && !move.stand_in && textsOf(state).told?.(move, new People(state))) || move.says;
}

/** What a moment of something that happens by itself shows. */
export function captionOf(scene: SceneMessage, state: SessionState): string {
  return sentence(textsOf(state).caption?.(scene, new People(state)) || scene.caption);
}

/** A text as a screen reader should say it. */
export function aloud(game: string, text: string): string {
  return frontOf(game).texts.aloud?.(text) ?? text;
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
  const { result } = state;
  const winner = result?.winner ?? null;
  const own = result && textsOf(state).ending?.(result, state, result.opened.board, new People(state));
  const says = own || (result?.says ?? "");
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
  const what = `${offer.same_deal ? "play the same deal" : WISHES[offer.what]}${offer.swap ? " in the other seats" : ""}`;
  if (offer.seat === state.seat) return `You asked to ${what}.`;
  return `${subject(state, offer.seat)} would like to ${what}.`;
}

/** The move that is prepared, as a person would say it. */
export function preparedWords(state: SessionState): string {
  const move = [...state.legal, ...state.preparable].find((each) => each.move === state.prepared);
  return move ? moveWords(move, state) : (state.prepared ?? "");
}
