// What each game brings to the page: its board, its pictures, its words. It is loaded when it is needed. A game that
// brings nothing gets the plain board; one from elsewhere brings a module, whose default export is given what boards are
// made of (elsewhere.ts).
import { signal } from "@preact/signals";
import type { ComponentChildren, ComponentType } from "preact";
import type { BoardMessage, CardMessage, GameResult, LegalMove, LosingMove, SceneMessage, SessionState, ToldMove, ZoneMessage } from "../messages";
import type { People } from "../people";
import { plainFace } from "../parts/card";
import type { BoardOf, BoardProps, CardOf, Game, SceneOf, SceneProps, ZoneOf } from "../parts/play";
import { GenericBoard, GenericScene } from "./generic";

/** What a game says, from facts, in the words of people at a table. Where one is missing, the server's English is said. */
export interface Texts<Board = BoardMessage, Scene extends { board: unknown } = SceneMessage, Card = CardMessage, Zone = ZoneMessage> {
  /** What the one who looks on can do now, or what must be known while waiting; empty where the board says it all. */
  now?: (state: SessionState, board: Board, who: People) => string;
  /** A move on its button: "Strike their 5". */
  move?: (move: LegalMove, board: Board, who: People) => string;
  /** What a move of the log did: "You struck their 6: 14 to 8." */
  told?: (move: ToldMove, who: People) => string;
  /** Whether a move of the log is one of those that say nothing: it is left out there. */
  isSilent?: (move: ToldMove) => boolean;
  /** Why a move would lose at once, also by the board after it, if that is open: "You would have 10, and need more than 11." */
  loses?: (move: LosingMove, board: Board, after: Board | null) => string;
  /** Why a card that lies there cannot be played, where no ruling is to blame. */
  whyNot?: (card: Card, zone: Zone, state: SessionState, board: Board) => string;
  /** What happens by itself, in a moment of it. */
  caption?: (scene: Scene, who: People) => string;
  /** What decided the game, as the end of "You lose: …"; `state` has all its moves. */
  ending?: (result: GameResult, state: SessionState, board: Board, who: People) => string;
  /** A text of the game as it is said: what is written in signs, a screen reader would spell or leave out. */
  aloud?: (text: string) => string;
}

/** A game's front: everything of it that the page does not know by itself. */
export interface Front<Board = BoardMessage, Scene extends { board: unknown } = SceneMessage, Card = CardMessage, Zone = ZoneMessage> {
  board: ComponentType<BoardProps<Board>>;
  /** What happens by itself, moment by moment. */
  scene?: ComponentType<SceneProps<Board, Scene>>;
  face?: (card: Card) => ComponentChildren;
  texts?: Texts<Board, Scene, Card, Zone>;
  /** Whether a move may have set something off that is worth showing, step by step, before where it led. */
  setsOff?: (move: ToldMove) => boolean;
  /** Whether what is shown so goes away by itself in the end; a single moment always does. */
  isBrief?: boolean;
}

const PLAIN: Required<Front> = { board: GenericBoard, scene: GenericScene, face: plainFace, texts: {}, setsOff: () => true, isBrief: false };

const fronts = signal<Record<string, Required<Front>>>({});

/** A game of ours: its messages have the facts that the schema says. */
export function register<Name extends Game>(game: Name, front: Front<BoardOf<Name>, SceneOf<Name>, CardOf<Name>, ZoneOf<Name>>): void {
  registerUntyped(game, front as unknown as Front);
}

/** A game from elsewhere. */
export function registerUntyped(game: string, front: Front): void {
  fronts.value = { ...fronts.peek(), [game]: { ...PLAIN, ...front } };
}

export function frontOf(game: string): Required<Front> {
  return fronts.value[game] ?? PLAIN;
}

/** Whether a game's own front is there. */
export function isRegistered(game: string): boolean {
  return game in fronts.value;
}
