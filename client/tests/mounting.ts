import { type ComponentChild, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, vi } from "vitest";

const halls: HTMLElement[] = [];

/** A component in the page until the test ends: a clock that runs on would tick in a page that is gone. */
export async function mounted(component: ComponentChild): Promise<HTMLElement> {
  const hall = document.createElement("div");
  halls.push(hall);
  document.body.append(hall);
  await act(() => render(component, hall));
  return hall;
}

beforeEach(() => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 404 })); // there is no server
});

afterEach(async () => {
  for (const hall of halls.splice(0)) {
    await act(() => render(null, hall));
    hall.remove();
  }
});
