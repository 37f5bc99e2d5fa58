// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { decode } from "../src/connection";
import { prefer } from "../src/memory";
import type { SessionState } from "../src/messages";
import { seated } from "./seated";

const FIXTURE = join(import.meta.dirname, "../fixtures/monsters-start.json");
const START = decode<SessionState>(JSON.parse(readFileSync(FIXTURE, "utf8")).state);
const FIRST: SessionState = { ...START, game: { ...START.game, features: [] }, lone_pass: false };
const PASSED = { number: 1, seat: 0, move: "pass", says: "You: Pass.", late: false, stand_in: false, kind: "", change: { passes: true, resolved: true } };
const MOVED: SessionState = { ...FIRST, seq: 2, position: 1, moves: [PASSED] };

/** A table that has been welcomed. */
function sitting() {
  const { table, sent, say, welcome } = seated();
  welcome();
  return { table, sent, say };
}

const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => prefer({ askAlways: false }));

describe("a table", () => {
  test("keeps the log as the server tells it, also when moves are taken back", () => {
    const { table, say } = sitting();
    say(FIRST);
    say(MOVED);
    expect(table.log.value.map((each) => each.move)).toEqual(["pass"]);
    say({ ...FIRST, seq: 3, since: 0, moves: [], position: 0 });
    expect(table.log.value).toEqual([]);
  });

  test("plays a lone pass by itself, unless it is asked to ask", () => {
    const { sent, say } = sitting();
    say({ ...FIRST, legal: [{ move: "pass", says: "Pass" }], lone_pass: true });
    expect(sent.at(-1)).toMatchObject({ type: "move", move: "pass", position: 0 });
    prefer({ askAlways: true });
    const other = sitting();
    other.say({ ...FIRST, legal: [{ move: "pass", says: "Pass" }], lone_pass: true });
    expect(other.sent.map((each) => each.type)).toEqual([]);
  });

  test("shows what a move set off before where it led", async () => {
    const { table, sent, say } = sitting();
    const game = { ...FIRST.game, features: ["scenes" as const] };
    say({ ...FIRST, game });
    say({ ...MOVED, game });
    await settled();
    const asked = sent.find((each) => each.type === "tell");
    expect(table.state.value?.position).toBe(0);
    say({ type: "happened", id: asked?.id ?? 0, number: 1, notable: [], scenes: [{ caption: "Combat" }, { caption: "Damage" }] });
    await settled();
    expect(table.state.value?.position).toBe(1);
    expect(table.showing.value?.told.scenes[0]?.caption).toBe("Combat");
  });

  test("lets go of what was touched when the position is another", () => {
    const { table, say } = sitting();
    say(FIRST);
    table.touched.value = ["hand0 x   "];
    say(MOVED);
    expect(table.touched.value).toEqual([]);
  });

  test("says why a move was refused", async () => {
    const { table, sent, say } = sitting();
    say(FIRST);
    void table.play("commit");
    say({ type: "refused", id: sent.at(-1)?.id ?? 0, says: "You must place every card.", ruling: "F22" });
    await settled();
    expect(table.notice.value).toEqual({ says: "You must place every card.", ruling: "F22" });
  });

  test("prepares what is played before its turn", () => {
    const { table, sent, say } = sitting();
    say({ ...FIRST, to_move: 1 - (FIRST.seat ?? 0), legal: [] });
    void table.play("d3");
    expect(sent.at(-1)).toMatchObject({ type: "prepare", move: "d3" });
  });

  test("keeps neither a warning nor a hint when the game ends", async () => {
    const { table, sent, say } = sitting();
    say(FIRST);
    void table.play("nonsense");
    say({ type: "refused", id: sent.at(-1)?.id ?? 0, says: "Cannot read the move.", ruling: "" });
    await settled();
    table.hinted.value = { type: "hinted", id: 0, position: 0, lines: [], moves: [{ move: "pass", chance: 0.5, give_or_take: 0, share: null }], makeshift: false };
    const opened = { board: FIRST.board, seed: "7", salt: "00" };
    const result = { winner: 1, reason: "", says: "", ruling: "", by: "resigning", points: [0, 1], opened };
    say({ ...FIRST, seq: 2, to_move: null, legal: [], result });
    expect(table.notice.value).toBeNull();
    expect(table.advice.value).toBe("");
  });

  test("says in a sentence what the server has against something", async () => {
    const { table, sent, say } = sitting();
    say(FIRST);
    void table.wish({ type: "undo" });
    say({ type: "error", id: sent.at(-1)?.id ?? 0, code: "not_now", says: "you have nothing to take back" } as never);
    await settled();
    expect(table.notice.value?.says).toBe("You have nothing to take back.");
  });

  test("remembers the board before what is shown", async () => {
    const { table, sent, say } = sitting();
    const game = { ...FIRST.game, features: ["scenes" as const] };
    say({ ...FIRST, game });
    say({ ...MOVED, game, board: { ...FIRST.board, sentence: "after" } });
    await settled();
    const asked = sent.find((each) => each.type === "tell");
    say({ type: "happened", id: asked?.id ?? 0, number: 1, notable: [], scenes: [{ caption: "The chain resolves" }, { caption: "Damage" }] });
    await settled();
    expect(table.showing.value?.before).toEqual(FIRST.board);
  });

  test("says what is no more than a sentence, without showing it step by step", async () => {
    const { table, sent, say } = sitting();
    const game = { ...FIRST.game, features: ["scenes" as const] };
    say({ ...FIRST, game });
    say({ ...MOVED, game });
    await settled();
    const asked = sent.find((each) => each.type === "tell");
    say({ type: "happened", id: asked?.id ?? 0, number: 1, notable: [], scenes: [{ caption: "You draw Flare" }] });
    await settled();
    expect(table.showing.value).toBeNull();
    expect(table.news.value).toBe("You draw Flare.");
  });
});
