import type { ComponentChildren } from "preact";
import { type Habits, games, habits, prefer } from "../memory";
import { route } from "../route";

const NEXT: Record<Habits["scheme"], Habits["scheme"]> = { system: "light", light: "dark", dark: "system" };
const SAYS: Record<Habits["scheme"], string> = { system: "Colours: as the device", light: "Colours: light", dark: "Colours: dark" };
const SIGNS: Record<Habits["scheme"], string> = { system: "◐", light: "☀", dark: "☾" };

/** The bar above every page; a page with a title, such as a table, has no room for the ways through the hall. */
export function HallBar({ title, children }: { title?: string; children?: ComponentChildren }) {
  const { scheme, name } = habits.value;
  const { page } = route.value;
  const going = games.value.filter(({ isOver }) => !isOver).length;
  const count = going > 0 ? ` (${going})` : "";
  return (
    <header class="hall-bar">
      <a class="mark" href="/">
        Duelhall
      </a>
      {title && <h1 class="quiet">{title}</h1>}
      {title && <span class="spread" />}
      <nav aria-label="Hall">
        {!title && <a class="wide-only" href="/" aria-current={page === "home" ? "page" : undefined}>Play</a>}
        {!title && <a href="/learn" aria-current={page === "learn" ? "page" : undefined}>Learn</a>}
        <a href="/games" aria-label={`Your games${count}`} aria-current={page === "games" ? "page" : undefined}>
          <span class="wide-only">Your games</span>
          <span class="narrow-only">Games</span>
          {count}
        </a>
      </nav>
      {!title && <span class="spread" />}
      {children}
      {!title && name && <a class="own-name wide-only" href="/games">{name}</a>}
      <button type="button" class={title ? "link-button scheme desk-only" : "link-button scheme"} aria-label={SAYS[scheme]} title={SAYS[scheme]}
        onClick={() => prefer({ scheme: NEXT[scheme] })}>
        {SIGNS[scheme]}
      </button>
    </header>
  );
}
