// What each game brings to the client: its board, its pictures, its words. A game that brings nothing gets the plain
// board; one from elsewhere brings a module, whose default export is given what boards are made of (elsewhere.ts).
import { signal } from "@preact/signals";
import type { ComponentChildren, ComponentType, JSX } from "preact";
import { sentence } from "../english";
import type { BoardMessage, CardMessage, SceneMessage, SessionState } from "../messages";
import { plainFace } from "../parts/card";
import type { BoardOf, BoardProps, CardOf, Game, SceneOf, SceneProps } from "../parts/play";
import { GenericBoard, GenericScene } from "./generic";

/** A game's front: everything of it that the page does not know by itself. */
export interface Front<Board = BoardMessage, Scene extends { board: unknown } = SceneMessage, Card = CardMessage> {
  board: ComponentType<BoardProps<Board>>;
  /** What happens by itself, moment by moment. */
  scene?: ComponentType<SceneProps<Board, Scene>>;
  face?: (card: Card) => ComponentChildren;
  /** Where the game stands in words, where the board does not show it already. */
  sentence?: (state: SessionState, board: Board) => string;
  /** What is said to whoever decides. */
  call?: string;
  /** A text of the game as it is said: what is written in signs, a screen reader would spell or leave out. */
  aloud?: (text: string) => string;
  /** Its emblem, 56 by 40. */
  icon?: JSX.Element;
}

const PLAIN: Required<Front> = {
  board: GenericBoard,
  scene: GenericScene,
  face: plainFace,
  sentence: (state) => state.board.sentence,
  call: "Your turn.",
  aloud: (text) => text,
  icon: <rect x="16" y="2" width="25" height="35" rx="2" fill="none" stroke="currentColor" stroke-width="2" />,
};

const fronts = signal<Record<string, Required<Front>>>({});

/** A game of ours: its messages have the facts that the schema says. */
export function register<Name extends Game>(game: Name, front: Front<BoardOf<Name>, SceneOf<Name>, CardOf<Name>>): void {
  registerUntyped(game, front as unknown as Front);
}

/** A game from elsewhere. */
export function registerUntyped(game: string, front: Front): void {
  fronts.value = { ...fronts.peek(), [game]: { ...PLAIN, ...front } };
}

/** Where a game stands, in a sentence; empty once it is over, or where the board shows all of it. */
export function sentenceOf(state: SessionState): string {
  return state.result ? "" : sentence(frontOf(state.game.name).sentence(state, state.board));
}

export function frontOf(game: string): Required<Front> {
  return fronts.value[game] ?? PLAIN;
}
