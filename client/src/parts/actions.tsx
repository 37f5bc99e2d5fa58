// The action bar under the thumb: what is chosen, what can be done, and what is offered.
import { useSignal } from "@preact/signals";
import type { State } from "../messages";
import type { Table } from "../table";
import { Ruling } from "./sheet";
import { isWide } from "./width";
import { offerWords } from "./words";

export function Actions({ table }: { table: Table }) {
  const state = table.state.value;
  if (!state || table.showing.value) return null;
  return (
    <footer class="actions">
      <Notice table={table} />
      <Offer table={table} state={state} />
      {state.result ? <Afterwards table={table} /> : <Moves table={table} state={state} />}
      {state.seat !== null && !state.result && <Tools table={table} state={state} />}
      {(state.seat === null || state.result) && !isWide.value && <More table={table} />}
    </footer>
  );
}

function Notice({ table }: { table: Table }) {
  const notice = table.notice.value;
  return (
    <>
      {notice && (
        <div class="notice">
          {notice.says} {notice.ruling && <Ruling number={notice.ruling} table={table} />}
        </div>
      )}
    </>
  );
}

function Offer({ table, state }: { table: Table; state: State }) {
  const offer = state.offer;
  if (!offer || state.seat === null) return null;
  const reply = (accept: boolean) => void table.wish({ type: "reply", accept });
  if (offer.seat === state.seat) {
    return (
      <div class="row">
        <p class="grow">{offerWords(offer, state)}</p>
        <button type="button" class="button" onClick={() => reply(false)}>
          Withdraw
        </button>
      </div>
    );
  }
  return (
    <div class="row">
      <p class="grow">{offerWords(offer, state)}</p>
      <button type="button" class="button main" onClick={() => reply(true)}>
        Accept
      </button>
      <button type="button" class="button" onClick={() => reply(false)}>
        Decline
      </button>
    </div>
  );
}

function Afterwards({ table }: { table: Table }) {
  if (table.state.value?.seat === null) return null;
  return (
    <div class="row">
      <button type="button" class="button main" onClick={() => void table.wish({ type: "rematch", swap: false })}>
        Play again
      </button>
      <button type="button" class="button" onClick={() => void table.wish({ type: "rematch", swap: true })}>
        Swap seats
      </button>
      <a class="button" href="/">
        Another game
      </a>
    </div>
  );
}

function Moves({ table, state }: { table: Table; state: State }) {
  const tried = table.tried.value;
  const [meant, buttons] = [table.meant.value, table.buttons.value];
  const shown = meant.length > 0 ? meant : buttons;
  return (
    <>
      {tried?.loses && meant.length === 1 && <p class="notice">This loses at once: {tried.loses}</p>}
      <div class="row">
        {shown.length === 0 && !state.prepared && !table.isTyping.value && <p class="ask">{asking(table, state)}</p>}
        {shown.map((move, at) => (
          <button
            key={move.move}
            type="button"
            class={at === 0 && (meant.length > 0 || table.legal.value.length === buttons.length) ? "button main" : "button"}
            onClick={() => void table.play(move.move)}
          >
            {move.says}
          </button>
        ))}
        {table.touched.value.length > 0 && (
          <button type="button" class="button" onClick={() => table.letGo()}>
            Cancel
          </button>
        )}
        {state.prepared && (
          <button type="button" class="button" onClick={() => void table.wish({ type: "prepare", move: null })}>
            Prepared: <span class="notation">{state.prepared}</span>. Take it back
          </button>
        )}
        {state.seat !== null && (table.isTyping.value || isWide.value) && <Typed table={table} />}
      </div>
    </>
  );
}

function asking(table: Table, state: State): string {
  if (!table.isMine.value) return state.seat === null ? "You are watching." : "";
  return table.touched.value.length > 0 ? "Now touch where it goes." : "Touch a card to choose it.";
}

function Typed({ table }: { table: Table }) {
  const text = useSignal("");
  const send = (event: Event) => {
    event.preventDefault();
    const move = text.value.trim();
    if (move) void table.play(move);
    text.value = "";
  };
  return (
    <form class="typed" onSubmit={send}>
      <input
        id="typed-move"
        type="text"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-label={table.isMine.value ? "Type a move" : "Type a move to be made when it is your turn"}
        placeholder={table.isMine.value ? "Type a move" : "Prepare a move"}
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
      <button type="submit" class="button">
        Enter
      </button>
    </form>
  );
}

function Tools({ table, state }: { table: Table; state: State }) {
  const isSure = useSignal(false);
  const resign = () => {
    if (isSure.value) void table.wish({ type: "resign" });
    isSure.value = !isSure.value;
  };
  return (
    <div class="row tools">
      {!isWide.value && (
        <button type="button" class="button" onClick={() => (table.tab.value = "log")}>
          Log
        </button>
      )}
      {table.welcome.value?.hints && (
        <button type="button" class="button" disabled={!table.isMine.value} onClick={() => void table.hint()}>
          Hint
        </button>
      )}
      {!isWide.value && (
        <button type="button" class="button" aria-pressed={table.isTyping.value} onClick={() => (table.isTyping.value = !table.isTyping.value)}>
          Type
        </button>
      )}
      <button type="button" class="button" disabled={!state.undo} onClick={() => void table.wish({ type: "undo" })}>
        {isAmongPeople(table, state) ? "Ask to undo" : "Undo"}
      </button>
      <button type="button" class="button" onClick={resign} onBlur={() => (isSure.value = false)}>
        {isSure.value ? "Really resign?" : "Resign"}
      </button>
    </div>
  );
}

/** Whether somebody else must agree. */
function isAmongPeople(table: Table, state: State): boolean {
  return !table.welcome.value?.shared && state.players.every((player) => player.kind === "person");
}

function More({ table }: { table: Table }) {
  return (
    <div class="row tools">
      <button type="button" class="button" onClick={() => (table.tab.value = "log")}>
        Log & rules
      </button>
    </div>
  );
}
