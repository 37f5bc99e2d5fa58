// The boards by the names of their games; a game from elsewhere gets the plain one.
import type { ComponentType } from "preact";
import type { BoardMessage } from "../messages";
import type { BoardProps, SceneProps } from "../parts/play";
import { BinmatBoard, BinmatScene } from "./binmat";
import { BladeBoard } from "./blade";
import { FrontlineBoard, FrontlineScene } from "./frontline";
import { GenericBoard, GenericScene } from "./generic";
import { MonstersBoard, MonstersScene } from "./monsters";

const BOARDS: Record<string, ComponentType<BoardProps>> = {
  binmat: BinmatBoard,
  blade: BladeBoard,
  frontline: FrontlineBoard,
  monsters: MonstersBoard,
};

const SCENES: Record<string, ComponentType<SceneProps>> = {
  binmat: BinmatScene,
  frontline: FrontlineScene,
  monsters: MonstersScene,
};

/** What is worth saying where the board does not show it already. */
const SENTENCES: Record<string, (board: BoardMessage, seat: number | null) => string> = {
  binmat: () => "",
  blade: (board, seat) => {
    const scores = board.facts["score"] as number[];
    const isOwn = seat !== null && board.facts["to_move"] === seat && board.facts["stage"] === "turn";
    return isOwn ? `Top ${scores[1 - seat]}.` : board.sentence;
  },
  monsters: (board) => (board.facts["choice"] ? board.sentence.replace(/^.*?\. /, "") : ""),
};

export function sentenceOf(game: string, board: BoardMessage, seat: number | null): string {
  return SENTENCES[game]?.(board, seat) ?? board.sentence;
}

export function boardOf(game: string): ComponentType<BoardProps> {
  return BOARDS[game] ?? GenericBoard;
}

export function sceneOf(game: string): ComponentType<SceneProps> {
  return SCENES[game] ?? GenericScene;
}
