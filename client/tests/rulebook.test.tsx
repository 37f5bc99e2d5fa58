// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { render } from "preact";
import { expect, test } from "vitest";
import { Markdown } from "../src/parts/markdown";
import { forPlayers, paragraphsOf, speakingOf } from "../src/rulebook";

const book = (game: string) => readFileSync(join(import.meta.dirname, `../../docs/reference/rules/${game}.md`), "utf8");
const numbers = (game: string, name: string, ...printed: string[]) =>
  speakingOf(paragraphsOf(book(game)), name, printed).map((each) => each.number);

test("rulings that name a card speak of it", () => {
  expect(numbers("blade", "Bolt")).toEqual(expect.arrayContaining(["B10", "S6", "B8"]));
  expect(numbers("blade", "Bolt")).not.toContain("B9");
  expect(numbers("blade", "7")).toEqual(["B7"]);
  expect(numbers("binmat", "WILD of VOID")).toContain("N36");
  expect(numbers("frontline", "broken spear")).toContain("F5");
});

test("a card's own text leads to the rulings on its words", () => {
  expect(numbers("monsters", "Kiln Breath", "Kiln Breath  ATK:4 / DEF:~", "  Field: your attack +1.")).toEqual(
    expect.arrayContaining(["M4", "M16"]),
  );
});

test("the sentence that speaks of a card is the one to be read", () => {
  const [first] = speakingOf([{ numbers: ["X1"], text: "You win. A Bolt loses. So it is." }], "Bolt", []);
  expect(first).toEqual({ number: "X1", says: "A Bolt loses." });
});

test("a rulebook in a browser does not begin with what is typed into a terminal", () => {
  for (const game of ["blade", "binmat", "frontline", "monsters"]) {
    const [beginning, chapter] = forPlayers(book(game)).split("\n## ");
    expect(beginning).not.toContain("duelhall");
    expect(beginning).toMatch(/^# .*\n\n\w/);
    expect(chapter).toBeTruthy();
  }
});

test("a rulebook is shown without a sign of Markdown", () => {
  for (const game of ["blade", "binmat", "frontline", "monsters"]) {
    const page = document.createElement("div");
    render(<Markdown text={forPlayers(book(game))} />, page);
    expect(page.querySelectorAll("table").length).toBeGreaterThan(0);
    for (const drawing of page.querySelectorAll("pre, code")) drawing.remove();
    expect(page.textContent).not.toMatch(/\*\*|^#|\]\(|`|---/m);
  }
});
