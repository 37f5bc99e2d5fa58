import { type ComponentChild, render } from "preact";
import { act } from "preact/test-utils";
import { onTestFinished, vi } from "vitest";

type Serve = (path: string, asked?: RequestInit) => Promise<Response>;

/** There is no server. */
const NOBODY: Serve = async () => new Response("", { status: 404 });

/** A component in the page until the test ends: a clock that runs on would tick in a page that is gone. */
export async function mounted(component: ComponentChild, serve: Serve = NOBODY): Promise<HTMLElement> {
  vi.stubGlobal("fetch", serve);
  const hall = document.createElement("div");
  document.body.append(hall);
  onTestFinished(async () => {
    await act(() => render(null, hall));
    hall.remove();
  });
  await act(() => render(component, hall));
  return hall;
}
