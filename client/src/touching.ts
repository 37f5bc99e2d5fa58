// How touching the board becomes a move, without a rule: moves say what is touched for them.
import type { CardMessage, LegalMove, TouchMessage, ZoneMessage } from "./messages";

/** A place on the board as text, the same for the same place. */
export type Key = string;

export function keyOf({ zone, card = "", at, row, column }: Pick<TouchMessage, "zone"> & Partial<TouchMessage>): Key {
  return [zone, card, at ?? "", row ?? "", column ?? ""].join(" ");
}

/** The keys under which moves may speak of a card in a zone, and of its place. */
export function keysOfCard(zone: ZoneMessage, card: CardMessage, at: number): Key[] {
  const name = card.id || card.face;
  const keys = name ? [keyOf({ zone: zone.id, card: name }), keyOf({ zone: zone.id, card: name, at })] : [];
  return card.row === null ? keys : [...keys, keyOf({ zone: zone.id, row: card.row, column: card.column })];
}

export function keysOfMove(move: LegalMove): Key[] {
  return move.touches.map(keyOf);
}

function startsWith(whole: Key[], start: Key[]): boolean {
  return start.every((key, at) => whole[at] === key);
}

/** The moves that are still possible after these touches. */
export function candidates(legal: LegalMove[], touched: Key[]): LegalMove[] {
  return legal.filter((move) => keysOfMove(move).length > 0 && startsWith(keysOfMove(move), touched));
}

/** What can be touched next, for one of those moves. */
export function offered(legal: LegalMove[], touched: Key[]): Set<Key> {
  const next = candidates(legal, touched).map((move) => keysOfMove(move)[touched.length]);
  return new Set(next.filter((key): key is Key => key !== undefined));
}

/** The moves that these touches mean, all said; several where more must be asked. */
export function meant(legal: LegalMove[], touched: Key[]): LegalMove[] {
  return touched.length === 0 ? [] : candidates(legal, touched).filter((move) => keysOfMove(move).length === touched.length);
}

/** The moves that are made with a button. */
export function buttons(legal: LegalMove[]): LegalMove[] {
  return legal.filter((move) => move.touches.length === 0);
}

export interface Touched {
  touched: Key[];
  /** A move that is to be made now. */
  play?: LegalMove;
}

/**
 * One more touch. It goes on from what was touched, begins anew with what can come first, takes a
 * choice back when the same thing is touched again, and makes the move that is already chosen.
 */
export function touch(legal: LegalMove[], touched: Key[], key: Key): Touched {
  const before = meant(legal, touched);
  if (before.length === 1 && touched.at(-1) === key) return { touched: [], play: before[0] };
  if (offered(legal, touched).has(key)) {
    const now = [...touched, key];
    const moves = meant(legal, now);
    const isSure = now.length > 1 && moves.length === 1 && candidates(legal, now).length === 1;
    return isSure ? { touched: [], play: moves[0] } : { touched: now };
  }
  const at = touched.indexOf(key);
  if (at >= 0) return { touched: touched.slice(0, at) };
  return offered(legal, []).has(key) ? { touched: [key] } : { touched: [] };
}
