// Arrow keys go to the nearest piece in their direction; what can be touched comes first.

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const ASIDE = 3;

export function moveFocus(event: KeyboardEvent, board: HTMLElement): void {
  const direction = DIRECTIONS[event.key];
  if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
  const pieces = [...board.querySelectorAll<HTMLElement>("[data-piece]")];
  const offered = pieces.filter((piece) => piece.dataset["place"] !== undefined);
  const from = document.activeElement as HTMLElement | null;
  const found =
    from && board.contains(from)
      ? (nearest(from, offered, direction) ?? nearest(from, pieces, direction))
      : (offered[0] ?? pieces[0]);
  if (found) {
    found.focus();
    event.preventDefault();
  }
}

function nearest(from: HTMLElement, pieces: HTMLElement[], [dx, dy]: [number, number]): HTMLElement | undefined {
  const start = middle(from);
  let best: { piece: HTMLElement; far: number } | undefined;
  for (const piece of pieces) {
    const there = middle(piece);
    const along = (there.x - start.x) * dx + (there.y - start.y) * dy;
    const aside = Math.abs((there.x - start.x) * dy) + Math.abs((there.y - start.y) * dx);
    const far = along + ASIDE * aside;
    if (piece !== from && along > 1 && aside <= 2 * along && (!best || far < best.far)) best = { piece, far };
  }
  return best?.piece;
}

function middle(piece: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = piece.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
