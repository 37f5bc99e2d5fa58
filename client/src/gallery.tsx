// Positions from fixtures, without a server, for pictures: gallery.html?NAME, with &touch=KEY, &step=NUMBER, or
// &hint=MOVE or &review=1, as if it had been judged.
import "./styles/main.css";
import { render } from "preact";
import { decode } from "./connection";
import type { BoardMessage, ToClient, Happened, Hinted, MoveReview, SceneMessage, SessionState, Tried } from "./messages";
import { TableView } from "./pages/table";
import { Table } from "./table";

interface Fixture {
  state: SessionState;
  scenes?: SceneMessage[];
  before?: BoardMessage;
}

const FIXTURES = import.meta.glob<Fixture>("../fixtures/*.json", { import: "default" });

/** A line that only ever says one thing, and what moves were worth. */
function lineWith(state: SessionState, isJudged: boolean): WebSocket {
  const socket = { readyState: 1, send: (text: string) => setTimeout(() => answer(JSON.parse(text))), close: () => undefined } as unknown as WebSocket;
  const say = (message: ToClient) => socket.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  const [moves, count] = [judged(state), state.moves.length];
  const answer = ({ type, id }: { type: string; id: number }) => {
    if (isJudged && type === "review") say({ type: "reviewed", id, moves, done: count, total: count });
    if (isJudged && type === "look") say({ type: "looked", id, board: state.board, opened: state.board });
  };
  setTimeout(() => {
    say({ type: "welcome", version: 1, table: "t", place: 0, seq: 1, shared: false, hints: true });
    say({ ...state, lone_pass: false });
  });
  return socket;
}

/** Chances that go up and down, and a mistake on the way. */
function judged({ moves }: SessionState): MoveReview[] {
  return moves.map(({ number, seat, move, says }) => {
    const [after, legal] = [0.5 + 0.3 * Math.sin(number), { move, says, touches: [], kind: "" }];
    const mark = number > moves.length - 4 ? "mistake" : "";
    return { number, seat, told: number, before: mark ? after + 0.2 : after, after, all_known: after * after, mark, played: legal, best: legal };
  });
}

async function show(): Promise<void> {
  const asked = new URLSearchParams(location.search);
  const name = asked.keys().next().value ?? "";
  const fixture = await FIXTURES[`../fixtures/${name}.json`]?.();
  if (!fixture) return;
  const around = { open: () => lineWith(fixture.state, asked.has("review")), now: () => 1e9, later: () => 0, cancel: () => undefined };
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
