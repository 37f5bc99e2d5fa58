// @vitest-environment happy-dom
// A lesson, made anew by the engine, as somebody goes through it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { render } from "preact";
import { act } from "preact/test-utils";
import { effect } from "@preact/signals";
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { LessonTurn, decodedLesson } from "../src/lesson";
import { games, learnt } from "../src/memory";
import type { LessonMessage } from "../src/messages";
import { LearnPage } from "../src/pages/learn";
import { LessonView } from "../src/parts/lesson";
import { mounted } from "./mounting";

import.meta.glob("../src/games/*/index.tsx", { eager: true }); // so that nobody waits for a game

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = mkdtempSync(join(tmpdir(), "lessons-"));
execFileSync(join(ROOT, ".venv/bin/python"), ["-m", "duelhall_web.lessons", FOLDER, "blade"], { env: { ...process.env, PYTHONPATH: join(ROOT, "src") } });
const file = (name: string): string => readFileSync(join(FOLDER, name), "utf8");
const lesson = (): LessonMessage => decodedLesson(JSON.parse(file("blade.json")));

afterAll(() => rmSync(FOLDER, { recursive: true }));
beforeEach(() => void (learnt.value = []));

/** A lesson of somebody who does not wait to see what moves lead to, and lets scenes pass. */
function beginning(given = lesson()): LessonTurn {
  const turn = new LessonTurn(given, async () => undefined);
  onTestFinished(effect(() => void (turn.showing.value && queueMicrotask(() => (turn.showing.value = null)))));
  return turn;
}

const card = (face: string) => `hand0 ${face}   `;
const last = (turn: LessonTurn) => turn.voice.value.at(-1)?.says;

describe("a lesson", () => {
  test("goes on with the right moves to its end, which is remembered", async () => {
    const turn = beginning();
    for (const move of ["4", "", "B", "M", "1", "", "B", "5", ""]) {
      expect(last(turn)).toBe(turn.says.value);
      await (move ? turn.play(move) : turn.next());
    }
    expect(turn.isOver.value).toBe(true);
    expect(turn.says.value).toBe("Now ten cards each.");
    expect(turn.state.value.board.facts["score"]).toEqual([11, 10]);
    expect(learnt.value).toEqual(["blade"]);
  });

  test("says what is to be said of another move, and lets it be tried again", async () => {
    const turn = beginning();
    await turn.play("1");
    expect([turn.number.value, turn.note.value]).toEqual([0, "3 to 3 would be a tie. You need more."]);
    expect(last(turn)).toBe(turn.note.value);
    turn.touch(card("4"));
    expect(turn.note.value).toBe("");
    expect(turn.tried.value?.board?.facts["score"]).toEqual([6, 3]);
  });

  test("goes on by itself after any other move, unless that loses", async () => {
    const turn = beginning();
    await turn.play("M");
    expect([turn.number.value, turn.note.value]).toEqual([1, "That works, too; the lesson goes on: Lay the 4."]);
    await turn.next();
    expect(turn.loses([card("1")])).toBe(true);
    await turn.play("1");
    expect(turn.number.value).toBe(2);
    expect(turn.note.value).toMatch(/^This loses: /);
  });

  test("lets a card be touched and let go, and plays nothing there", async () => {
    const turn = beginning();
    await turn.next();
    turn.touch(card("5"));
    expect(turn.isSeen.value).toBe(false);
    turn.touch(card("1"));
    expect(turn.isSeen.value).toBe(true);
    await turn.play("5");
    expect(turn.number.value).toBe(1);
    await turn.play("1");
    expect([turn.number.value, turn.state.value.position, turn.touched.value]).toEqual([2, 2, []]);
  });

  test("shows one move after the other, of which nothing is left when somebody turns back", async () => {
    const waiting: (() => void)[] = [];
    const turn = new LessonTurn(lesson(), () => new Promise<void>((done) => waiting.push(done)));
    const way = turn.play("4");
    expect([turn.isThere.value, turn.says.value, turn.legal.value]).toEqual([false, "You laid the 4: 6 to 3.", []]);
    turn.back();
    waiting.forEach((go) => go());
    await way;
    expect([turn.number.value, turn.state.value.position, turn.isThere.value]).toEqual([0, 0, true]);
  });

  test("stops at what happens by itself until it was seen", async () => {
    const given = lesson();
    const told = given.steps[2]?.moments[0]?.happened;
    const [first, second] = ["A battle", "Its end"].map((caption) => ({ caption, rulings: [], board: null, facts: {}, parts: [], pause: false }));
    if (told && first && second) told.scenes = [first, second];
    const turn = new LessonTurn(given, async () => undefined);
    await turn.next();
    const way = turn.next();
    expect([turn.showing.value?.told, turn.isThere.value]).toEqual([told, false]);
    turn.showing.value = null;
    await way;
    expect(turn.isThere.value).toBe(true);
  });
});

describe("the view of a lesson", () => {
  test("has the text above the hand and one button that stands out", async () => {
    const turn = beginning();
    const hall = await mounted(<LessonView turn={turn} />);
    expect(hall.querySelector(".lesson-says")?.textContent).toContain("Lay a card that lifts you above 3.");
    expect(hall.querySelectorAll(".main").length).toBe(0);
    await act(() => turn.touch(card("4")));
    expect([...hall.querySelectorAll(".main")].map((each) => each.textContent)).toEqual(["Lay the 4"]);
    await act(() => turn.next());
    await act(() => turn.touch(card("1")));
    expect([...hall.querySelectorAll(".main")].map((each) => each.textContent)).toEqual(["Let go, and go on"]);
  });

  test("ends with a game against novice or adept", async () => {
    const turn = beginning();
    while (!turn.isOver.value) await turn.next();
    const hall = await mounted(<LessonView turn={turn} />);
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
      asked.push(JSON.parse(body).opponent);
      return Response.json({ table: "t", tokens: ["s", null], watch: "w", code: null });
    });
    const adept = [...hall.querySelectorAll("button")].find((each) => each.textContent === "Adept");
    await act(async () => adept?.click());
    await vi.waitFor(() => expect(games.value[0]).toMatchObject({ table: "t", token: "s", opponent: "adept" }));
    expect(asked).toEqual(["adept"]);
  });
});

test("the lessons are listed, with those that are done", async () => {
  learnt.value = ["blade"];
  const hall = await mounted(null);
  vi.stubGlobal("fetch", async () => new Response(file("index.json"), { headers: { "content-type": "application/json" } }));
  await act(() => render(<LearnPage game="" />, hall));
  await vi.waitFor(() => expect(hall.querySelector("a[href='/learn/blade']")?.textContent).toMatch(/BladeBlade in two minutes✓ done$/));
});
