// What the parts of a board need to know of the person who plays, given to them by the page.
import { type ReadonlySignal, signal } from "@preact/signals";
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Mark } from "../marking";
import type { BoardMessage, CardMessage, FactsByGame, SceneMessage, ZoneMessage } from "../messages";
import type { Key } from "../touching";

export interface Play {
  /** What can be touched next. */
  offered: ReadonlySignal<Set<Key>>;
  /** What can be touched to begin anew. */
  firsts: ReadonlySignal<Set<Key>>;
  touched: ReadonlySignal<Key[]>;
  /** What a hint advises to touch, or what was prepared. */
  marks: ReadonlySignal<Map<Key, Mark>>;
  touch(key: Key): void;
  /** Whether everything that this piece can be touched for loses at once. */
  loses(keys: Key[]): boolean;
  /** A card that cannot be played was touched: say why, if there is a reason. */
  askWhyNot(card: CardMessage, zone: ZoneMessage): void;
  /** Show a card large, with all that is printed on it. */
  inspect(card: CardMessage | null, zone: ZoneMessage): void;
}

/** Nothing can be done. */
export const NOBODY: Play = {
  offered: signal(new Set()),
  firsts: signal(new Set()),
  touched: signal([]),
  marks: signal(new Map()),
  touch: () => undefined,
  loses: () => false,
  askWhyNot: () => undefined,
  inspect: () => undefined,
};

export const PlayContext = createContext<Play>(NOBODY);

export function usePlay(): Play {
  return useContext(PlayContext);
}

/** A game that comes with Duelhall: the types of its facts are known. */
export type Game = keyof FactsByGame;

type Facts = Record<string, unknown>;
type FactsOf<Name, Part extends "board" | "zone" | "card" | "scene" | "change"> = Name extends Game ? FactsByGame[Name][Part] : Facts;

export type CardOf<Name = string> = Omit<CardMessage, "facts"> & { facts: Partial<FactsOf<Name, "card">> };
export type ZoneOf<Name = string> = Omit<ZoneMessage, "facts" | "cards"> & { facts: FactsOf<Name, "zone">; cards: CardOf<Name>[] };
export type BoardOf<Name = string> = Omit<BoardMessage, "facts" | "zones"> & { facts: FactsOf<Name, "board">; zones: ZoneOf<Name>[] };

export type ChangeOf<Name> = Partial<FactsOf<Name, "change">>;

/** What a picture of a moment shows is not a whole board, and has the facts of the moment. */
export type SceneOf<Name = string> = Omit<SceneMessage, "facts" | "board" | "parts"> & {
  facts: FactsOf<Name, "scene">;
  board: PictureOf<Name> | null;
  parts: SceneOf<Name>[];
};
export type PictureOf<Name = string> = Omit<BoardOf<Name>, "facts"> & { facts: FactsOf<Name, "scene"> };

export interface BoardProps<Board = BoardMessage> {
  board: Board;
  /** Who looks at it; null for those who watch. */
  seat: number | null;
  /** What the board would be after the move that is chosen. */
  tried: Board | null;
  /** Where the game stands in one sentence; it belongs above the hand. */
  standing: ComponentChildren;
}

export interface SceneProps<Board = BoardMessage, Scene extends { board: unknown } = SceneMessage> {
  /** All scenes, with those that are parts of others. */
  scenes: Scene[];
  /** Those that have been shown, up to the one that is. */
  told: Scene[];
  /** The last board that was shown, for scenes that only add words. */
  board: Scene["board"];
  /** The board before all this, where it was seen. */
  before: Board | null;
  seat: number | null;
}

/** The seat that is shown below. */
export function nearSeat(seat: number | null): number {
  return seat ?? 0;
}

export function zoneOf<Zone extends { id: string }>(board: { zones: Zone[] }, id: string): Zone | undefined {
  return board.zones.find((zone) => zone.id === id);
}
