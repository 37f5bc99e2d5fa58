// Where the game stands, in one sentence, and the last thing that happened.
import { sentenceOf } from "../boards";
import type { State } from "../messages";
import type { Table } from "../table";

export function Standing({ table }: { table: Table }) {
  const state = table.state.value;
  if (!state) return null;
  return (
    <>
      <Latest table={table} state={state} />
      <p class="standing" role="status">
        <strong>{headline(state)}</strong> <span class="quiet">{state.result ? "" : sentenceOf(state.game.name, state.board, state.seat)}</span>
      </p>
    </>
  );
}

export function headline(state: State): string {
  if (state.result) return ending(state);
  if (state.seat === null) return `${nameOf(state, state.to_move ?? 0)} to move.`;
  return state.to_move === state.seat ? "Your turn." : `Waiting for ${nameOf(state, 1 - state.seat)}.`;
}

function ending(state: State): string {
  const { winner, says } = state.result ?? { winner: null, says: "" };
  const because = says ? `: ${says}.` : ".";
  if (winner === null) return `Drawn${because}`;
  if (state.seat === null) return `${nameOf(state, winner)} wins${because}`;
  return `${winner === state.seat ? "You win" : "You lose"}${because}`;
}

export function nameOf(state: State, seat: number): string {
  const name = state.players[seat]?.name;
  return name || (state.seat === null ? `Player ${seat + 1}` : seat === state.seat ? "You" : "your opponent");
}

function Latest({ table, state }: { table: Table; state: State }) {
  const last = table.log.value.at(-1);
  if (!last) return <p class="latest">{state.practice ? "Practice" : ""}</p>;
  const news = table.news.value;
  const who = last.seat === state.seat ? "You" : nameOf(state, last.seat);
  return (
    <p class="latest">
      <span>
        {news && <strong>{news} </strong>}
        {who} played <span class="notation">{last.move}</span>
        {last.late && " (time was up)"}
        {state.practice && " · practice"}
      </span>
      <button type="button" class="link-button" onClick={() => void table.why(last.number)}>
        why?
      </button>
    </p>
  );
}
