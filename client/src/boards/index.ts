// The boards by the names of their games; a game from elsewhere gets the plain one.
import type { ComponentType } from "preact";
import { type Face, plainFace } from "../parts/card";
import type { BoardProps, SceneProps } from "../parts/play";
import { BinmatBoard, BinmatScene, binmatFace } from "./binmat";
import { BladeBoard, bladeFace } from "./blade";
import { FrontlineBoard, FrontlineScene, unitFace } from "./frontline";
import { GenericBoard, GenericScene } from "./generic";
import { MonstersBoard, MonstersScene, moveFace } from "./monsters";

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

const FACES: Record<string, Face> = { binmat: binmatFace, blade: bladeFace, frontline: unitFace, monsters: moveFace };

export function faceOf(game: string): Face {
  return FACES[game] ?? plainFace;
}
