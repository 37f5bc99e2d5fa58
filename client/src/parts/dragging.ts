// Dragging is touching two places: where it began, and where it ends.
import type { Key } from "../touching";
import type { Play } from "./play";

const FAR_ENOUGH = 8;
const NEAR_ENOUGH = 32;

export function startDrag(event: PointerEvent, key: Key, play: Play): void {
  if (event.button !== 0) return;
  const origin = event.currentTarget as HTMLElement;
  const start = { x: event.clientX, y: event.clientY };
  let ghost: HTMLElement | undefined;

  const move = (now: PointerEvent) => {
    const far = Math.hypot(now.clientX - start.x, now.clientY - start.y) > FAR_ENOUGH;
    if (!ghost && far) {
      if (!play.touched.value.includes(key)) play.touch(key);
      ghost = ghostOf(origin);
    }
    if (ghost) {
      ghost.style.left = `${now.clientX - ghost.offsetWidth / 2}px`;
      ghost.style.top = `${now.clientY - ghost.offsetHeight / 2}px`;
    }
  };
  const end = (now: PointerEvent) => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", end);
    document.removeEventListener("pointercancel", end);
    if (!ghost) return;
    ghost.remove();
    swallowClick();
    const goal = placeAt(now.clientX, now.clientY);
    if (now.type === "pointerup" && goal && goal !== key) play.touch(goal);
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
}

function ghostOf(origin: HTMLElement): HTMLElement {
  const ghost = origin.cloneNode(true) as HTMLElement;
  ghost.classList.add("dragged");
  ghost.removeAttribute("data-place");
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.width = `${origin.offsetWidth}px`;
  origin.parentElement?.append(ghost);
  return ghost;
}

/** The click that ends a drag would touch the card once more. */
function swallowClick(): void {
  const swallow = (event: Event) => event.stopPropagation();
  document.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 50);
}

/** What lies there, or else a goal that was missed by little. */
function placeAt(x: number, y: number): Key | undefined {
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-place]") ?? nearestGoal(x, y);
  return found?.dataset["place"];
}

function nearestGoal(x: number, y: number): HTMLElement | undefined {
  const goals = [...document.querySelectorAll<HTMLElement>(".offered[data-place]")].map((goal) => {
    const { left, right, top, bottom } = goal.getBoundingClientRect();
    return { goal, far: Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) };
  });
  return goals.filter(({ far }) => far <= NEAR_ENOUGH).sort((one, other) => one.far - other.far)[0]?.goal;
}
