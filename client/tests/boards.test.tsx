// @vitest-environment happy-dom
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, test } from "vitest";
import type { SceneMessage, State } from "../src/messages";
import { TableView } from "../src/pages/table";
import { keyOf } from "../src/touching";
import { seated } from "./seated";

interface Fixture {
  state: State;
  scenes?: SceneMessage[];
}

const FOLDER = join(import.meta.dirname, "../fixtures");
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
const fixture = (name: string) => JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as Fixture;

/** A table that was told a state, and what it sent. */
async function shown(state: State) {
  const { table, sent, say, welcome } = seated();
  const hall = document.createElement("div");
  document.body.append(hall);
  await act(() => {
    welcome();
    say({ ...state, lone_pass: false });
    render(<TableView table={table} friend={null} />, hall);
  });
  return { hall, table, sent };
}

function named(hall: HTMLElement, name: string): HTMLElement | undefined {
  const names = [...hall.querySelectorAll<HTMLElement>("[data-piece] .hidden-words")];
  return names.find((each) => each.textContent === name)?.parentElement ?? undefined;
}

afterEach(() => {
  document.body.replaceChildren();
});

describe.each(NAMES)("%s", (name) => {
  const { state, scenes } = fixture(name);

  test.each([state.game.name, "from-elsewhere"])("has everything that can be touched, as %s", async (game) => {
    const { hall, table } = await shown({ ...state, game: { ...state.game, name: game } });
    const places = () => new Set([...hall.querySelectorAll<HTMLElement>("[data-place]")].map((each) => each.dataset["place"]));
    const firsts = state.legal.flatMap((move) => (move.touches ?? []).slice(0, 1).map(keyOf));
    expect(places()).toEqual(new Set(firsts));
    const longer = state.legal.find((move) => (move.touches ?? []).length > 1);
    if (longer && game === state.game.name) {
      const [first, second] = (longer.touches ?? []).map(keyOf) as [string, string];
      await act(() => table.touch(first));
      expect(places()).toContain(second);
    }
  });

  test("has a name for everything that can be pressed", async () => {
    const { hall } = await shown(state);
    const nameless = [...hall.querySelectorAll("button, [role=img]")].filter(
      (each) => !(each.getAttribute("aria-label") ?? each.textContent)?.trim(),
    );
    expect(nameless.map((each) => each.outerHTML)).toEqual([]);
  });

  test.runIf(scenes)("shows what happened, step by step", async () => {
    const { hall, table } = await shown(state);
    const told = { type: "happened" as const, id: 0, number: 1, notable: [], scenes: scenes ?? [] };
    await act(() => {
      table.showing.value = { told, step: 0, running: false };
    });
    expect(hall.querySelector(".caption")?.textContent).toContain(scenes?.[0]?.caption);
  });
});

describe("a card", () => {
  test("is chosen by one click and played by the next", async () => {
    const { hall, sent } = await shown(fixture("blade-middle.json").state);
    const card = named(hall, "4, in your hand, can be played");
    await act(() => card?.click());
    expect(sent.at(-1)).toMatchObject({ type: "try", move: "4" });
    await act(() => card?.click());
    expect(sent.at(-1)).toMatchObject({ type: "move", move: "4", position: 11 });
  });

  test("that cannot be played is asked about, without playing", async () => {
    const { state } = fixture("blade-middle.json");
    const { hall, sent } = await shown({ ...state, legal: [] });
    await act(() => named(hall, "4, in your hand")?.click());
    expect(sent.map((each) => each.type)).not.toContain("move");
  });
});
