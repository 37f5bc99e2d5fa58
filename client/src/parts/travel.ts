// Cards travel from where they were to where they are, along the way that they really took.
import type { ZoneMessage } from "../messages";

const DURATION = 200;
const MOST_AT_ONCE = 3;

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A card that is drawn; one without a name is hidden. */
export interface Seen {
  name: string;
  zone: string;
  box: Box;
  element?: HTMLElement;
}

/** Cards of which only the number is drawn. */
export interface Pile {
  zone: string;
  size: number;
  box: Box;
}

export interface Layout {
  cards: Seen[];
  piles: Pile[];
}

/** A card's way to its new place, or onto a pile; without a beginning, it was turned over where it lies. */
export interface Journey {
  from: Box | null;
  to: Seen | Pile;
}

export const NOTHING: Layout = { cards: [], piles: [] };

/** What marks an element as the place of cards of which only the number is drawn. */
export function pileOf(zone: ZoneMessage | undefined): Record<string, string | number> {
  return zone ? { "data-pile": zone.id, "data-size": zone.size } : {};
}

/** Where everything on the board lies now, seen from the board's own corner. */
export function layoutOf(board: HTMLElement): Layout {
  const corner = board.getBoundingClientRect();
  const boxOf = (element: HTMLElement): Box => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left: left - corner.left, top: top - corner.top, width, height };
  };
  const cards = [...board.querySelectorAll<HTMLElement>("[data-zone]")].map((element) => ({
    name: element.dataset["card"] ?? "",
    zone: element.dataset["zone"] ?? "",
    box: boxOf(element),
    element,
  }));
  const piles = [...board.querySelectorAll<HTMLElement>("[data-pile]")].map((element) => ({
    zone: element.dataset["pile"] ?? "",
    size: Number(element.dataset["size"]),
    box: boxOf(element),
  }));
  return { cards, piles };
}

/** Who went where: by their names, and where those are hidden, by the numbers of cards. */
export function journeys(before: Layout, after: Layout): Journey[] {
  const left = [...before.cards];
  let arrived = after.cards.filter((card) => !take(left, (each) => each.name === card.name && each.zone === card.zone));
  const turned = arrived.filter((card) => take(left, (each) => each.zone === card.zone && (each.name === "" || card.name === "")));
  arrived = arrived.filter((card) => !turned.includes(card));
  const gone = [...left, ...changes(before.piles, after.piles).map(({ zone, box }) => ({ name: "", zone, box }))];
  const come = arrived.map((to) => ({ from: origin(gone, to.name), to }));
  const piled = changes(after.piles, before.piles).map((to) => ({ from: take(gone, () => true)?.box, to }));
  const moved = [...come, ...piled].flatMap(({ from, to }) => (from ? [{ from, to }] : []));
  return [...turned.map((to) => ({ from: null, to })), ...moved];
}

/** The piles that are larger among the first, once for each card more. */
function changes(larger: Pile[], smaller: Pile[]): Pile[] {
  return larger.flatMap((pile) => {
    const other = smaller.find((each) => each.zone === pile.zone);
    return Array.from({ length: Math.min(MOST_AT_ONCE, other ? Math.max(0, pile.size - other.size) : 0) }, () => pile);
  });
}

function origin(gone: Seen[], name: string): Box | undefined {
  return (take(gone, (each) => each.name === name) ?? take(gone, (each) => each.name === ""))?.box;
}

function take<T>(list: T[], is: (each: T) => boolean): T | undefined {
  const at = list.findIndex(is);
  return at < 0 ? undefined : list.splice(at, 1)[0];
}

/** Show how the board came to be what it is. */
export function travel(board: HTMLElement, before: Layout): Layout {
  const after = layoutOf(board);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return after;
  for (const { from, to } of journeys(before, after)) {
    if (from === null) turn(to);
    else if ("element" in to && to.element) slide(to.element, shift(from, to.box));
    else fly(board, from, to.box);
  }
  return after;
}

function shift(from: Box, to: Box): string {
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  return `translate(${dx}px, ${dy}px)`;
}

function slide(element: HTMLElement, start: string): Animation {
  return element.animate([{ transform: start }, { transform: "none" }], { duration: DURATION, easing: "ease-out" });
}

function turn(to: Seen | Pile): void {
  if (!("element" in to)) return;
  to.element?.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: DURATION, easing: "ease-out" });
}

/** A card that ends in a pile is seen on its way only, from behind. */
function fly(board: HTMLElement, from: Box, to: Box): void {
  const back = document.createElement("span");
  back.className = "flying";
  back.setAttribute("aria-hidden", "true");
  (board.firstElementChild ?? board).append(back);
  const corner = board.getBoundingClientRect();
  back.style.left = `${corner.left + to.left + to.width / 2}px`;
  back.style.top = `${corner.top + to.top + to.height / 2}px`;
  void slide(back, shift(from, to)).finished.finally(() => back.remove());
}
