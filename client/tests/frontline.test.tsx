// @vitest-environment happy-dom
// What is said of Frontline, and how an army is changed and divided before it is ready.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { decode } from "../src/connection";
import { frontOf } from "../src/games";
import type { CardMessage, Happened, SceneMessage, SessionState, ToldMove, ZoneMessage } from "../src/messages";
import { TableView } from "../src/pages/table";
import { captionOf, headline, moveWords, nowOf, toldWords } from "../src/parts/words";
import { mounted } from "./mounting";
import { seated } from "./seated";

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, `../fixtures/frontline-${name}.json`), "utf8"));
const fixture = (name: string) => decode<SessionState>(read(name).state);
const [START, DEPLOYING, READY, OVER, DRAFT] = ["start", "deploying", "ready", "over", "draft"].map(fixture) as [SessionState, SessionState, SessionState, SessionState, SessionState];
const SCENES = decode<Happened>({ type: "happened", id: 0, number: 1, notable: [], scenes: read("battle").scenes }).scenes;
const watching = (state: SessionState): SessionState => ({ ...state, seat: null });

const told = (seat: number, change: object, state = START) => toldWords({ seat, change, says: "", late: false, stand_in: false } as unknown as ToldMove, state);
const scene = (facts: object, state = OVER) => captionOf({ caption: "", facts, board: SCENES[0]!.board } as SceneMessage, state);

async function shown(state: SessionState) {
  const { table, sent, say, welcome } = seated();
  welcome();
  say({ ...state, lone_pass: false });
  return { hall: await mounted(<TableView table={table} />), table, sent, say };
}

test("what can be done now is said at every stage", () => {
  expect(nowOf(START)).toBe("Place your 10 units, front and back.");
  expect(nowOf(DEPLOYING)).toBe("Place 4 more: at an end of the line, or behind a unit.");
  expect(nowOf(READY)).toBe("Ready? Units and divide can still be moved.");
  expect(nowOf(DRAFT)).toBe("Take one of the open cards.");
  expect(nowOf(watching(START))).toBe("Armies are placed face down.");
  expect(nowOf({ ...START, board: { ...START.board, facts: { ...START.board.facts, to_move: 1 } } })).toBe("Adept's army is placed face down.");
  expect(nowOf(OVER)).toBe("");
});

test("a move is told by what it did", () => {
  expect(told(0, { card: "spear, shield, shield", place: "left" })).toBe("You put the spear and 2 shields at the left end.");
  expect(told(0, { card: "crown", place: "behind", front: "fortress, fortress" })).toBe("You put the crown behind the 2 fortresses.");
  expect(told(1, { card: "sword" })).toBe("Adept took the sword.");
  expect(told(0, { left: 3, right: 2 })).toBe("You are ready: 3 left, 2 right.");
  expect(told(1, {})).toBe("Adept is ready.");
  expect(told(1, { left: 1, right: 1, won: 0 })).toBe("Adept was ready, and the armies fought: you won.");
  expect(told(1, { won: null }, watching(START))).toBe("Adept was ready, and the armies fought: the battle was a tie.");
});

test("a button says what it does", () => {
  const words = (state: SessionState, move: string) => moveWords(state.legal.find((each) => each.move === move)!, state);
  expect(words(READY, "commit>")).toBe("Ready: 1 left, 2 right");
  expect(words(READY, "commit<")).toBe("Ready: 2 left, 1 right");
  expect(words(DRAFT, "take1")).toBe("Take sword and shield");
  expect(words(DEPLOYING, "1=")).toBe("Take the spear back");
  expect(words(DEPLOYING, "1=>")).toBe("Move the spear");
  expect(words(DEPLOYING, "3=2")).toBe("Exchange the bow for the sword");
});

test("a battle is told blow by blow", () => {
  const attack = { unit: "0.1", weapon: "spear", target: "1.2", count: 1 };
  const names = SCENES[0]!.board!.zones.flatMap(({ cards }) => cards);
  const target = names.find(({ id }) => id === "1.2")!.name;
  expect(scene({ step: "attacks", speed: 4, attacks: [attack] })).toBe(`Speed 4: your spear hits their ${target}.`);
  expect(scene({ step: "attacks", speed: 4, attacks: [{ ...attack, count: 2 }] })).toContain("your 2 spears hit their");
  expect(scene({ step: "attacks", speed: 2, attacks: Array(4).fill(attack) }, watching(OVER))).toBe("Speed 2: 4 of Ada's attack.");
  expect(scene({ step: "resolved", broken: [{ unit: "1.2", symbol: "shield", count: 1 }], killed: [] })).toBe("Their shield breaks.");
  const broken = [{ unit: "0.2", symbol: "fortress", count: 2 }];
  expect(scene({ step: "resolved", broken, killed: [{ unit: "1.3", name: "crown" }] })).toBe("Your 2 fortresses break and their crown falls.");
  const killed = [1, 2, 3, 4].map((unit) => ({ unit: `0.${unit}`, name: "spear" }));
  expect(scene({ step: "resolved", broken: [], killed })).toBe("4 of yours fall.");
  expect(scene({ step: "quiet", speeds: [2, 1] })).toBe("Speeds 2 and 1: nobody is hit.");
  expect(scene({ step: "over", winner: 0, units: [3, 0] })).toBe("You win: their army is gone, 3 of yours stand.");
  expect(scene({ step: "over", winner: 1, units: [0, 1] }, watching(OVER))).toBe("Adept wins: Ada's army is gone, 1 of Adept's stands.");
  expect(scene({ step: "over", winner: null, units: [0, 0] })).toBe("A tie: both armies are gone.");
  const steps = ["before", "forward", "gaps", "divide", "again"].map((step) => scene({ step, army: 0 }));
  expect(steps[0]).toBe("Your army closes its ranks.");
  expect(new Set(steps).size).toBe(5);
});

test("an end says who is left", () => {
  const ended = (winner: number | null, units: number[] | undefined, state = OVER, more = {}) => {
    const result = { ...OVER.result!, winner, reason: winner === null ? "equal-battles" : "more-battles", ...more };
    return headline({ ...state, moves: [{ ...OVER.moves.at(-1)!, change: units ? { units } : {} }], result });
  };
  expect(ended(0, [3, 0])).toBe("You win: their army is gone, 3 of yours stand.");
  expect(ended(1, [0, 1])).toBe("You lose: your army is gone, 1 of theirs stands.");
  expect(ended(0, [2, 0], watching(OVER))).toBe("Ada wins: Adept's army is gone, 2 of Ada's stand.");
  expect(ended(null, [2, 1])).toBe("Drawn: nothing could break any more.");
  const many = { ...OVER.result!.opened, board: { ...OVER.result!.opened.board, facts: { ...OVER.result!.opened.board.facts, battles: 3, score: [2, 1] } } };
  expect(ended(0, undefined, OVER, { opened: many })).toBe("You win: you won 2 battles, Adept 1.");
  expect(ended(null, undefined, OVER, { opened: many })).toBe("Drawn: both won 2 battles.");
  expect(ended(1, undefined, OVER, { reason: "forfeit", by: "resigning" })).toBe("You lose: you resigned.");
});

test("what lies there and cannot be touched says why", () => {
  const why = (state: SessionState, zone: string, to_move: number) => {
    const facts = { ...state.board.facts, to_move };
    return frontOf("frontline").texts.whyNot?.({ name: "spear" } as CardMessage, { id: zone, owner: zone === "row" ? null : 0 } as ZoneMessage, state, { ...state.board, facts });
  };
  expect(why(DRAFT, "row", 1)).toBe("It is not your turn to take a card");
  expect(why(DRAFT, "hand0", 0)).toBe("All cards are taken first; then you place them");
  expect(why(READY, "army0", 1)).toBe("Your army is ready: the spear stays where it is");
  expect(why({ ...READY, seat: 1 }, "row", 0)).toMatch(/places its units first/);
  expect(why(READY, "army0", 0)).toBe("");
});

test("the divide moves over by a touch, and back by another, and only the button makes it ready", async () => {
  const { hall, sent } = await shown(READY);
  const [handle, ready] = [() => hall.querySelector<HTMLElement>("button.sides")!, () => hall.querySelector(".actions .main")?.textContent];
  expect(ready()).toBe("Ready: 1 left, 2 right");
  await act(() => handle().click());
  expect(ready()).toBe("Ready: 2 left, 1 right");
  expect(handle().textContent).toContain("2 left, 1 right; or 1 left, 2 right");
  await act(() => handle().click());
  expect(ready()).toBe("Ready: 1 left, 2 right");
  expect(sent.map(({ type }) => type)).not.toContain("move");
});

test("a unit that stands is exchanged, and the table goes on from there", async () => {
  const { hall, table, sent, say } = await shown(DEPLOYING);
  await act(() => table.touch("army0 0.1   "));
  expect([...hall.querySelectorAll(".actions .main")].map((each) => each.textContent)).toEqual(["Take the spear back"]);
  await act(() => table.touch("army0 0.2   "));
  expect(sent.at(-1)).toMatchObject({ type: "move", move: "1=2", position: DEPLOYING.position });
  expect(table.legal.value).toEqual([]);
  await act(async () => {
    say({ ...DEPLOYING, seq: 2 });
    say({ type: "done", id: sent.at(-1)!.id, what: "revised" });
    await Promise.resolve();
  });
  expect(table.legal.value).toEqual(DEPLOYING.legal);
  expect(table.voice.value.at(-1)?.says).toBe("Exchange the spear for the sword.");
});

test("the dead remain as ghosts until the armies close their ranks", async () => {
  const { hall, table } = await shown(OVER);
  const told: Happened = { type: "happened", id: 0, number: 1, notable: [], scenes: SCENES };
  const ghostsAt = async (step: number) => {
    await act(() => void (table.showing.value = { told, step, running: false }));
    return hall.querySelectorAll(".ghost").length;
  };
  const at = (step: string) => SCENES.findIndex(({ facts }) => facts["step"] === step);
  const fallen = SCENES.findIndex(({ facts }) => ((facts["killed"] as unknown[] | undefined)?.length ?? 0) > 0);
  expect(await ghostsAt(at("attacks"))).toBe(0);
  expect(hall.querySelectorAll(".attack").length).toBe((SCENES[at("attacks")]!.facts["attacks"] as unknown[]).length);
  expect(await ghostsAt(fallen)).toBe((SCENES[fallen]!.facts["killed"] as unknown[]).length);
  expect(await ghostsAt(at("again"))).toBe(0);
});
