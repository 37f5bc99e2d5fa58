// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decode } from "../src/connection";
import type { SessionState } from "../src/messages";
import { aloud, headline, nowOf, timedHeadline } from "../src/parts/words";
import { spoken, warning, wasDeclined } from "../src/speaking";
import "./seated";

const FIXTURE = join(import.meta.dirname, "../fixtures/blade-start.json");
const START = decode<SessionState>(JSON.parse(readFileSync(FIXTURE, "utf8")).state);
const TOLD = { late: false, stand_in: false, kind: "", change: {} };
const MOVED: SessionState = {
  ...START,
  position: 2,
  moves: [
    { number: 1, seat: 0, move: "7", says: "You: Play 7.", ...TOLD, change: { card: "7", score: [12, 5] } },
    { number: 2, seat: 1, move: "6", says: "adept was too late: Pass.", ...TOLD, late: true },
  ],
};

test("what happened is said once, and then whose turn it is", () => {
  expect(spoken(null, START)).toEqual(["You need more than 5."]);
  expect(spoken(START, MOVED)).toEqual(["You laid the 7: 12 to 5.", "adept was too late: Pass.", "You need more than 5."]);
  expect(spoken(MOVED, MOVED)).toEqual([]);
  expect(spoken({ ...MOVED, position: 1 }, MOVED)[0]).toBe("adept was too late: Pass.");
});

test("that one waits is said in the beginning only", () => {
  const waiting: SessionState = { ...MOVED, to_move: 1 };
  expect(spoken(null, waiting)[0]).toMatch(/^Waiting for Adept\./);
  expect(spoken({ ...START, position: 1 }, waiting)).toEqual(["adept was too late: Pass."]);
});

test("those who wait are not told to do what the other side does", () => {
  const [task, situation] = ["Pick a card", "battle 2 of 3, your score 1:0"];
  const board = { seat: 0, sentence: `${task} for ${situation}`, facts: { to_move: 1, stage: "picking" }, zones: [] };
  const state = (seat: number): SessionState => ({ ...START, game: { ...START.game, name: "frontline" }, seat, board, task, situation });
  expect(nowOf(state(0))).toBe("Battle 2 of 3, your score 1:0.");
  expect(nowOf(state(1))).toBe("Take one of the open cards.");
});

test("what is taken back, offered and prepared is said", () => {
  expect(spoken(MOVED, START)[0]).toBe("A move was taken back.");
  const offer = { seat: 1, what: "rematch" as const, swap: true, same_deal: false };
  expect(spoken(START, { ...START, offer })).toEqual(["Adept would like to play again in the other seats."]);
  const same = { ...offer, same_deal: true };
  expect(spoken(START, { ...START, offer: same })).toEqual(["Adept would like to play the same deal in the other seats."]);
  expect(wasDeclined({ ...START, offer }, START)).toBe(false);
  const own = { ...START, offer: { ...offer, seat: 0 } };
  expect(wasDeclined(own, START)).toBe(true);
  expect(wasDeclined(own, { ...START, to_move: null })).toBe(false); // the other side resigned
  expect(spoken(START, { ...START, prepared: "7" })).toEqual(["Prepared: Lay the 7."]);
});

test("a clock is spoken of when little is left, and a short one never", () => {
  expect(warning(Infinity, 60.1, 59.9)).toBe("One minute left.");
  expect(warning(30, 10.05, 9.95)).toBe("10 seconds left.");
  expect(warning(30, 9.95, 9.85)).toBe("");
  expect(warning(5, 5, 0)).toBe("");
});

test("the sentence above the hand counts down to a turn, and through the opponent's", () => {
  const clock = { move: 5, bank: null, begins: 3.2, left: 8.2 };
  const state: SessionState = { ...START, clock };
  expect(timedHeadline(state, 0)).toBe("Your turn begins in 4 s.");
  expect(timedHeadline(state, 3.5)).toBe("You need more than 5.");
  expect(timedHeadline({ ...state, to_move: 1 }, 1)).toBe("Adept's turn begins in 3 s.");
  expect(timedHeadline({ ...state, to_move: 1 }, 6)).toBe("Waiting for Adept, 3 s.");
  expect(timedHeadline(START, 6)).toBe("You need more than 5.");
});

test("how a game ended is said of whoever ended it", () => {
  const result = { winner: 0, reason: "forfeit", says: "a player gave up or could not continue", ruling: "", by: "resigning", opened: { board: START.board } };
  const over = (change: object, seat: number | null = 0) =>
    headline({ ...START, game: { ...START.game, name: "elsewhere" }, seat, to_move: null, result: { ...result, ...change } as SessionState["result"] });
  expect(over({})).toBe("You win: Adept resigned.");
  expect(over({ winner: 1 })).toBe("You lose: you resigned.");
  expect(over({ by: "running out of time" })).toBe("You win: Adept lost by running out of time.");
  expect(over({ by: null, says: "the opponent's score is lower" })).toBe("You win: the opponent's score is lower.");
  expect(over({ winner: 1 }, null)).toBe("Adept wins: Ada resigned.");
  expect(over({ winner: null, by: null, says: "both ran out" })).toBe("Drawn: both ran out.");
});

test("cards are said in words where they are written in signs", () => {
  expect(aloud("binmat", "You: Play >% face down to lane 2.")).toBe("You: Play BREAK of KIN face down to lane 2.");
  expect(aloud("binmat", "Discard a& to lane 0")).toBe("Discard 10 of FORM to lane 0");
  expect(aloud("binmat", "A draw, 50%!")).toBe("A draw, 50%!");
  expect(aloud("blade", "Place a 7")).toBe("Place a 7");
});
