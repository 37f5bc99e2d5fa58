// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { act } from "preact/test-utils";
import { expect, test, vi } from "vitest";
import { decode } from "../src/connection";
import type { MoveReview, SessionState } from "../src/messages";
import { TableView } from "../src/pages/table";
import { curves, decidedWords, momentWords } from "../src/parts/ending";
import { Past, decisive } from "../src/past";
import { mounted } from "./mounting";
import { seated } from "./seated";

const FIXTURE = join(import.meta.dirname, "../fixtures/blade-over.json");
const OVER = decode<SessionState>(JSON.parse(readFileSync(FIXTURE, "utf8")).state); // seat 0 has won
const ONLOOKER: SessionState = { ...OVER, seat: null };
const LOST: SessionState = { ...OVER, result: OVER.result && { ...OVER.result, winner: 1 } };
const BOARD = { ...OVER.board, facts: { ...OVER.board.facts, to_move: 0 } };

const lay = (card: string) => ({ move: card, says: `Play ${card}`, touches: [], kind: "card" });
const judged = (number: number, seat: number, before: number, after: number, mark = ""): MoveReview => ({
  ...{ number, seat, before, after, mark, told: number, played: lay("2"), best: lay("3"), all_known: after / 2 },
});
const MOVES = [judged(1, 0, 0.6, 0.5, "mistake"), judged(2, 1, 0.5, 0.2, "blunder"), judged(3, 0, 0.61, 0.38, "blunder"), judged(4, 1, 0.75, 0.7, "inaccuracy")];
const REVIEWED = { type: "reviewed" as const, id: 1, moves: MOVES.slice(0, 2), done: 2, total: 4 };

function past(moves: MoveReview[], move?: MoveReview): Past {
  const found = new Past(() => new Promise(() => undefined), () => 0);
  found.moves.value = moves;
  found.decided.value = move ? { move, board: BOARD } : null;
  return found;
}

test("what decided a game is what whoever lost gave away", () => {
  expect([0, 1, null].map((winner) => decisive(MOVES, winner)?.number)).toEqual([2, 3, 2]);
  expect(decisive(MOVES.slice(3), 0)).toBeUndefined();
});

test("what decided it is told in the person of whoever reads it", () => {
  expect(decidedWords(past(MOVES, MOVES[2]), LOST)).toBe("Move 3: “Lay the 2” took your chance from 61% to 38%. “Lay the 3” would have kept it.");
  const theirs = "Adept's “Lay the 2” took their chance from 50% to 20%. “Lay the 3” would have kept it.";
  expect(decidedWords(past(MOVES, MOVES[1]), OVER)).toBe(`Move 2: ${theirs}`);
  expect(decidedWords(past(MOVES, { ...judged(2, 1, 0.5, 0.2), told: null }), ONLOOKER)).toBe(theirs);
  expect(decidedWords(past(MOVES), OVER)).toMatch(/^No single move decided it/);
  expect(decidedWords(past([]), OVER)).toBe("");
});

test("a moment is told with the chance of whoever looks on", () => {
  expect(momentWords(0, MOVES, OVER)).toBe("The beginning: your chance was 60%.");
  expect(momentWords(1, MOVES, ONLOOKER)).toBe("After 1 move: Ada's chance was 61%.");
  expect(momentWords(3, MOVES, OVER)).toBe("After 3 moves.");
});

test("curves are those of the near seat, and end with the result of a game that was played to its end", () => {
  const { own, truth } = curves(MOVES, 0, OVER, 4);
  expect(own).toEqual([[0, 0.6], [1, 0.5], [2, 0.61], [3, 0.38], [4, 1]]);
  expect(truth).toEqual([[1, 0.25], [2, 0.9], [3, 0.19], [4, 0.65], [4, 1]]);
  const resigned = { ...OVER, result: OVER.result && { ...OVER.result, by: "resigning" } };
  expect(curves(MOVES, 1, resigned, 4).own.at(-1)).toEqual([4, 0.7]);
});

test("a review goes on where it was when the server was away, and is forgotten with the game", async () => {
  const later = vi.fn((task: () => void) => (task(), 0));
  const away = { type: "error" as const, id: 1, code: "unavailable" as const, says: "" };
  const looked = { type: "looked" as const, id: 1, board: BOARD, opened: BOARD };
  const answers = [REVIEWED, away, { ...REVIEWED, moves: MOVES.slice(2), done: 4 }, looked];
  const ask = vi.fn(async () => answers.shift() ?? away);
  const found = new Past(ask as never, later);
  if (OVER.result) await found.judge(OVER.result);
  expect(ask.mock.calls.map(([request]: unknown[]) => request)).toEqual(
    [["review", 0], ["review", 2], ["review", 2], ["look", 1]].map(([type, after]) => ({ type, after })),
  );
  expect(later).toHaveBeenCalledOnce();
  expect([found.moves.value, found.decided.value?.move]).toEqual([MOVES, MOVES[1]]);
  found.forget();
  expect([found.moves.value, found.decided.value, found.progress.value]).toEqual([[], undefined, null]);
});

test("the page says what decided it, shows any moment, and comes back to the end", async () => {
  const { table, sent, say, welcome } = seated();
  welcome();
  say({ ...OVER, to_move: 0, result: null });
  const page = await mounted(<TableView table={table} />);
  await act(() => say(OVER));
  expect(document.activeElement?.textContent).toBe("Play again");
  expect(page.querySelector(".verdict")).toBeNull();
  const answer = async (message: object) => act(() => say({ id: sent.at(-1)?.id ?? 0, ...message }));
  await answer(REVIEWED);
  expect(page.querySelector(".verdict")?.textContent).toContain("2 of 4 moves");
  await answer({ ...REVIEWED, moves: MOVES.slice(2), done: 4, id: sent.at(-1)?.id });
  await answer({ type: "looked", board: BOARD, opened: BOARD, id: sent.at(-1)?.id });
  expect(page.querySelector(".verdict p")?.textContent).toMatch(/^Move 2: Adept's/);
  expect(table.voice.value.filter(({ says }) => says.startsWith("Move 2"))).toHaveLength(1);
  const slider = page.querySelector<HTMLInputElement>("[type=range]");
  if (slider) slider.value = "1";
  await act(() => void slider?.dispatchEvent(new Event("input", { bubbles: true })));
  expect(sent.at(-1)).toMatchObject({ type: "look", after: 1 });
  await answer({ type: "looked", board: { ...BOARD, zones: [] }, opened: { ...BOARD, zones: [] }, id: sent.at(-1)?.id });
  expect(page.querySelector(".verdict p")?.textContent).toMatch(/^After 1 move: your chance was 61%/);
  expect(page.querySelector("#board .card")).toBeNull();
  await act(() => page.querySelector<HTMLElement>(".verdict button")?.click());
  expect(page.querySelector("#board .card")).not.toBeNull();
});
