// Cards travel from where they were to where they are, along the way that they really took.

const DURATION = 200;

interface Seen {
  name: string;
  zone: string;
  box: DOMRect;
}

/** Where every card on the board lies now. */
export function snapshot(board: HTMLElement): Seen[] {
  return cardsOn(board).map(({ element, name, zone }) => ({ name, zone, box: element.getBoundingClientRect() }));
}

function cardsOn(board: HTMLElement): { element: HTMLElement; name: string; zone: string }[] {
  return [...board.querySelectorAll<HTMLElement>("[data-card]")].map((element) => ({
    element,
    name: element.dataset["card"] ?? "",
    zone: element.dataset["zone"] ?? "",
  }));
}

/** Let cards that have come to a zone start where a card of that name has gone from. */
export function travel(board: HTMLElement, before: Seen[]): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const stayed = [...before];
  const arrived = cardsOn(board).filter(({ name, zone }) => !take(stayed, (each) => each.name === name && each.zone === zone));
  for (const { element, name } of arrived) {
    const from = take(stayed, (each) => each.name === name);
    if (!from) continue;
    const to = element.getBoundingClientRect();
    const shift = `translate(${from.box.left - to.left}px, ${from.box.top - to.top}px)`;
    element.animate([{ transform: shift }, { transform: "none" }], { duration: DURATION, easing: "ease-out" });
  }
}

function take(seen: Seen[], is: (each: Seen) => boolean): Seen | undefined {
  const at = seen.findIndex(is);
  return at < 0 ? undefined : seen.splice(at, 1)[0];
}
