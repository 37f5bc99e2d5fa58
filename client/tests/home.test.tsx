// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { beforeEach, expect, test, vi } from "vitest";
import { type Kept, games, habits } from "../src/memory";
import type { GameOffered, SessionState, TableSetup } from "../src/messages";
import { asSeen, inOrder } from "../src/pages/games";
import { HomePage, byDifficulty } from "../src/pages/home";
import { mounted } from "./mounting";

const FRONTLINE: GameOffered = {
  ...{ name: "frontline", title: "Frontline", summary: "", edition: 1, roles: [], rule_sets: ["skirmish", "muster"], players: ["novice", "adept", "greedy"] },
  ...{ levels: ["novice", "adept"], clock: false, cards: false, decks: [], plans: {}, titles: { skirmish: "an army each", muster: "a large army each" } },
  ...{ aim: "Line up six units.", minutes: 4, difficulty: 2, side: "Who begins?", sides: ["You", "They"], paces: { "Five seconds a turn": 5 } },
  options: [{
    ...{ name: "battles", says: "", expected: "", allowed: [1, 2, 3], values: { skirmish: 1, muster: 1 }, shown: {}, rulings: ["F23"], asks: "How many battles?" },
    answers: { skirmish: [{ value: 1, says: "one" }, { value: 3, says: "best of 3" }], muster: [{ value: 1, says: "one" }] },
  }],
};
const BLADE: GameOffered = { ...FRONTLINE, name: "blade", title: "Blade", aim: "Beat their score.", minutes: 3, difficulty: 1, options: [] };
const ELSEWHERE: GameOffered = { ...BLADE, name: "two-tricks", title: "Two Tricks", aim: "Take both tricks.", minutes: 0, difficulty: 0 };
const GAME: Kept = { table: "t", token: "s", beside: null, watch: "", game: "Blade", opponent: "adept", opened: 1 };

beforeEach(() => {
  games.value = [];
  habits.value = { ...habits.value, name: "Ann" };
});

/** The first page, and what it asks the server for; `open` presses the button of a game. */
async function home() {
  const sent: TableSetup[] = [];
  const serve = async (path: string, asked?: RequestInit) => {
    if (path.startsWith("/api/rules")) return new Response("**F23.** The best of so many battles (F2).");
    if (!asked) return Response.json({ version: 1, games: [ELSEWHERE, FRONTLINE, BLADE] });
    sent.push(JSON.parse(String(asked.body)) as TableSetup);
    return Response.json({ says: "not today" }, { status: 400 });
  };
  const hall = await mounted(<HomePage />, serve);
  await vi.waitFor(() => expect(hall.querySelector(".offer")).not.toBeNull());
  const press = (words: string) => act(() => {
    const found = [...hall.querySelectorAll<HTMLElement>("button, input, summary")].find((each) => (each.closest("label") ?? each).textContent?.startsWith(words));
    found?.click();
  });
  return { hall, sent, press };
}

test("games stand in the order of their difficulty, those from elsewhere behind ours, each with what it declares", async () => {
  const { hall } = await home();
  expect([...hall.querySelectorAll(".offer h2")].map((each) => each.textContent)).toEqual(["Blade", "Frontline", "Two Tricks"]);
  expect(hall.querySelector(".offer")?.textContent).toContain("easy, 3 minutesBeat their score.");
  expect(byDifficulty([ELSEWHERE, FRONTLINE]).map(({ name }) => name)).toEqual(["frontline", "two-tricks"]);
});

test("a game begins at once, against an adept", async () => {
  const { hall, sent, press } = await home();
  await press("Play Blade");
  expect(sent).toMatchObject([{ game: "blade", opponent: "adept", seat: 0, clock: null, options: {}, name: "Ann", other_name: "" }]);
  await vi.waitFor(() => expect(hall.querySelector("[role=alert]")?.textContent).toBe("Not today."));
});

test("the sheet sends what was chosen on it, and shows which rules were changed", async () => {
  const { hall, sent, press } = await home();
  await press("Change Frontline");
  await press("Somebody beside you");
  const name = hall.querySelector<HTMLInputElement>("input[required]");
  await act(() => {
    if (name) name.value = "Ben";
    name?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  for (const each of ["Either", "Five seconds", "Best of 3"]) await press(each);
  expect(hall.querySelector(".changed")?.textContent).toBe("How many battles? best of 3");
  await act(() => void hall.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true })));
  expect(sent).toMatchObject([{ opponent: "here", other_name: "Ben", seat: null, options: { battles: 3 }, clock: { move: 5 } }]);

  await press("greedy");
  expect(hall.querySelectorAll("input[name=Against]:checked").length, "one opponent in all lists").toBe(1);
  await press("A large army");
  expect(hall.querySelector(".changed")?.textContent, "another rule set is asked its own questions").toBe("A large army each");
});

test("what a question means is told from the rulebook, without numbers", async () => {
  const { hall, press } = await home();
  await press("Change Frontline");
  await press("What is this?");
  await vi.waitFor(() => expect(hall.querySelector(".ruling-text")?.textContent).toBe("The best of so many battles."));
});

test("games that wait for somebody here come first, those that are over last", () => {
  const over = { ...GAME, table: "over", isOver: true, opened: 9 };
  const theirs = { ...GAME, table: "theirs", isOwnTurn: false, opened: 8 };
  const own = { ...GAME, table: "own", isOwnTurn: true };
  expect(inOrder([over, theirs, own]).map(({ table }) => table)).toEqual(["own", "theirs", "over"]);
});

test("how a game ended is remembered in words", () => {
  const state = (winner: number | null, kind = "computer") => ({
    ...{ seat: 0, position: 18, to_move: 1, players: [{ name: "Ann" }, { name: "adept", kind }] },
    result: winner === -1 ? null : { winner },
  }) as unknown as SessionState;
  expect(asSeen(state(1), false).result).toBe("lost to Adept, 18 moves");
  expect(asSeen(state(0), false).result).toBe("won against Adept, 18 moves");
  expect(asSeen(state(null), false).result).toBe("drew with Adept, 18 moves");
  expect(asSeen(state(0), true).result).toBe("Ann won, 18 moves");
  expect(asSeen(state(-1), false).isOwnTurn, "a computer never keeps anybody waiting").toBe(true);
  expect(asSeen(state(-1, "person"), false).isOwnTurn).toBe(false);
});

test("the first page says whose turn it is, and who won", async () => {
  games.value = [{ ...GAME, isOver: true, result: "lost to Adept, 18 moves" }, { ...GAME, table: "u", isOwnTurn: true }];
  const { hall } = await home();
  expect([...hall.querySelectorAll(".own-games li")].map((each) => each.textContent)).toEqual(["Blade against Adeptyour turn", "Blade, lost to Adept, 18 moves"]);
  expect(hall.querySelector("nav")?.textContent).toContain("(1)");
});
