// A board that a game from elsewhere brings: a module whose default export is given what boards are made of, and answers
// with the game's front. Where it cannot be loaded, or fails, the plain board is shown.
import { Component, type ComponentType, Fragment, h } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Back, Card, Hand, Piece, Place, plainFace } from "../parts/card";
import { type BoardProps, nearSeat, usePlay, zoneOf } from "../parts/play";
import { keyOf } from "../touching";
import { GenericBoard } from "./generic";
import { type Front, registerUntyped } from "./front";

const KIT = { h, Fragment, useEffect, useMemo, useRef, useState, Back, Card, Hand, Piece, Place, plainFace, keyOf, nearSeat, usePlay, zoneOf };

/** What a module's default export is given. */
export type Kit = typeof KIT;

const asked = new Set<string>();

export async function bringFromElsewhere(name: string, client: string): Promise<void> {
  if (!client || asked.has(client)) return;
  asked.add(client);
  try {
    const module = (await import(/* @vite-ignore */ client)) as { default: (kit: Kit) => Front };
    const front = module.default(KIT);
    registerUntyped(name, { ...front, board: orPlain(front.board) });
  } catch (error) {
    console.error(`The board of ${name} cannot be used:`, error);
  }
}

/** A board, or the plain one from when it fails on. */
function orPlain(Board: ComponentType<BoardProps>): ComponentType<BoardProps> {
  return class extends Component<BoardProps, { failed: boolean }> {
    static getDerivedStateFromError = () => ({ failed: true });
    override state = { failed: false };
    override componentDidCatch = (error: unknown) => console.error("This board failed:", error);
    override render = () => h(this.state.failed ? GenericBoard : Board, this.props);
  };
}
