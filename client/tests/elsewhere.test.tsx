// @vitest-environment happy-dom
// A board that a game from elsewhere brings, and what becomes of one that cannot be used.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { act } from "preact/test-utils";
import { expect, test, vi } from "vitest";
import { bring } from "../src/games";
import { decode } from "../src/connection";
import type { SessionState } from "../src/messages";
import { TableView } from "../src/pages/table";
import { mounted } from "./mounting";
import { seated } from "./seated";

const BLADE = decode<SessionState>(JSON.parse(readFileSync(join(import.meta.dirname, "../fixtures/blade-start.json"), "utf8")).state);

/** The page of a game whose package brings this module. */
async function shown(name: string, module: string) {
  const client = `data:text/javascript,${encodeURIComponent(module)}`;
  const { table, say, welcome } = seated();
  welcome();
  say({ ...BLADE, game: { ...BLADE.game, name, client } });
  const hall = await mounted(<TableView table={table} />);
  await act(() => bring({ ...BLADE.game, name, client }));
  await act(() => import(/* @vite-ignore */ client).catch(() => undefined));
  return hall;
}

test("a game from elsewhere draws its board", async () => {
  const hall = await shown("ours", `export default ({ h, zoneOf }) => ({
    board: ({ board, standing }) => h("div", { class: "own" }, zoneOf(board, "hand0").label, standing), texts: { now: () => "Go on." } })`);
  expect(hall.querySelector("#board .own")?.textContent).toMatch(/^Your hand/);
  expect(hall.querySelector(".standing")?.textContent).toMatch(/^Go on\./);
});

test.each([
  ["throws", `export default () => { throw new Error("no board") }`],
  ["fails-later", `export default () => ({ board: () => { throw new Error("no board") } })`],
  ["says-nothing", "export const board = 1"],
])("the plain board is there for one that %s", async (name, module) => {
  const heard = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const hall = await shown(name, module);
  expect(hall.querySelector("#board .generic")).not.toBeNull();
  expect(heard).toHaveBeenCalled();
  heard.mockRestore();
});
