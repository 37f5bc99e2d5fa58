// Which page an address means. The secret of a seat is in the fragment, which no server is sent.
import { signal } from "@preact/signals";

export type Route =
  | { page: "home" }
  | { page: "games" }
  | { page: "learn"; game: string }
  | { page: "owner"; token: string }
  | { page: "invitation"; code: string }
  | { page: "table"; id: string; token: string }
  | { page: "nowhere" };

export function parse(path: string, hash: string): Route {
  const token = decoded(hash.replace(/^#/, ""));
  const [first, second] = path.split("/").filter(Boolean);
  if (first === "t" && second) return { page: "table", id: decoded(second), token };
  if (first === "i" && second) return { page: "invitation", code: decoded(second) };
  if (first === "learn") return { page: "learn", game: decoded(second ?? "") };
  if (first === "owner") return { page: "owner", token };
  if (first === "games") return { page: "games" };
  return { page: first ? "nowhere" : "home" };
}

/** A part of an address; one with a stray % is taken as it is, and leads to no table. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = signal<Route>(parse(location.pathname, location.hash));

export function go(address: string): void {
  history.pushState(null, "", address);
  follow();
}

function follow(): void {
  route.value = parse(location.pathname, location.hash);
  scrollTo(0, 0);
}

/** Links within the hall change the page without loading it anew. */
export function followLinks(): void {
  addEventListener("popstate", follow);
  addEventListener("hashchange", follow);
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    const isOwn = link?.origin === location.origin && !link.target && !link.hasAttribute("download");
    if (!link || !isOwn || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(link.pathname + link.hash);
  });
}
