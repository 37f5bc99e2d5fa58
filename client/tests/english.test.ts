import { expect, test } from "vitest";
import { counted, sentence } from "../src/english";

test("words become a sentence, once", () => {
  expect(sentence("the game is over")).toBe("The game is over.");
  expect(sentence("The game is over.")).toBe("The game is over.");
  expect(sentence("Is it running?")).toBe("Is it running?");
  expect(sentence("")).toBe("");
});

test("things are counted in English", () => {
  expect(counted(1, "table")).toBe("1 table");
  expect(counted(0, "table")).toBe("0 tables");
});
