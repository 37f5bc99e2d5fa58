import { expect, test } from "vitest";
import { type Layout, type Pile, type Seen, journeys } from "../src/parts/travel";

const box = (left: number) => ({ left, top: 0, width: 10, height: 14 });
const card = (name: string, zone: string, left = 0): Seen => ({ name, zone, box: box(left) });
const pile = (zone: string, size: number, left = 0): Pile => ({ zone, size, box: box(left) });
const layout = (cards: Seen[], piles: Pile[] = []): Layout => ({ cards, piles });
const ways = (before: Layout, after: Layout) =>
  journeys(before, after).map(({ from, to }) => [from?.left ?? "turned", "name" in to ? to.name || to.zone : to.zone]);

test("a card is followed by its name", () => {
  const before = layout([card("7", "hand", 1), card("7", "hand", 2), card("B", "hand", 3)]);
  expect(ways(before, layout([card("7", "hand"), card("7", "field"), card("B", "hand")]))).toEqual([[2, "7"]]);
});

test("a card is drawn from a pile, and hidden ones are followed by their numbers", () => {
  const before = layout([], [pile("deck", 13, 5), pile("enemy", 0, 9)]);
  expect(ways(before, layout([card("7", "hand")], [pile("deck", 12), pile("enemy", 0)]))).toEqual([[5, "7"]]);
  expect(ways(before, layout([], [pile("deck", 12), pile("enemy", 1)]))).toEqual([[5, "enemy"]]);
  const held = layout([], [pile("enemy", 4, 9)]);
  expect(ways(held, layout([card("", "stack")], [pile("enemy", 3)]))).toEqual([[9, "stack"]]);
});

test("a stack goes to the discard, not more than three cards at once", () => {
  const before = layout(["", "", "3", "4", "5"].map((name, at) => card(name, "stack", at)), [pile("discard", 0)]);
  expect(ways(before, layout([], [pile("discard", 5)]))).toEqual([[0, "discard"], [1, "discard"], [2, "discard"]]);
});

test("a card that is turned over stays where it lies", () => {
  expect(ways(layout([card("", "stack")]), layout([card("7", "stack")]))).toEqual([["turned", "7"]]);
});

test("nothing moves where nothing was seen before", () => {
  expect(ways(layout([]), layout([card("7", "hand")], [pile("deck", 3)]))).toEqual([]);
});
