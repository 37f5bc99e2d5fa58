// @vitest-environment happy-dom
// Every card and every number that a message shows is on the page with its name, whatever the position.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { decode } from "../src/connection";
import type { BoardMessage, CardMessage, Happened, SceneMessage, SessionState, ZoneMessage } from "../src/messages";
import { TableView } from "../src/pages/table";
import { SCHEMA } from "../tools/messages";
import { mounted } from "./mounting";
import { seated } from "./seated";

const ROOT = join(import.meta.dirname, "../..");
const RANDOM = [join(ROOT, "client/fixtures/make.py"), "--random"];
const OPTIONS = { encoding: "utf8", maxBuffer: 2 ** 26, env: { ...process.env, PYTHONPATH: join(ROOT, "src") } } as const;
const POSITIONS: { state: SessionState; scenes: SceneMessage[] }[] = JSON.parse(execFileSync(join(ROOT, ".venv/bin/python"), RANDOM, OPTIONS));
const GAMES = [...new Set(POSITIONS.map(({ state }) => state.game.name))];
/** The plain board, which is the same for all games, is looked at in one of so many positions, and long scenes in one of so many steps. */
const FEWER = 7;

// --- what a message shows; what it leaves out is taken from the schema here, not from the client's code ---

type Facts = Record<string, unknown>;
const TYPES = JSON.parse(readFileSync(SCHEMA, "utf8")).$defs as Record<string, { properties: Record<string, Facts> }>;

function whole<Part>(type: string, given: Part): Part {
  const fields = Object.entries(TYPES[type]?.properties ?? {});
  return { ...Object.fromEntries(fields.map(([name, field]) => [name, field["default"]])), ...given };
}

/** What numbers are called on the page, where that is not their name in the message. */
const NAMES: Record<string, string[]> = { score: ["score", "won"], full_hp: ["HP"], last_turn: ["turn"], passes: ["pass", "passes"] };
/** Seats and places written as numbers, and what a card's name or the sentence says. */
const OTHERWISE = ["to_move", "winner", "active", "lane", "column", "whole", "broken", "choice"];

/** All numbers in a fact with what they may be called. Turns are shown by those that are left, and no pass by silence. */
function numbersOf(fact: unknown, names: string[], around: Facts = {}): [string[], string][] {
  if (Array.isArray(fact)) return fact.flatMap((each) => numbersOf(each, names));
  if (typeof fact === "object" && fact !== null) {
    const inner = Object.entries(fact).filter(([key]) => !OTHERWISE.includes(key) && !(key === "turn" && "turns_left" in fact));
    return inner.flatMap(([key, value]) => numbersOf(value, key === "total" ? names : (NAMES[key] ?? [key.replaceAll("_", " ")]), fact as Facts));
  }
  const number = /^\W?(\d+)$/.exec(String(fact))?.[1];
  if (number === undefined || (number === "0" && names === NAMES["passes"])) return [];
  return [["from" in around ? [String(around["from"])] : names, number]];
}

// --- what the page says: its lines as they are heard, after the groups in which they stand, and with all that is drawn ---

type Line = Record<"heard" | "drawn", string>;

function textOf(node: Node, isHeard: boolean): string {
  if (!(node instanceof Element)) return node.textContent ?? "";
  if (isHeard && node.getAttribute("aria-hidden") === "true") return "";
  return [node.getAttribute("aria-label"), ...[...node.childNodes].map((each) => textOf(each, isHeard))].join(" ");
}

function linesOf(element: Element, above = ""): Line[] {
  if (element.getAttribute("aria-hidden") === "true") return [];
  const isLine = element.matches("button, p, li, output, meter, [role=img], .speeds");
  if (isLine) return [{ heard: `${above} ${textOf(element, true)}`, drawn: `${above} ${textOf(element, false)}` }];
  const label = `${above} ${element.getAttribute("aria-label") ?? ""}`;
  return [{ heard: label, drawn: label }, ...[...element.children].flatMap((each) => linesOf(each, label))];
}

const word = (text: string, after = "") => new RegExp(`(?<![\\w.])${text.replace(/[^\w\s]/g, "\\$&")}(?!\\w|\\.\\d)${after}`, "gi");
const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase()) && word(part).test(text);

/** How many cards with a name are spoken of. */
function toldOf(lines: Line[], name: string): number {
  const found = lines.flatMap(({ heard }) => [...heard.matchAll(word(name, "(?: ×(\\d+)|, (\\d+) copies)?"))]);
  return found.reduce((sum, [, times, copies]) => sum + Number(times ?? copies ?? 1), 0);
}

/** What a board of a message shows, and the page does not. */
function missing({ facts, zones }: BoardMessage, page: Line[], isPlain: boolean): string[] {
  return [...lost(facts, page), ...zones.flatMap((each) => missingIn(whole("ZoneMessage", each), page, isPlain))];
}

function missingIn(zone: ZoneMessage, page: Line[], isPlain: boolean): string[] {
  const here = page.filter(({ heard }) => has(heard, zone.label));
  const cards = zone.cards.map((each) => whole("CardMessage", each)).map((card) => ({ ...card, name: card.name || card.face }));
  const open = cards.filter(({ facing }) => facing !== "hidden");
  const count = (some: CardMessage[]) => some.reduce((sum, card) => sum + card.count, 0);
  const hidden = zone.size - count(open);
  const isCounted = toldOf(here, "hidden card") === hidden || here.some(({ heard }) => has(heard, String(hidden)) || has(heard, String(zone.size)));
  const known = ((zone.facts["known"] ?? []) as string[]).filter((face) => !here.some(({ drawn }) => drawn.split(/[\s(),]/).includes(face)));
  const named = open.filter(({ name }) => toldOf(here, name) < count(open.filter((each) => each.name === name))).map(({ name }) => name);
  const printed = isPlain ? [] : open.flatMap((card) => lost(card.facts, here.filter(({ heard }) => has(heard, card.name)), true));
  return [...named, ...known, ...printed, ...(isCounted ? [] : [`${hidden} hidden`]), ...lost(zone.facts, here)].map((each) => `${zone.label}: ${each}`);
}

/** The numbers that stand in no line with their name; those of a card need not have one. */
function lost(facts: Facts, lines: Line[], isCards = false): string[] {
  const isSaid = (names: string[], number: string) => lines.some(({ drawn }) => has(drawn, number) && (isCards || names.some((name) => has(drawn, name))));
  return numbersOf(facts, []).flatMap(([names, number]) => (isSaid(names, number) ? [] : [`${names[0]} ${number}`]));
}

const flat = (scenes: SceneMessage[]): SceneMessage[] => scenes.flatMap((scene) => [scene, ...flat(scene.parts)]);

test.each(GAMES.flatMap((game) => [[game, game], [game, "a plain board"]]))("%s shows each card and number with its name on %s", async (game, name) => {
  const { table, say, welcome } = seated();
  welcome();
  const hall = await mounted(<TableView table={table} />);
  const page = (part: string) => linesOf(hall.querySelector(part)!);
  const isPlain = name !== game;
  for (const [at, { state, scenes }] of POSITIONS.entries()) {
    if (state.game.name !== game || (isPlain && at % FEWER > 0)) continue;
    await act(() => say({ ...state, game: { ...state.game, name }, seq: at, round: at + 1, lone_pass: false }));
    for (const folded of hall.querySelectorAll<HTMLElement>("[aria-expanded=false]")) await act(() => folded.click());
    const board = state.result?.opened.board ?? state.board; // with the labels of who looks at it
    const zones = board.zones.map((zone) => ({ ...zone, label: state.board.zones.find(({ id }) => id === zone.id)?.label ?? zone.label }));
    expect(missing({ ...board, zones }, page("#board"), isPlain), `position ${at}`).toEqual([]);
    const told = decode<Happened>({ type: "happened", id: 0, number: 1, notable: [], scenes });
    for (const [step, { board }] of flat(told.scenes).entries()) {
      if (!board || step % FEWER > 0) continue;
      await act(() => void (table.showing.value = { told, step, running: false }));
      expect(missing(board, page(".scene"), isPlain), `position ${at}, step ${step}`).toEqual([]);
    }
    await act(() => void (table.showing.value = null));
  }
}, 120_000); // milliseconds, many times what it takes
