// @vitest-environment happy-dom
// What is said of Monsters, in the person of whoever reads it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decode } from "../src/connection";
import { frontOf } from "../src/games";
import type { SceneMessage, SessionState, ToldMove } from "../src/messages";
import { captionOf, headline, moveWords, nowOf, toldWords } from "../src/parts/words";
import "./seated";

const whole = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, `../fixtures/${name}.json`), "utf8"));
const fixture = (name: string) => decode<SessionState>(whole(name).state);
const [START, BATTLE, CHOICE, OVER] = ["start", "battle", "choice", "over"].map((name) => fixture(`monsters-${name}`)) as [SessionState, SessionState, SessionState, SessionState];
const watching = (state: SessionState): SessionState => ({ ...state, seat: null });

/** The same position with other facts of the board, or of the chain. */
function but(state: SessionState, facts: object, chain: object = {}): SessionState {
  const zones = state.board.zones.map((zone) => (zone.id === "chain" ? { ...zone, facts: { ...zone.facts, ...chain } } : zone));
  return { ...state, board: { ...state.board, facts: { ...state.board.facts, ...facts }, zones } };
}

function told(seat: number, kind: string, change: object, state = BATTLE): string {
  return toldWords({ seat, kind, change, says: "", late: false, stand_in: false } as ToldMove, state);
}

test("whoever decides is told what there is to do", () => {
  expect(headline(START)).toBe("Prepare: play Mend the Pots, or go to battle.");
  expect(headline({ ...START, legal: [] })).toBe("Nothing to prepare: go to battle.");
  const attacks = START.legal.flatMap((move) => [{ ...move, kind: "attack" }, { ...move, kind: "end" }]).filter(({ kind, touches }) => kind === "end" || touches.length > 0);
  expect(headline(but({ ...START, legal: [...attacks, ...attacks] }, { phase: "battle" }))).toBe("Attack with one of 2 cards, or end your turn.");
  expect(headline(but({ ...START, legal: [] }, { phase: "battle", attacked: true }))).toBe("You have attacked: end your turn.");
  expect(headline(BATTLE)).toBe("Add Slip Coat, or leave it at 4 damage.");
  const zones = BATTLE.board.zones.map((zone) => (zone.id === "chain" ? { ...zone, cards: zone.cards.slice(1) } : zone));
  const attacked = but({ ...BATTLE, board: { ...BATTLE.board, zones } }, { active: 0 }, { in_all: 3 });
  const legal = BATTLE.legal.map((move) => (move.kind === "add" ? { ...move, kind: "defend" } : move));
  expect(headline({ ...attacked, legal })).toBe("They attack with 7. Defend with Slip Coat, or take 3 damage.");
  expect(headline({ ...attacked, legal: [...legal, ...legal] })).toBe("They attack with 7. Defend with one of 2 cards, or take 3 damage.");
  expect(headline(CHOICE)).toBe("Tallow Hound costs a card. Choose one to throw away.");
  expect(nowOf({ ...CHOICE, seat: 1 })).toBe("Ada chooses for Tallow Hound.");
  expect(nowOf({ ...START, seat: 0 })).toBe("Ada prepares.");
});

test("a button says what its move does", () => {
  expect(START.legal.map((move) => moveWords(move, START))).toEqual(["Go to battle", "Play Mend the Pots"]);
  expect(BATTLE.legal.map((move) => moveWords(move, BATTLE))).toEqual(["Leave it at 4 damage", "Add Slip Coat"]);
  expect(CHOICE.legal.map((move) => moveWords(move, CHOICE))[0]).toBe("Throw away: Molten Shell");
});

test("a move says what it did", () => {
  const sums = { atk: 7, def: 2 };
  expect(told(1, "attack", { card: "Kiln Breath", stasis: true, ...sums })).toBe("You attacked with Kiln Breath from Stasis: ATK 7 against DEF 2.");
  expect(told(0, "defend", { card: "Ratchet", stasis: false, ...sums })).toBe("Adept defended with Ratchet: ATK 7 against DEF 2.");
  expect(told(0, "use", { card: "Tallow Hound" }, watching(BATTLE))).toBe("Adept used Tallow Hound.");
  expect(told(0, "pass", { passes: true, resolved: true, lost: [0, 2], hp: [9, 3] })).toBe("Both pass. You take 2 damage: 3 HP left.");
  expect(told(0, "pass", { passes: true, resolved: true, lost: [0, 2], hp: [9, 3] }, watching(BATTLE))).toBe("Both pass. Ada takes 2 damage: 3 HP left.");
  expect(told(1, "pass", { passes: true })).toBe("You pass.");
  expect(told(1, "battle", { ends: "preparing" })).toBe("You went to battle.");
  expect(told(0, "end", { ends: "turn" })).toBe("Adept ended the turn.");
  expect(told(0, "choose", { card: "Tallow Hound", does: "discard", chose: "Flare" })).toBe("Adept threw away Flare.");
  expect(told(0, "", { card: "Trick", does: "search" })).toBe("Adept took a card by Trick.");
  expect(told(0, "choose", { card: "Trick", does: "draw", chose: "Yes" })).toBe("Adept chose for Trick: Yes.");
});

test("a card that cannot be played says why", () => {
  const { whyNot } = frontOf("monsters").texts;
  const why = (name: string, state: SessionState, zone = `hand${state.seat}`) => {
    const place = state.board.zones.find(({ id }) => id === zone)!;
    return whyNot?.(place.cards.find((card) => card.name === name)!, place, state, state.board);
  };
  expect(why("Brick Up", START)).toBe("Brick Up attacks or defends; you are still preparing. Go to battle first.");
  expect(why("Soft Ground", START)).toBe("Soft Ground defends: keep it for their attack.");
  expect(why("Soft Ground", BATTLE)).toBe("Soft Ground defends: keep it for their attack.");
  expect(why("Mend the Pots", but(START, { phase: "battle" }))).toBe(""); // a ruling says it
  expect(why("Slip Coat", but(BATTLE, { chain: null }))).toBe("Slip Coat adds to an attack; begin it with a card that has no +.");
  expect(why("Brick Up", but(BATTLE, { chain: null }))).toBe("You have attacked this turn.");
  expect(why("Brick Up", but(BATTLE, { to_move: 0 }))).toBe("It is their turn to decide.");
  expect(why("Mudslide", BATTLE, "drop1")).toBe("Mudslide is out of play.");
  expect(why("Steam Ram", BATTLE, "damage0")).toBe("");
});

test("what happens by itself is said to whoever looks on", () => {
  const { scenes } = whole("monsters-resolving") as { scenes: SceneMessage[] };
  const all = fixture("monsters-resolving");
  const captions = (seen: SessionState) => [scenes[0], scenes[0]?.parts[0], scenes[1]].map((scene) => captionOf(scene!, seen));
  expect(captions(all)).toEqual(["The chain resolves, the newest link first.", "Your Guttering: DEF +1.", "ATK 9 against DEF 5: 1 damage."]);
  expect(captions(watching(all))[1]).toMatch(/^(Ada|Adept)'s Guttering: DEF \+1\.$/);
});

test("an end says what decided it", () => {
  const result = OVER.result!;
  const ended = (reason: string, winner: number | null) => headline({ ...OVER, result: { ...result, reason, winner } });
  expect(headline(OVER)).toBe("You lose: Tallow Hound has no HP left.");
  expect(headline(watching(OVER))).toBe("Adept wins: Tallow Hound has no HP left.");
  expect(ended("decked-out", 1)).toBe("You lose: you had no card left to draw.");
  expect(ended("turn-limit", 1)).toBe("You lose: after turn 100, Kilnback has 3 of 7 HP left, and Tallow Hound has 0 of 10 HP left.");
  expect(ended("turn-limit", null)).toBe("Drawn: after turn 100, both have the same share of their HP left.");
  expect(ended("both-lost", null)).toBe("Drawn: both monsters fell at once.");
});
