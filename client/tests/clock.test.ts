// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { leftOn, said } from "../src/parts/clock";

const CLOCK = { move: 5, bank: null, begins: 4.8, left: 9.8 };

test("a clock stands still until the turn begins, and then runs", () => {
  expect(leftOn(CLOCK, 0, true, 0)).toBeCloseTo(5);
  expect(leftOn(CLOCK, 0, true, 4)).toBeCloseTo(5);
  expect(leftOn(CLOCK, 0, true, 7)).toBeCloseTo(2.8);
  expect(leftOn(CLOCK, 0, true, 20)).toBe(0);
});

test("a clock that does not run shows what there is", () => {
  expect(leftOn(CLOCK, 0, false, 3)).toBe(5);
  expect(leftOn({ ...CLOCK, bank: [61, 30] }, 1, false, 3)).toBe(30);
});

test("seconds are told with tenths when there are few", () => {
  expect([3.24, 9.99, 42, 61].map(said)).toEqual(["3.2", "10.0", "42", "1:01"]);
  expect(said(59.4 - 29.399)).toBe("30"); // as the server rounds them
});
