// The page of a table: both players, the board, where the game stands, and what can be done.
import { type Signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { BROWSER } from "../connection";
import { frontOf } from "../games";
import { forget, keep, kept, note } from "../memory";
import type { BoardMessage, SessionState } from "../messages";
import { Actions } from "../parts/actions";
import { moveFocus } from "../parts/arrows";
import { Clock } from "../parts/clock";
import { useKeptFocus } from "../parts/focus";
import { HallBar } from "../parts/hallbar";
import { Help } from "../parts/help";
import { type Inspected, Inspector, isLookedAt } from "../parts/inspector";
import { PlayContext, nearSeat } from "../parts/play";
import { Scenes } from "../parts/scenes";
import { linkTo } from "../parts/share";
import { Sheet } from "../parts/sheet";
import { Standing } from "../parts/standing";
import { NOTHING, travel } from "../parts/travel";
import { Voice } from "../parts/voice";
import { headline, nameOf, subject } from "../parts/words";
import { standing } from "../speaking";
import { Table } from "../table";
import { asSeen } from "./games";
import { Page, WaitingPage } from "./invitation";

export function TablePage({ id, token }: { id: string; token: string }) {
  const own = kept(id, token);
  const tables = useMemo(() => [new Table(id, token), ...(own?.beside ? [new Table(id, own.beside, BROWSER, "")] : [])], [id, token]);
  const shown = useSignal(tables[0]);
  useEffect(() => {
    const retry = () => document.visibilityState === "visible" && tables.forEach((table) => table.retry());
    window.addEventListener("online", retry);
    document.addEventListener("visibilitychange", retry);
    return () => {
      window.removeEventListener("online", retry);
      document.removeEventListener("visibilitychange", retry);
      tables.forEach((table) => table.close());
    };
  }, [tables]);
  useSignalEffect(() => remember(id, token, tables[0]?.state.value ?? null));
  useSignalEffect(() => {
    const withdrawn = tables[0]?.invitation.value?.status === "withdrawn" && kept(id, token);
    if (withdrawn) forget(withdrawn);
  });
  useSignalEffect(() => {
    const mover = tables.find((table) => table.isMine.value);
    if (mover && mover !== shown.peek()) handOver(mover, shown);
  });
  const watch = own?.watch ? linkTo(id, own.watch) : "";
  return shown.value ? <TableView key={tables.indexOf(shown.value)} table={shown.value} code={own?.code ?? ""} watch={watch} /> : null;
}

/** Two people play on this device: show the other place, after it was handed over. */
function handOver(mover: Table, shown: Signal<Table | undefined>): void {
  const isFirst = shown.peek()?.state.peek()?.position === 0;
  mover.curtain.value = !isFirst;
  shown.value = mover;
}

/** Keep a game that was joined by a link among those of this device, and note how it stands. */
function remember(table: string, token: string, state: SessionState | null): void {
  if (!state || state.seat === null) return;
  const known = kept(table, token);
  const now = asSeen(state, known?.beside != null);
  if (known && (known.isOver !== now.isOver || known.isOwnTurn !== now.isOwnTurn || known.result !== now.result)) note(known, now);
  if (known) return;
  const opponent = nameOf(state, 1 - state.seat);
  keep({ table, token, beside: null, watch: "", game: state.game.title, opponent, opened: Date.now(), ...now });
}

interface ViewProps {
  table: Table;
  /** The code of the invitation to the other place, if this device has it. */
  code?: string;
  /** The link for those who want to watch, if this device has it. */
  watch?: string;
}

export function TableView({ table, code = "", watch = "" }: ViewProps) {
  const inspected = useSignal<Inspected | null>(null);
  const isHelpOpen = useSignal(false);
  const play = useMemo(() => table.at((card, zone) => (inspected.value = card && { card, zone })), [table]);
  useEffect(() => listenToKeys(table, isHelpOpen), [table]);
  useEffect(() => {
    if (inspected.value && !isLookedAt(inspected.value)) inspected.value = null;
  }, [table.state.value, table.touched.value]);
  useSignalEffect(() => {
    const state = table.state.value;
    if (state) document.title = `${headline(state)} ${state.game.title} – Duelhall`;
  });
  const state = table.state.value;
  if (!state && table.invitation.value) return <WaitingPage table={table} invitation={table.invitation.value} code={code} />;
  if (!state) return <Arriving table={table} />;
  if (table.curtain.value) return <Curtain table={table} state={state} />;
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
          <Middle table={table} state={state} />
          <Strip table={table} state={state} seat={nearSeat(state.seat)} />
        </main>
        <Sheet table={table} watch={watch} />
        <Actions table={table} />
        <Inspector inspected={inspected} table={table} />
        <Voice table={table} />
        {isHelpOpen.value && <Help close={() => (isHelpOpen.value = false)} />}
      </div>
    </PlayContext.Provider>
  );
}

function Arriving({ table }: { table: Table }) {
  const isRefused = table.line.value === "refused";
  return (
    <Page title={isRefused ? "No such seat" : "Sitting down …"}>
      {isRefused && <p>{table.notice.value?.says || "This link leads to no seat at this table."}</p>}
      {!isRefused && table.losses.value > 1 && (
        <p role="status">The server does not answer, or takes no more connections from your address. Trying again …</p>
      )}
      <p>
        <a href="/">Choose a game</a>
      </p>
    </Page>
  );
}

function Middle({ table, state }: { table: Table; state: SessionState }) {
  const around = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(NOTHING);
  useKeptFocus(around, [state, table.showing.value, table.touched.value]);
  useLayoutEffect(() => {
    if (element.current) before.current = travel(element.current, before.current);
  }, [state.board, state.seat, table.showing.value === null]);
  const Board = frontOf(state.game.name).board;
  const then = table.past.board.value;
  const seen = then?.board ?? state.board;
  const board = state.result ? opened(seen, then?.opened ?? state.result.opened.board) : state.board;
  return (
    <div class="play-area" ref={around}>
      {table.showing.value ? (
        <Scenes table={table} state={state} />
      ) : (
        <div class={table.isMine.value ? "board" : "board preparing"} id="board" data-position={state.position} ref={element}>
          <Board board={board} seat={state.seat} tried={table.tried.value?.board ?? null} standing={<Standing table={table} />} />
        </div>
      )}
    </div>
  );
}

/** A board as this seat saw it, with everything that was hidden there. */
function opened(seen: BoardMessage, board: BoardMessage): BoardMessage {
  const zones = board.zones.map((zone) => {
    const same = seen.zones.find((each) => each.id === zone.id);
    if (!same) return zone;
    return same.cards.some((card) => card.facing === "hidden") ? { ...zone, label: same.label } : { ...same, facts: zone.facts };
  });
  return { ...board, zones };
}

interface StripProps {
  table: Table;
  state: SessionState;
  seat: number;
}

function Strip({ table, state, seat }: StripProps) {
  const player = state.players[seat];
  const role = state.game.roles[seat];
  const isOwn = seat === nearSeat(state.seat);
  return (
    <div class={isOwn ? "strip own" : "strip"}>
      <span class="seat-mark" aria-hidden="true" />
      <span class="name">{subject(state, seat)}</span>
      {role && <span class="small quiet">{role}</span>}
      {player && !player.present && <span class="small quiet">away</span>}
      <span class="spread" />
      {state.clock && (
        <Clock clock={state.clock} toldAt={table.toldAt.value} isRunning={state.to_move === seat} seat={seat}
          warn={seat === state.seat ? (words) => table.say(words) : undefined} />
      )}
      {isOwn && table.onlookers.value > 0 && <span class="small quiet number">{table.onlookers.value} watching</span>}
    </div>
  );
}

function Curtain({ table, state }: { table: Table; state: SessionState }) {
  const lift = () => {
    table.curtain.value = false;
    setTimeout(() => table.say(standing(state))); // into a log that is there already, or nobody hears it
  };
  const next = state.players[state.seat ?? 0]?.name || state.game.roles[state.seat ?? 0] || `player ${(state.seat ?? 0) + 1}`;
  return (
    <div class="curtain" role="dialog" aria-label="Hand over">
      <p>Hand the device to {next}.</p>
      <button type="button" class="button main" ref={(button) => button?.focus()} onClick={lift}>
        Show my cards
      </button>
    </div>
  );
}

// --- keys ---

const TABS: Record<string, "log" | "rules"> = { l: "log", r: "rules" };

function listenToKeys(table: Table, isHelpOpen: Signal<boolean>): () => void {
  const pressed = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const board = document.getElementById("board");
    if (!event.key.startsWith("Arrow")) act(table, event, isHelpOpen);
    else if (board && !target.closest("[role=tablist]")) moveFocus(event, board);
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}

function act(table: Table, event: KeyboardEvent, isHelpOpen: Signal<boolean>): void {
  const last = table.log.value.at(-1);
  const tab = TABS[event.key];
  if (event.key === "?" || (event.key === "Escape" && isHelpOpen.value)) isHelpOpen.value = !isHelpOpen.value;
  else if (event.key === "Escape") escape(table);
  else if (event.key === "/") {
    table.isTyping.value = table.state.value?.seat != null && !table.state.value.result;
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
