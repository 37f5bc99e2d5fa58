import { Table } from "../src/table";

import.meta.glob("../src/games/*/index.tsx", { eager: true }); // so that nobody waits for a game

export interface Sent {
  type: string;
  id: number;
  move?: string;
}

/** A table with a server that is not there: what it sent, and how the server speaks to it, leaving out what is usual. */
export function seated() {
  const sent: Sent[] = [];
  const socket = {
    readyState: 1,
    send: (text: string) => sent.push(JSON.parse(text)),
    close: () => undefined,
  } as unknown as WebSocket;
  const table = new Table("t", "secret", { open: () => socket, now: () => 1e9, later: () => 0, cancel: () => undefined });
  const say = (message: object) => socket.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  const welcome = () => say({ type: "welcome", version: 1, table: "t", place: 0, seq: 1, shared: false, hints: true });
  return { table, sent, say, welcome };
}
