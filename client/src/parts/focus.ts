// The focus stays where it was on the board, or near it, however the board is drawn anew.
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Key } from "../touching";

/** The piece that has the focus of whoever plays by keys or by a screen reader. */
interface Held {
  keys: Key[];
  /** Which one of those in its zone, and which of those that are alike. */
  at: number;
  copy: number;
}

const APART = "|";

/** What marks an element as a piece that the focus can come back to. */
export function pieceOf(keys: Key[]): string {
  return keys.join(APART);
}

/** Keep the focus on the board in this element, which is drawn anew when one of these changes. */
export function useKeptFocus(around: RefObject<HTMLElement | null>, changes: unknown[]): void {
  const held = useRef<Held | null>(null);
  useEffect(() => {
    const see = (event: Event) => {
      const target = event.target as HTMLElement;
      if (!around.current?.contains(target)) held.current = null;
      else if (target.matches("[data-piece]:focus-visible")) held.current = heldBy(target, around.current);
    };
    const forget = () => (held.current = null);
    document.addEventListener("focusin", see);
    document.addEventListener("pointerdown", forget);
    return () => {
      document.removeEventListener("focusin", see);
      document.removeEventListener("pointerdown", forget);
    };
  }, []);
  useLayoutEffect(() => {
    if (!held.current || !around.current || hasFocus()) return;
    const next = around.current.querySelector<HTMLElement>(".scene .main") ?? found(held.current, around.current);
    next?.focus();
  }, changes);
}

function hasFocus(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body;
}

function keysOf(piece: HTMLElement): Key[] {
  return (piece.dataset["piece"] ?? "").split(APART);
}

function zoneOf(keys: Key[]): string {
  return (keys[0] ?? "").split(" ")[0] ?? "";
}

function pieces(board: HTMLElement): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>("[data-piece]")];
}

function heldBy(piece: HTMLElement, board: HTMLElement): Held {
  const keys = keysOf(piece);
  const all = pieces(board);
  const neighbours = all.filter((each) => zoneOf(keysOf(each)) === zoneOf(keys));
  const alike = all.filter((each) => keysOf(each)[0] === keys[0]);
  return { keys, at: neighbours.indexOf(piece), copy: alike.indexOf(piece) };
}

/** The same piece, or what lies in its place now, or else what is nearest to it in its zone. */
function found({ keys, at, copy }: Held, board: HTMLElement): HTMLElement | undefined {
  const all = pieces(board);
  for (const key of keys) {
    const same = all.filter((each) => keysOf(each).includes(key));
    if (key && same.length > 0) return same[Math.min(copy, same.length - 1)];
  }
  const near = all.filter((each) => zoneOf(keysOf(each)) === zoneOf(keys));
  return near[Math.min(at, near.length - 1)];
}
