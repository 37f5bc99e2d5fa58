import type { ComponentChildren } from "preact";
import { type Habits, habits, prefer } from "../memory";

const NEXT: Record<Habits["scheme"], Habits["scheme"]> = { system: "light", light: "dark", dark: "system" };
const SAYS: Record<Habits["scheme"], string> = { system: "Colours: as the device", light: "Colours: light", dark: "Colours: dark" };

/** The bar above every page. */
export function HallBar({ title, children }: { title?: string; children?: ComponentChildren }) {
  const scheme = habits.value.scheme;
  return (
    <header class="hall-bar">
      <a class="mark" href="/">
        Duelhall
      </a>
      {title && <h1 class="quiet">{title}</h1>}
      <span class="spread" />
      {children}
      <a class="small" href="/games">
        Your games
      </a>
      <button type="button" class="link-button small desk-only" onClick={() => prefer({ scheme: NEXT[scheme] })}>
        {SAYS[scheme]}
      </button>
    </header>
  );
}
