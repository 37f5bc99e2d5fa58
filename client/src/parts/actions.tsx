// The action bar under the thumb: what is chosen, what can be done, and what is offered.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { buttonKey } from "../marking";
import type { LegalMove, SessionState } from "../messages";
import type { Table } from "../table";
import { Ending } from "./ending";
import { Ruling } from "./ruling";
import { Written } from "./voice";
import { isWide } from "./width";
import { aloud, losingWords, moveWords, offerWords, preparedWords } from "./words";

export function Actions({ table }: { table: Table }) {
  const state = table.state.value;
  if (!state || table.showing.value) return null;
  return (
    <footer class="actions">
      <Notice table={table} />
      <Offer table={table} state={state} />
      <Advice table={table} />
      {state.result && <Ending table={table} state={state} />}
      {state.result ? <Afterwards table={table} /> : <Moves table={table} state={state} />}
      {state.seat !== null && !state.result && <Tools table={table} state={state} />}
      {state.seat === null && !isWide.value && <div class="row"><MovesButton table={table} /></div>}
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

function Offer({ table, state }: { table: Table; state: SessionState }) {
  const offer = state.offer;
  if (!offer || state.seat === null) return null;
  const reply = (accept: boolean) => void table.reply(accept);
  return (
    <div class="offer">
      <p>{offerWords(offer, state)}</p>
      <div class="row">
        {offer.seat !== state.seat && (
          <button type="button" class="button main" onClick={() => reply(true)}>
            Accept
          </button>
        )}
        <button type="button" class="button" onClick={() => reply(false)}>
          {offer.seat === state.seat ? "Withdraw" : "Decline"}
        </button>
      </div>
    </div>
  );
}

/** What a hint says first; the panel has the rest. */
function Advice({ table }: { table: Table }) {
  if (table.isThinking.value) return <p class="best quiet small">Thinking about it …</p>;
  if (!table.advice.value) return null;
  return (
    <p class="best small">
      <span class="number">{table.advice.value}</span>{" "}
      <button type="button" class="link-button small" onClick={() => (table.tab.value = "analysis")}>
        more
      </button>
    </p>
  );
}

/** What can be done after a game; where another one is offered already, that is answered first. */
function Afterwards({ table }: { table: Table }) {
  const state = table.state.value;
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const isElsewhere = document.activeElement?.closest(".sheet, .hall-bar, input, dialog");
    if (table.hasJustEnded.value && !isElsewhere) again.current?.focus({ preventScroll: true });
  }, []);
  if (!state || state.seat === null) return null;
  return (
    <div class="row afterwards">
      {!state.offer && (
        <>
          <button type="button" class="button main" ref={again} onClick={() => void table.wish({ type: "rematch" })}>
            Play again
          </button>
          <button type="button" class="button" onClick={() => void table.wish({ type: "rematch", swap: true, same_deal: true })}>
            Same deal, other seat
          </button>
        </>
      )}
      <a class="button" href="/">
        Another game
      </a>
      {!isWide.value && <MovesButton table={table} />}
    </div>
  );
}

function Moves({ table, state }: { table: Table; state: SessionState }) {
  const [meant, buttons] = [table.meant.value, table.buttons.value];
  const shown = meant.length > 0 ? meant : buttons;
  const warning = meant.length === 1 && meant[0] ? losingWords(table.losing.value, meant[0], state, table.tried.value?.board ?? null) : "";
  return (
    <>
      {warning && <p class="notice">{warning}</p>}
      <div class="row">
        {shown.length === 0 && !state.prepared && !table.isTyping.value && asking(table, state) && <p class="ask">{asking(table, state)}</p>}
        {shown.map((move) => (
          <button
            key={move.move}
            type="button"
            class={shown.length === 1 && (meant.length === 1 || isAll(move, table.legal.value)) ? "button main" : "button"}
            onClick={() => void table.play(move.move)}
          >
            <Said game={state.game.name} text={table.isMine.value ? moveWords(move, state) : `Prepare: ${moveWords(move, state)}`} />
            {table.marks.value.has(buttonKey(move.move)) && <span class="number"> · {table.marks.value.get(buttonKey(move.move))?.short}</span>}
          </button>
        ))}
        {table.touched.value.length > 0 && (
          <button type="button" class="button" onClick={() => table.letGo()}>
            Cancel
          </button>
        )}
        {state.prepared && (
          <button type="button" class="button" onClick={() => void table.wish({ type: "prepare", move: null })}>
            Prepared: {preparedWords(state)}. Take it back
          </button>
        )}
        {state.seat !== null && table.isTyping.value && <Typed table={table} state={state} />}
      </div>
    </>
  );
}

/** Whether nothing else can be done, but in another way, or but to revise what was done before. */
function isAll(move: LegalMove, legal: LegalMove[]): boolean {
  return legal.every((each) => each === move || each.kind === "revision" || (each.kind !== "" && each.kind === move.kind));
}

function Said({ game, text }: { game: string; text: string }) {
  return <Written text={text} says={aloud(game, text)} />;
}

/** What is missing to a move, where nothing else says it. */
function asking(table: Table, state: SessionState): string {
  if (state.seat === null) return "You are watching.";
  if (table.touched.value.length > 0) return "Now touch where it goes.";
  return !table.isMine.value && table.legal.value.length > 0 ? "Touch a card to prepare your move." : "";
}

function Typed({ table, state }: { table: Table; state: SessionState }) {
  const text = useSignal("");
  const send = (event: Event) => {
    event.preventDefault();
    const move = text.value.trim();
    if (move) void table.play(move);
    table.isTyping.value = false;
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
        placeholder={state.game.examples}
        ref={(input) => input?.focus()}
        onKeyDown={(event) => event.key === "Escape" && (table.isTyping.value = false)}
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
      <button type="submit" class="button">
        Enter
      </button>
    </form>
  );
}

function Tools({ table, state }: { table: Table; state: SessionState }) {
  return (
    <div class="row tools">
      {!isWide.value && (
        <button type="button" class="button" onClick={() => (table.tab.value = "log")}>
          Moves
        </button>
      )}
      {table.welcome.value?.hints && (
        <button type="button" class="button" disabled={!table.isMine.value} onClick={() => void table.hint()}>
          Hint
        </button>
      )}
      <button type="button" class="button" disabled={!state.undo} onClick={() => void table.wish({ type: "undo" })}>
        {isAmongPeople(table, state) ? "Ask to undo" : "Undo"}
      </button>
      <Menu table={table} />
    </div>
  );
}

/** What is seldom wanted, and never by a slip. */
function Menu({ table }: { table: Table }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const isSure = useSignal(false);
  const close = () => {
    isSure.value = false;
    if (menu.current) menu.current.open = false;
  };
  const type = () => {
    close();
    table.isTyping.value = true;
  };
  const resign = () => {
    if (isSure.value) void table.wish({ type: "resign" });
    isSure.value = !isSure.value;
  };
  return (
    <details class="menu" ref={menu} onKeyDown={(event) => event.key === "Escape" && close()}>
      <summary class="button">More</summary>
      <div class="choices-above">
        <button type="button" class="button" onClick={type}>
          Type a move
        </button>
        <button type="button" class="button" onClick={resign} onBlur={() => (isSure.value = false)}>
          {isSure.value ? "Really resign?" : "Resign"}
        </button>
      </div>
    </details>
  );
}

/** Whether somebody else must agree. */
function isAmongPeople(table: Table, state: SessionState): boolean {
  return !table.welcome.value?.shared && state.players.every((player) => player.kind === "person");
}

function MovesButton({ table }: { table: Table }) {
  return (
    <button type="button" class="button" onClick={() => (table.tab.value = "log")}>
      Moves & rules
    </button>
  );
}
