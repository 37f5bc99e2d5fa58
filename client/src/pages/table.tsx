// The page of a table: both players, the board, where the game stands, and what can be done.
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { boardOf } from "../boards";
import { kept } from "../memory";
import type { BoardMessage, CardMessage, State, ZoneMessage } from "../messages";
import { Actions } from "../parts/actions";
import { moveFocus } from "../parts/arrows";
import { Clock } from "../parts/clock";
import { HallBar } from "../parts/hallbar";
import { Help } from "../parts/help";
import { type Inspected, Inspector } from "../parts/inspector";
import { type Play, PlayContext, nearSeat } from "../parts/play";
import { Scenes } from "../parts/scenes";
import { Share } from "../parts/share";
import { Sheet } from "../parts/sheet";
import { Standing, nameOf } from "../parts/standing";
import { Table } from "../table";

export function TablePage({ id, token }: { id: string; token: string }) {
  const table = useMemo(() => new Table(id, token), [id, token]);
  useEffect(() => {
    const retry = () => document.visibilityState === "visible" && table.retry();
    window.addEventListener("online", retry);
    document.addEventListener("visibilitychange", retry);
    return () => {
      window.removeEventListener("online", retry);
      document.removeEventListener("visibilitychange", retry);
      table.close();
    };
  }, [table]);
  return <TableView table={table} friend={kept(id, token)?.friend ?? null} />;
}

interface ViewProps {
  table: Table;
  /** The token of the other place, if this device may hand it on. */
  friend: string | null;
}

export function TableView({ table, friend }: ViewProps) {
  const inspected = useSignal<Inspected | null>(null);
  const isHelpOpen = useSignal(false);
  const play = useMemo(() => playOf(table, (card, zone) => (inspected.value = card && { card, zone })), [table]);
  useEffect(() => listenToKeys(table, () => (isHelpOpen.value = !isHelpOpen.value)), [table]);
  useSignalEffect(() => {
    if (table.touched.value.length === 0) inspected.value = null;
  });
  const state = table.state.value;
  if (!state) return <Arriving table={table} />;
  return (
    <PlayContext.Provider value={play}>
      <div class="table-page">
        <HallBar title={state.game.title}>
          {table.line.value !== "open" && <span class="small">Connecting again …</span>}
          <button type="button" class="link-button small desk-only" onClick={() => (isHelpOpen.value = true)}>
            Keys
          </button>
        </HallBar>
        <main class="table-main">
          <Strip table={table} state={state} seat={1 - nearSeat(state.seat)} />
          <Invitation table={table} state={state} friend={friend} />
          <Middle table={table} state={state} />
          <Strip table={table} state={state} seat={nearSeat(state.seat)} />
        </main>
        <Sheet table={table} />
        <Actions table={table} />
        <Inspector inspected={inspected} table={table} />
        {isHelpOpen.value && <Help close={() => (isHelpOpen.value = false)} />}
        {table.curtain.value && <Curtain table={table} state={state} />}
      </div>
    </PlayContext.Provider>
  );
}

function playOf(table: Table, inspect: (card: CardMessage | null, zone: ZoneMessage) => void): Play {
  return {
    offered: table.offered,
    firsts: table.firsts,
    touched: table.touched,
    touch: (key) => table.touch(key),
    askWhyNot: (card) => void table.whyNot(card.face ?? ""),
    inspect,
  };
}

function Arriving({ table }: { table: Table }) {
  const isRefused = table.line.value === "refused";
  return (
    <main class="page">
      <h1>{isRefused ? "No such seat" : "Sitting down …"}</h1>
      {isRefused && <p>{table.notice.value?.says || "This link leads to no seat at this table."}</p>}
      <p>
        <a href="/">Choose a game</a>
      </p>
    </main>
  );
}

function Middle({ table, state }: { table: Table; state: State }) {
  const Board = boardOf(state.game.name);
  const board = state.result ? opened(state, state.result.opened.board) : state.board;
  if (table.showing.value) return <Scenes showing={table.showing} game={state.game.name} seat={state.seat} />;
  return (
    <div class="board" id="board" data-position={state.position}>
      <Board board={board} seat={state.seat} tried={table.tried.value?.board ?? null} standing={<Standing table={table} />} />
    </div>
  );
}

/** Everything that was hidden, with the names that this seat has for places. */
function opened(state: State, board: BoardMessage): BoardMessage {
  const labels = new Map(state.board.zones.map((zone) => [zone.id, zone.label]));
  return { ...board, zones: board.zones.map((zone) => ({ ...zone, label: labels.get(zone.id) ?? zone.label })) };
}

interface StripProps {
  table: Table;
  state: State;
  seat: number;
}

function Strip({ table, state, seat }: StripProps) {
  const player = state.players[seat];
  const role = state.game.roles[seat];
  const isOwn = seat === nearSeat(state.seat);
  return (
    <div class={isOwn ? "strip own" : "strip"}>
      <span class="seat-mark" aria-hidden="true" />
      <span class="name">{nameOf(state, seat)}</span>
      {role && <span class="small quiet">{role}</span>}
      {player && !player.present && <span class="small quiet">away</span>}
      <span class="spread" />
      {state.clock && (
        <Clock clock={state.clock} toldAt={table.toldAt.value} isRunning={state.to_move === seat} seat={seat} />
      )}
      {isOwn && table.onlookers.value > 0 && <span class="small quiet number">{table.onlookers.value} watching</span>}
    </div>
  );
}

function Invitation({ table, state, friend }: { table: Table; state: State; friend: string | null }) {
  if (!friend || state.seat === null || state.position > 0) return null;
  const other = state.players[1 - state.seat];
  if (other?.kind !== "person" || other.present) return null;
  return <Share table={table.welcome.value?.table ?? ""} token={friend} />;
}

function Curtain({ table, state }: { table: Table; state: State }) {
  return (
    <div class="curtain" role="dialog" aria-label="Hand over">
      <p>Hand the device to {nameOf(state, state.seat ?? 0)}.</p>
      <button type="button" class="button main" ref={(button) => button?.focus()} onClick={() => (table.curtain.value = false)}>
        Show my cards
      </button>
    </div>
  );
}

// --- keys ---

const TABS: Record<string, "log" | "rules"> = { l: "log", r: "rules" };

function listenToKeys(table: Table, toggleHelp: () => void): () => void {
  const pressed = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const board = document.getElementById("board");
    if (board && event.key.startsWith("Arrow")) moveFocus(event, board);
    else act(table, event, toggleHelp);
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}

function act(table: Table, event: KeyboardEvent, toggleHelp: () => void): void {
  const last = table.log.value.at(-1);
  const tab = TABS[event.key];
  if (event.key === "?") toggleHelp();
  else if (event.key === "Escape") escape(table);
  else if (event.key === "/") {
    document.getElementById("typed-move")?.focus();
    event.preventDefault();
  } else if (event.key === "h" && table.welcome.value?.hints) void table.hint();
  else if (event.key === "u") void table.wish({ type: "undo" });
  else if (event.key === "w" && last) void table.why(last.number);
  else if (tab) table.tab.value = tab;
}

function escape(table: Table): void {
  if (table.showing.value) table.showing.value = null;
  else if (table.touched.value.length > 0) table.letGo();
  else table.tab.value = null;
}
