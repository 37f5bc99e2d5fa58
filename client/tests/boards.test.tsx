// @vitest-environment happy-dom
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { act } from "preact/test-utils";
import { describe, expect, test, vi } from "vitest";
import { decode } from "../src/connection";
import { prefer } from "../src/memory";
import type { BoardMessage, Happened, SceneMessage, SessionState, Tried } from "../src/messages";
import { TableView } from "../src/pages/table";
import { CopyButton } from "../src/parts/copying";
import { isOnlyHere } from "../src/parts/share";
import { captionOf } from "../src/parts/words";
import { keyOf } from "../src/touching";
import { mounted } from "./mounting";
import { seated } from "./seated";

interface Fixture {
  state: SessionState;
  scenes?: SceneMessage[];
  before: BoardMessage | null;
}

const FOLDER = join(import.meta.dirname, "../fixtures");
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));

/** A position as the table has it, nothing being left out any more. */
function fixture(name: string): Fixture {
  const { state, scenes, before } = JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
  const told = scenes && decode<Happened>({ type: "happened", id: 0, number: 1, notable: [], scenes }).scenes;
  return { state: decode<SessionState>(state), scenes: told, before: decode<Tried>({ type: "tried", board: before ?? null }).board };
}

/** A table that was told a state, and what it sent. */
async function shown(state: SessionState) {
  const { table, sent, say, welcome } = seated();
  welcome();
  say({ ...state, lone_pass: false });
  const hall = await mounted(<TableView table={table} />);
  return { hall, table, sent, say };
}

function named(hall: HTMLElement, name: string): HTMLElement | undefined {
  const names = [...hall.querySelectorAll<HTMLElement>("[data-piece] .hidden-words")];
  return names.find((each) => each.textContent === name)?.parentElement ?? undefined;
}

describe.each(NAMES)("%s", (name) => {
  const { state, scenes } = fixture(name);
  const moves = [...state.legal, ...state.preparable];

  test.each([state.game.name, "from-elsewhere"])("has everything that can be touched, as %s", async (game) => {
    const { hall, table } = await shown({ ...state, game: { ...state.game, name: game } });
    const places = () => new Set([...hall.querySelectorAll<HTMLElement>("[data-place]")].map((each) => each.dataset["place"]));
    const firsts = moves.flatMap((move) => move.touches.slice(0, 1).map(keyOf));
    expect(places()).toEqual(new Set(firsts));
    const longer = moves.find((move) => move.touches.length > 1);
    if (longer && game === state.game.name) {
      const [first, second] = longer.touches.map(keyOf) as [string, string];
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
    expect(hall.querySelector(".caption")?.textContent).toBe(captionOf(scenes![0]!, state));
  });
});

describe("a move", () => {
  test("is prepared by touch before the turn", async () => {
    const { hall, sent } = await shown(fixture("binmat-preparing.json").state);
    const deck = hall.querySelector<HTMLElement>('[data-place="l0    "]');
    await act(() => deck?.click());
    await act(() => deck?.click());
    expect(sent.filter((each) => each.type !== "tell").map(({ type, move }) => [type, move])).toEqual([["prepare", "d0"]]);
  });

  test("that is prepared is marked on the board, and can be taken back", async () => {
    const { hall } = await shown({ ...fixture("binmat-preparing.json").state, prepared: "d3" });
    expect(hall.querySelector(".advised")?.getAttribute("data-place")).toBe("l3    ");
    expect(hall.querySelector(".actions")?.textContent).toContain("Prepared: Draw from lane 3. Take it back");
  });

  test("that a hint advises is marked on the board, with its chance and how sure that is", async () => {
    const { hall, table, sent, say } = await shown(fixture("blade-middle.json").state);
    void table.hint();
    const moves = [
      { move: "4", chance: 0.63, give_or_take: 0.04 },
      { move: "B", chance: 0.5, give_or_take: 0.004 },
      { move: "1", chance: 1, give_or_take: 0.53 },
    ];
    await act(async () => {
      say({ type: "hinted", id: sent.at(-1)?.id ?? 0, position: 11, lines: [], moves });
      await Promise.resolve();
    });
    expect(named(hall, "4, in your hand, can be played; wins 63%, give or take 4%")?.className).toContain("advised");
    expect(named(hall, "Bolt, in your hand, can be played; wins 50%, give or take less than 1%")?.textContent).toContain("50%");
    expect(named(hall, "1, in your hand, can be played; too early to say how often it wins")?.textContent).toContain("guess");
    expect(hall.querySelector(".actions")?.textContent).toContain("Lay the 4: wins 63%, give or take 4%.");
  });
});

describe("what happened", () => {
  const told = (scenes: SceneMessage[]) => ({ type: "happened" as const, id: 0, number: 1, notable: [], scenes });

  test("in a chain is drawn link by link, between the monsters as they were", async () => {
    const { state, scenes = [], before } = fixture("monsters-resolving.json");
    const { hall, table } = await shown(state);
    const show = (step: number) => act(() => {
      table.showing.value = { told: told(scenes), step, running: false, before };
    });
    await show(0);
    expect(hall.querySelectorAll(".scene .monster").length).toBe(2);
    const links = () => [...hall.querySelectorAll(".resolving .link")].map((each) => each.textContent);
    expect(links().length).toBe(scenes[0]?.parts.length);
    expect(links()[0]).toMatch(/^1Kiln BreathATK 4$/);
    await show(1);
    const now = hall.querySelector(".resolving [aria-current]")?.textContent ?? "";
    expect(now).toMatch(/^5GutteringDEF \+1$/);
    expect(hall.querySelector(".caption")?.textContent).toBe("Your Guttering: DEF +1.");
    await show(2);
    expect(hall.querySelector(".resolving [aria-current]")?.textContent).toMatch(/^5GutteringDEF \+1Nothing happens/);
  });

  test("goes away by itself only while a clock runs", async () => {
    const { state, scenes = [] } = fixture("binmat-combat.json");
    const clock = { move: 5, bank: null, begins: 0, left: 5 };
    const flat = (list: SceneMessage[]): number => list.reduce((sum, each) => sum + 1 + flat(each.parts), 0);
    for (const [timed, isGone] of [[{ ...state, clock }, true], [state, false]] as const) {
      const { table } = await shown(timed);
      prefer({ pace: 1 });
      await act(async () => {
        table.showing.value = { told: told(scenes), step: flat(scenes) - 1, running: true };
      });
      await act(() => new Promise((done) => setTimeout(done, 30)));
      expect(table.showing.value === null).toBe(isGone);
    }
  });
});

test("whoever cannot sit down is told why", async () => {
  const { table } = seated();
  const hall = await mounted(<TableView table={table} />);
  expect(hall.textContent).toContain("Sitting down");
  expect(hall.textContent).not.toContain("does not answer");
  await act(() => {
    table.losses.value = 2;
  });
  expect(hall.textContent).toContain("The server does not answer");
});

describe("after a game", () => {
  test("another one is offered, or else the offer answered", async () => {
    const { state } = fixture("blade-over.json");
    const { hall, say } = await shown(state);
    const buttons = () => [...hall.querySelectorAll(".actions button")].map((each) => each.textContent);
    expect(buttons()).toEqual(expect.arrayContaining(["Play again", "Same deal, other seat"]));
    await act(() => say({ ...state, seq: 2, offer: { seat: 1, what: "rematch", swap: false } }));
    expect(buttons()).toEqual(expect.arrayContaining(["Accept", "Decline"]));
    expect(buttons()).not.toContain("Same deal, other seat");
  });
});

describe("keys", () => {
  test("work after a tab was clicked, too", async () => {
    const { hall, table } = await shown(fixture("blade-middle.json").state);
    await act(() => {
      table.tab.value = "log";
    });
    const press = (key: string) => act(() => {
      hall.querySelector("#tab-log")?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    });
    await press("r");
    expect(table.tab.value).toBe("rules");
    await press("?");
    expect(hall.querySelector("[role=dialog]")?.textContent).toContain("Keys");
  });
});

describe("a link", () => {
  test("is copied even where there is no clipboard", async () => {
    const copied: string[] = [];
    Object.assign(document, {
      execCommand: () => copied.push((document.querySelector("textarea") as HTMLTextAreaElement).value) > 0,
    });
    vi.stubGlobal("navigator", { ...navigator, clipboard: undefined });
    const hall = await mounted(<CopyButton text="https://here" says="Copy the link" />);
    await act(async () => hall.querySelector("button")?.click());
    expect(copied).toEqual(["https://here"]);
    expect(hall.textContent).toBe("Copied");
    vi.unstubAllGlobals();
  });

  test("to this device alone is told from one that others can follow", () => {
    expect(["localhost", "127.0.0.1", "[::1]"].every(isOnlyHere)).toBe(true);
    expect(["192.168.7.7", "duels.example.org", "localhost.example.org"].some(isOnlyHere)).toBe(false);
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

describe("the focus", () => {
  const focused = () => document.activeElement?.querySelector(".hidden-words")?.textContent ?? document.activeElement?.textContent ?? "";

  /** A table where somebody has come to a piece by keys. */
  async function at(state: SessionState, name: string) {
    const found = await shown(state);
    await act(() => named(found.hall, name)?.focus());
    expect(focused()).toBe(name);
    return found;
  }

  test("stays on a card while the opponent moves and that is shown", async () => {
    const [{ state }, { scenes }] = [fixture("binmat-attacker.json"), fixture("binmat-combat.json")];
    const { hall, table, say } = await shown(state);
    const name = hall.querySelector(".hand [data-piece] .hidden-words")?.textContent ?? "";
    await act(() => named(hall, name)?.focus());
    await act(() => {
      table.showing.value = { told: { type: "happened", id: 0, number: 1, notable: [], scenes: scenes ?? [] }, step: 0, running: false };
    });
    expect(["Skip", "Go on"]).toContain(focused());
    await act(() => say({ ...state, seq: state.seq + 1 }));
    await act(() => {
      table.showing.value = null;
    });
    expect(focused()).toBe(name);
  });

  test("keeps its card large while the opponent moves", async () => {
    const { state } = fixture("monsters-battle.json");
    const { hall, say } = await at(state, "Slip Coat, in your hand, can be played; either adds, costs Clay 1, ATK +0, DEF +1. Your defence +1.");
    expect(hall.querySelector(".inspector")?.textContent).toContain("Slip Coat");
    await act(() => say({ ...state, seq: state.seq + 1, position: state.position + 1 }));
    expect(hall.querySelector(".inspector")?.textContent).toContain("Slip Coat");
    const gone = state.board.zones.map((zone) => (zone.id === `hand${state.seat}` ? { ...zone, cards: [] } : zone));
    await act(() => say({ ...state, seq: state.seq + 2, position: state.position + 2, board: { ...state.board, zones: gone } }));
    expect(hall.querySelector(".inspector")).toBeNull();
  });

  test("goes to the next card when the one that had it was played", async () => {
    const { state } = fixture("blade-middle.json");
    const { say } = await at(state, "4, in your hand, can be played");
    const hand = state.board.zones.find((zone) => zone.id === `hand${state.seat}`);
    const without = { ...hand!, cards: hand!.cards.filter((card) => card.face !== "4") };
    const zones = state.board.zones.map((zone) => (zone === hand ? without : zone));
    await act(() => say({ ...state, seq: state.seq + 1, position: state.position + 1, board: { ...state.board, zones } }));
    expect(focused()).toContain("in your hand");
  });

  test("stays in its place when a unit is put there", async () => {
    const { state } = fixture("frontline-deploying.json");
    const { hall, table, say } = await shown(state);
    const move = state.legal.find((each) => each.touches.length > 1)!;
    const [card, goal] = move.touches;
    await act(() => table.touch(keyOf(card!)));
    await act(() => hall.querySelector<HTMLElement>(`[data-place="${keyOf(goal!)}"]`)?.focus());
    const zones = state.board.zones.map((zone) =>
      zone.id === goal!.zone ? { ...zone, cards: [...zone.cards, { face: "!", name: "bow", row: goal!.row, column: goal!.column }] } : zone,
    );
    await act(() => say({ ...state, seq: state.seq + 1, position: state.position + 1, legal: [], board: { ...state.board, zones } }));
    expect(focused()).toContain("bow, in your army");
  });

  test("is not taken from whoever has put it elsewhere", async () => {
    const { state } = fixture("blade-middle.json");
    const { hall, say } = await at(state, "4, in your hand, can be played");
    await act(() => {
      hall.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    });
    await act(() => (document.activeElement as HTMLElement).blur());
    await act(() => say({ ...state, seq: state.seq + 1, position: state.position + 1 }));
    expect(document.activeElement).toBe(document.body);
  });
});
