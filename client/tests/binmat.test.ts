// @vitest-environment happy-dom
// What is said of BINMAT, in the person of whoever reads it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decode } from "../src/connection";
import { texts } from "../src/games/binmat/texts";
import type { LegalMove, SessionState, ToldMove } from "../src/messages";
import { captionOf, headline, losingWords, moveWords, toldWords } from "../src/parts/words";
import "./seated";

const fixture = (name: string) => decode<SessionState>(JSON.parse(readFileSync(join(import.meta.dirname, `../fixtures/${name}.json`), "utf8")).state);
const START = fixture("binmat-defender"); // Ada defends
const ATTACK = fixture("binmat-attacker"); // Ada attacks
const OVER = fixture("binmat-over"); // Ada has defended
const watching = (state: SessionState): SessionState => ({ ...state, seat: null });

function told(seat: number, kind: string, change: object, state = ATTACK): string {
  return toldWords({ seat, kind, change, says: "", late: false, stand_in: false } as ToldMove, state);
}

test("who decides is told what can be done", () => {
  expect(headline(START)).toBe("You defend for 110 turns. Draw from any of six lanes, or pass.");
  expect(headline(ATTACK)).toBe("Draw from your deck, fight in lane 2 or 4, play one of 13 cards, or pass.");
  const only = (kinds: string[]) => ({ ...ATTACK, legal: ATTACK.legal.filter(({ kind }) => kinds.includes(kind)) });
  expect(headline(only(["pass"]))).toBe("You can only pass.");
  expect(headline({ ...START, legal: START.legal.filter(({ move }) => ["d3", "--"].includes(move)) })).toContain("Draw from lane 3, or pass.");
  const first = { ...ATTACK.board, facts: { ...ATTACK.board.facts, turn: 1, turns_left: 109 } };
  expect(headline({ ...ATTACK, board: first })).toMatch(/^You attack: break one lane in 109 turns\. Draw/);
  expect(headline(watching(ATTACK))).toBe("Ada to move.");
});

test("a button says what its move would do, as far as that is seen", () => {
  const words = (move: string, state: SessionState) => moveWords(state.legal.find((each) => each.move === move)!, state);
  expect(START.legal.map((move) => moveWords(move, START))).toEqual([
    "Pass", "Draw from lane 0", "Draw from lane 1", "Draw from lane 2", "Draw *+ from lane 3", "Draw a# from lane 4", "Draw 5% from lane 5",
  ]);
  expect(words("da", ATTACK)).toBe("Draw from your deck");
  expect(words("c4", ATTACK)).toBe("Fight in lane 4: 1 damage");
  expect(words("c2", ATTACK)).toBe("Fight in lane 2");
  expect(words("u7&0", ATTACK)).toBe("Play 7& to lane 0, face up");
  const other = (move: Partial<LegalMove>) => moveWords({ ...ATTACK.legal[0]!, ...move }, ATTACK);
  const [card, pile] = [{ zone: "ha", card: "7&", at: null, row: null, column: null }, { zone: "x2", card: "", at: null, row: null, column: null }];
  expect(other({ kind: "discard", touches: [card, pile] })).toBe("Discard 7& to lane 2");
  expect(other({ kind: "exchange", touches: [card, { ...pile, zone: "xa" }] })).toBe("Trade 7& for two cards");
});

test("a move says what it did, to each as far as it is known", () => {
  expect(told(1, "draw", { deck: "l3", drawn: ["5&"] })).toBe("You drew 5& from lane 3.");
  expect(told(0, "draw", { deck: "l0", drawn: [null], shuffled: true })).toBe("Adept drew a card from lane 0, after its discards were shuffled.");
  expect(told(0, "draw", { deck: "l0", drawn: [] })).toBe("Adept drew from lane 0, which had no card left.");
  expect(told(1, "draw", { deck: "a", drawn: ["5&"] })).toBe("You drew 5& from your deck.");
  expect(told(0, "", { to: "d2" })).toBe("Adept played a card face down in lane 2.");
  expect(told(1, "play", { card: "7^", to: "a2", up: true })).toBe("You played 7^ face up in lane 2.");
  expect(told(0, "", { to: "x2" })).toBe("Adept discarded a card to lane 2.");
  expect(told(1, "exchange", { card: "7^", to: "xa", deck: "a", drawn: ["2%", "3%"] })).toBe("You traded 7^ for two: 2% and 3%.");
  expect(told(0, "pass", {})).toBe("Adept passed.");
  expect(told(1, "pass", { hand: 3 })).toBe("You passed twice, which cost 3 cards in hand.");
});

test("a fight says what it took, from both sides and to those who watch", () => {
  const fought = { lane: 3, struck: 1, taken: 2, lost: 2 };
  expect(told(1, "attack", fought)).toBe("You fought in lane 3: Adept's stack lost 1 card, and you took 2 cards from the deck.");
  expect(told(1, "attack", fought, { ...ATTACK, seat: 0, players: [...ATTACK.players].reverse() })).toBe(
    "Adept fought in lane 3: your stack lost 1 card, and Adept took 2 cards from the deck.",
  );
  expect(told(1, "attack", { ...fought, struck: 0, taken: 0 }, watching(ATTACK))).toBe("Ada fought in lane 3: no damage, and Ada's stack is gone.");
  expect(told(1, "play", { card: ">+", to: "a3", up: true, ...fought, broke: true })).toBe("You played >+ and fought in lane 3: the lane broke.");
});

test("a moment of a fight says what is seen", () => {
  const caption = (facts: object) => captionOf({ caption: "?", rulings: [], board: null, facts, parts: [], pause: false } as never, ATTACK);
  expect(caption({ step: "reveal", lane: 2 })).toBe("Lane 2: both stacks are turned over.");
  expect(caption({ step: "trap", role: "defender", cards: ["4&"] })).toBe("Adept's TRAP takes 4&.");
  expect(caption({ step: "bounce", role: "attacker", cards: ["?&"] })).toBe("Your BOUNCE (?&) ends the fight.");
  expect(caption({ step: "powers", attack: 3, defence: 2, damage: 2 })).toBe("Power 3 against 2: 2 damage.");
  expect(caption({ step: "powers", attack: 2, defence: 3, damage: null })).toBe("Power 2 against 3: the attack is beaten off.");
  expect(caption({ step: "powers", attack: 0, defence: 0, damage: null })).toBe("Neither side has power.");
  expect(caption({ step: "damage", from: "d2", cards: ["4&"] })).toBe("Damage takes 4& from Adept's stack.");
  expect(caption({ step: "damage", from: "l2", cards: ["4&", null] })).toBe("You take 2 cards from the deck.");
  expect(caption({ step: "no damage", cards: [], to: "xa" })).toBe("No damage: your stack is gone.");
  expect(caption({ step: "no attackers" })).toBe("Nobody attacks any more: no damage.");
  expect(caption({ step: "break through" })).toBe("No card is left to take: the lane breaks.");
});

test("what cannot be done says why", () => {
  const why = (zone: string, face = "", state = ATTACK) => {
    const found = state.board.zones.find(({ id }) => id === zone)!;
    return (texts.whyNot as unknown as (...given: unknown[]) => string)({ face }, found, state, state.board);
  };
  expect(why("l0")).toBe("Their stack closes lane 0: fight it, or draw elsewhere");
  expect(why("a0")).toBe("To play a card here, touch the card first; a BREAK needs a stack to join");
  expect(why("d0")).toBe("This is their stack; yours in this lane is on the other side");
  expect(why("a", "", START)).toBe("Only the attacker draws from this deck");
  expect(why("ha", ">&")).toBe("Each of your stacks has its BREAK already");
  expect(why("l0", "", { ...ATTACK, to_move: 0 })).toBe("It is not your turn");
});

test("a move that loses says why", () => {
  const words = (reason: string) => losingWords([{ move: "d3", reason, says: "", ruling: "" }], { ...START.legal[0]!, move: "d3" }, START, null);
  expect(words("turns")).toBe("This loses: it is the last turn, and no lane is broken.");
  expect(words("exhausted")).toBe("This loses: lane 3 has no card left to draw.");
});

test("an end says what decided it, to both and to those who watch", () => {
  const ended = (reason: string, winner: number, change: object = {}, state = OVER) =>
    headline({ ...state, result: { ...OVER.result!, reason, winner }, moves: [{ ...OVER.moves.at(-1)!, change: change as Record<string, unknown> }] });
  expect(headline(OVER)).toBe("You lose: lane 2 broke, its 2 cards were not enough.");
  expect(ended("damage", 1, { lane: 2, struck: 0, taken: 2, lost: 0 })).toBe("You lose: lane 2 broke, 3 damage on 2 cards.");
  expect(ended("turns", 0)).toBe("You win: all 110 turns are over, and Adept has not broken through.");
  expect(ended("turns", 0, {}, watching(OVER))).toBe("Ada wins: all 110 turns are over, and Adept has not broken through.");
  expect(ended("exhausted", 1, { deck: "l3", drawn: [] })).toBe("You lose: lane 3 had no card left to draw.");
  expect(ended("starved", 0)).toBe("You win: Adept had no card, and no lane to draw from.");
});
