import { describe, expect, test } from "vitest";
import { buttonKey, marks } from "../src/marking";
import type { CardMessage, LegalMove, TouchMessage } from "../src/messages";
import { buttons, keyOf, keysOfCard, meant, offered, touch } from "../src/touching";

const place = (zone: string, more: Partial<TouchMessage> = {}): TouchMessage => ({ zone, card: "", at: null, row: null, column: null, ...more });
const card = (zone: string, name: string) => place(zone, { card: name });
const PASS: LegalMove = { move: "--", says: "Pass", kind: "", touches: [] };
const DRAW: LegalMove = { move: "d3", says: "Draw from lane 3", kind: "", touches: [place("l3")] };
const DOWN: LegalMove = { move: "p7^2", says: "Play face down", kind: "", touches: [card("hd", "7^"), place("d2")] };
const UP: LegalMove = { move: "u7^2", says: "Play face up", kind: "", touches: [card("hd", "7^"), place("d2")] };
const AWAY: LegalMove = { move: "x7^2", says: "Discard", kind: "", touches: [card("hd", "7^"), place("x2")] };
const LEGAL = [PASS, DRAW, DOWN, UP, AWAY];
const HAND = keyOf(card("hd", "7^"));
const [DECK, STACK, PILE] = ["l3", "d2", "x2"].map((zone) => keyOf({ zone })) as [string, string, string];

describe("touching", () => {
  test("what can come first is offered, and moves without touches are buttons", () => {
    expect(offered(LEGAL, [])).toEqual(new Set([DECK, HAND]));
    expect(buttons(LEGAL)).toEqual([PASS]);
  });

  test("one touch chooses, the same once more plays", () => {
    const chosen = touch(LEGAL, [], DECK);
    expect(chosen).toEqual({ touched: [DECK] });
    expect(meant(LEGAL, chosen.touched)).toEqual([DRAW]);
    expect(touch(LEGAL, chosen.touched, DECK)).toEqual({ touched: [], play: DRAW });
  });

  test("a card and a place that mean one move play it", () => {
    expect(offered(LEGAL, [HAND])).toEqual(new Set([STACK, PILE]));
    expect(touch(LEGAL, [HAND], PILE)).toEqual({ touched: [], play: AWAY });
  });

  test("where several moves are left, the person is asked", () => {
    const both = touch(LEGAL, [HAND], STACK);
    expect(both.play).toBeUndefined();
    expect(meant(LEGAL, both.touched)).toEqual([DOWN, UP]);
    expect(touch(LEGAL, both.touched, STACK)).toEqual({ touched: [HAND] });
  });

  test("a touch elsewhere begins anew, or lets go", () => {
    expect(touch(LEGAL, [HAND], DECK)).toEqual({ touched: [DECK] });
    expect(touch(LEGAL, [HAND], HAND)).toEqual({ touched: [] });
    expect(touch(LEGAL, [HAND], "nowhere")).toEqual({ touched: [] });
  });

  test("a move is marked where it is to be touched next, on a button at last", () => {
    const mark = { short: "", says: "", isBest: true };
    const marked = [{ move: "p7^2", mark }, { move: "--", mark }];
    expect([...marks(LEGAL, [], marked).keys()]).toEqual([HAND, buttonKey("--")]);
    expect([...marks(LEGAL, [HAND], marked).keys()]).toEqual([STACK]);
    expect([...marks(LEGAL, [HAND, STACK], marked).keys()]).toEqual([buttonKey("p7^2")]);
    expect([...marks(LEGAL, [DECK], marked).keys()]).toEqual([]);
  });

  test("cards are known by id, by face, by their number among equals, and by their place", () => {
    const zone = { id: "army0", kind: "grid", label: "Your army", owner: 0, size: 1, cards: [], facts: {} };
    const hidden: CardMessage = { face: "", name: "", facing: "hidden", count: 1, marks: [], id: "", owner: null, row: null, column: null, facts: {} };
    const unit: CardMessage = { ...hidden, face: "|", facing: "up", id: "0.3", row: 1, column: -2 };
    expect(keysOfCard(zone, unit, 0)).toContain(keyOf({ zone: "army0", card: "0.3" }));
    expect(keysOfCard(zone, unit, 0)).toContain(keyOf({ zone: "army0", row: 1, column: -2 }));
    expect(keysOfCard({ ...zone, id: "row" }, { ...unit, id: "" }, 3)).toContain(keyOf({ zone: "row", card: "|", at: 3 }));
    expect(keysOfCard(zone, hidden, 0)).toEqual([]);
  });
});
