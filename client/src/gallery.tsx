// Positions from fixtures, without a server, for pictures: gallery.html?NAME, with &touch=KEY, &step=NUMBER, or
// &hint=MOVE.
import "./styles/main.css";
import { render } from "preact";
import { decode } from "./connection";
import type { BoardMessage, ToClient, Happened, Hinted, SceneMessage, SessionState, Tried } from "./messages";
import { TableView } from "./pages/table";
import { Table } from "./table";

interface Fixture {
  state: SessionState;
  scenes?: SceneMessage[];
  before?: BoardMessage;
}

const FIXTURES = import.meta.glob<Fixture>("../fixtures/*.json", { import: "default" });

/** A line that only ever says one thing. */
function lineWith(state: SessionState): WebSocket {
  const socket = { readyState: 1, send: () => undefined, close: () => undefined } as unknown as WebSocket;
  const say = (message: ToClient) => socket.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  setTimeout(() => {
    say({ type: "welcome", version: 1, table: "t", place: 0, seq: 1, shared: false, hints: true });
    say({ ...state, lone_pass: false });
  });
  return socket;
}

async function show(): Promise<void> {
  const asked = new URLSearchParams(location.search);
  const name = asked.keys().next().value ?? "";
  const fixture = await FIXTURES[`../fixtures/${name}.json`]?.();
  if (!fixture) return;
  const around = { open: () => lineWith(fixture.state), now: () => 1e9, later: () => 0, cancel: () => undefined };
  const table = new Table("t", "token", around);
  const hall = document.getElementById("hall");
  if (hall) render(<TableView table={table} />, hall);
  setTimeout(() => {
    for (const key of asked.getAll("touch")) table.touch(key);
    const hinted = asked.getAll("hint").map((move, at) => ({ move, chance: 0.63 - 0.08 * at, give_or_take: 0.02 }));
    if (hinted.length > 0) table.hinted.value = decode<Hinted>({ type: "hinted", id: 0, position: fixture.state.position, lines: [], moves: hinted });
    const scenes = fixture.scenes ?? [];
    const told = decode<Happened>({ type: "happened", id: 0, number: 1, notable: [], scenes });
    const { board } = decode<Tried>({ type: "tried", id: 0, board: fixture.before ?? null });
    const step = Number(asked.get("step") ?? 0);
    if (scenes.length > 0) table.showing.value = { told, step, running: false, before: board };
  }, 50);
}

void show();
