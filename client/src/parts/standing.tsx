// Where the game stands, in one sentence, and the last thing that happened.
import type { SessionState } from "../messages";
import type { Table } from "../table";
import { usePassed } from "./clock";
import { nowOf, timedHeadline, toldWords } from "./words";

export function Standing({ table }: { table: Table }) {
  const state = table.state.value;
  if (!state) return null;
  if (table.past.moment.value !== null) return <p class="standing quiet">Looking back</p>;
  return (
    <>
      <Latest table={table} state={state} />
      <p class="standing">
        <Headline state={state} toldAt={table.toldAt.value} />{" "}
        {state.to_move !== state.seat && <span class="quiet">{nowOf(state)}</span>}
      </p>
    </>
  );
}

function Headline({ state, toldAt }: { state: SessionState; toldAt: number }) {
  const passed = usePassed(toldAt, state.clock?.left != null && state.result === null);
  return <strong class="number">{timedHeadline(state, passed)}</strong>;
}

function Latest({ table, state }: { table: Table; state: SessionState }) {
  const last = table.log.value.at(-1);
  if (!last) return <p class="latest">{state.practice ? "Practice" : ""}</p>;
  const news = table.news.value;
  return (
    <p class="latest">
      <span>
        {news && <strong>{news} </strong>}
        {toldWords(last, state)}
        {state.practice && " · practice"}
      </span>
      <button type="button" class="link-button" onClick={() => void table.why(last.number)}>
        why?
      </button>
    </p>
  );
}
