import { signal } from "@preact/signals";

const WIDE = "(min-width: 1100px)";

/** Whether there is room for the panel beside the table. */
export const isWide = signal(matchMedia(WIDE).matches);

matchMedia(WIDE).addEventListener("change", (event) => (isWide.value = event.matches));

/** Whether nothing is to move by itself. */
export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
