import { type ComponentChild, render } from "preact";
import { act } from "preact/test-utils";
import { onTestFinished, vi } from "vitest";

/** A component in the page until the test ends: a clock that runs on would tick in a page that is gone. */
export async function mounted(component: ComponentChild): Promise<HTMLElement> {
  vi.stubGlobal("fetch", async () => new Response("", { status: 404 })); // there is no server
  const hall = document.createElement("div");
  document.body.append(hall);
  onTestFinished(async () => {
    await act(() => render(null, hall));
    hall.remove();
  });
  await act(() => render(component, hall));
  return hall;
}
