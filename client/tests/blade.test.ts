// @vitest-environment happy-dom
// What is said of Blade, in the person of whoever reads it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decode } from "../src/connection";
import type { LosingMove, SessionState, ToldMove } from "../src/messages";
import { headline, losingWords, moveWords, toldWords } from "../src/parts/words";
import "./seated";

const fixture = (name: string) => decode<SessionState>(JSON.parse(readFileSync(join(import.meta.dirname, `../fixtures/${name}.json`), "utf8")).state);
const MIDDLE = fixture("blade-middle"); // Ada has seat 1
const OVER = fixture("blade-over");
const watching = (state: SessionState): SessionState => ({ ...state, seat: null });

function told(seat: number, change: object, state = MIDDLE): string {
  return toldWords({ seat, change, says: "", late: false, stand_in: false } as ToldMove, state);
}

test("a card says what it did", () => {
  expect(told(1, { card: "7", score: [5, 12] })).toBe("You laid the 7: 12 to 5.");
  expect(told(0, { card: "B", struck: "7", score: [9, 5] })).toBe("Adept struck your 7: 5 to 9.");
  expect(told(1, { card: "B", struck: "M", score: [4, 5] })).toBe("You struck their Mirror: 5 to 4.");
  expect(told(1, { card: "1", raised: "7", score: [9, 12] })).toBe("You raised the 7 again: 12 to 9.");
  expect(told(0, { card: "M", score: [12, 9] }, watching(MIDDLE))).toBe("Adept swapped the rows: 12 to 9.");
  expect(told(0, { card: "B", struck: "7", score: [9, 5] }, watching(MIDDLE))).toBe("Adept struck Ada's 7: 9 to 5.");
  expect(told(1, { card: "3", score: [4, 6], tied: true })).toBe("You laid the 3: a tie, and new rows.");
  expect(told(0, { card: "5", score: [5, 0], opens: true })).toBe("Adept laid the 5 to start the row.");
});

test("a button says what its card would do", () => {
  const words = MIDDLE.legal.map((move) => moveWords(move, MIDDLE));
  expect(words).toEqual(["Strike their 5", "Raise your 3", "Lay the 4"]);
});

test("a card that loses says why", () => {
  const loss = (reason: string): LosingMove[] => [{ move: "4", reason, says: "", ruling: "" }];
  const four = MIDDLE.legal.find(({ move }) => move === "4")!;
  const after = { ...MIDDLE.board, facts: { ...MIDDLE.board.facts, score: [23, 20] } };
  expect(losingWords(loss("lower-score"), four, MIDDLE, after)).toBe("This loses: you would have 20, and need more than 23.");
  expect(losingWords(loss("special-last"), four, MIDDLE, null)).toBe("This loses: a Bolt or a Mirror must not be your last card.");
  expect(losingWords([], four, MIDDLE, null)).toBe("");
});

test("an end says what decided it, to both and to those who watch", () => {
  const result = OVER.result!;
  const ended = (reason: string, winner: number | null, state = OVER) => headline({ ...state, result: { ...result, reason, winner } });
  expect(headline(OVER)).toBe("You win: Adept could not get past 28.");
  expect(ended("lower-score", 1)).toBe("You lose: the 1 made 28, and you needed more than 27.");
  expect(ended("special-last", 0)).toBe("You win: the 1 was Adept's last card.");
  expect(ended("hand-empty", 1)).toBe("You lose: you had no card left.");
  expect(ended("hands-empty", 0)).toBe("You win: both hands are empty, and 28 is more than 27.");
  expect(ended("hands-empty", null)).toBe("Drawn: both hands are empty, at 28 to 27.");
  expect(ended("stranded", 0, watching(OVER))).toBe("Ada wins: Adept had no card to lay for the new row.");
});
