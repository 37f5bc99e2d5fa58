// The boards by the names of their games; a game from elsewhere gets the plain one.
import type { ComponentType } from "preact";
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

export function boardOf(game: string): ComponentType<BoardProps> {
  return BOARDS[game] ?? GenericBoard;
}

export function sceneOf(game: string): ComponentType<SceneProps> {
  return SCENES[game] ?? GenericScene;
}
