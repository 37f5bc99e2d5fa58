// What decided a game that is over: a sentence, the chances as curves, and the board at any moment of it.
import { useEffect } from "preact/hooks";
import type { MoveReview, SessionState } from "../messages";
import type { Past } from "../past";
import { People } from "../people";
import type { Table } from "../table";
import { nearSeat } from "./play";
import { moveWords } from "./words";

export function Ending({ table, state }: { table: Table; state: SessionState }) {
  const { past } = table;
  const [decided, progress, moment] = [past.decided.value, past.progress.value, past.moment.value];
  useEffect(() => {
    // The bar has grown: how the game ended must stay in sight.
    if (decided !== undefined && table.hasJustEnded.value) document.querySelector(".standing")?.scrollIntoView({ block: "nearest" });
  }, [decided]);
  if (!progress || progress.total === 0) return null;
  if (decided === undefined) return <p class="verdict quiet">Looking for what decided it: {progress.done} of {progress.total} moves …</p>;
  if (past.moves.value.length === 0) return null;
  return (
    <section class="verdict" aria-label="What decided it">
      <p>
        {moment === null ? decidedWords(past, state) : momentWords(moment, past.moves.value, state)}{" "}
        {moment !== null && (
          <button type="button" class="link-button" onClick={() => void past.look(null)}>
            Back to the end
          </button>
        )}
      </p>
      <Chart past={past} state={state} total={progress.total} />
    </section>
  );
}

export function percent(chance: number): string {
  return `${Math.round(100 * chance)}%`;
}

/** "Move 9: “Lay the 2” took your chance from 61% to 38%. “Strike their 5” would have kept it." */
export function decidedWords({ decided, moves }: Pick<Past, "decided" | "moves">, state: SessionState): string {
  if (moves.value.length === 0) return "";
  if (!decided.value) return "No single move decided it: by what could be known, none gave much away.";
  const { move, board } = decided.value;
  const [who, then] = [new People(state), { ...state, seat: move.seat, board }];
  const played = `${who.isYou(move.seat) ? "" : `${who.who(move.seat)}'s `}“${moveWords(move.played, then)}”`;
  const took = `took ${who.isYou(move.seat) ? "your" : "their"} chance from ${percent(move.before)} to ${percent(move.after)}`;
  return `${move.told ? `Move ${move.told}: ` : ""}${played} ${took}. “${moveWords(move.best, then)}” would have kept it.`;
}

/** A moment, and the chance there of whoever looks on. */
export function momentWords(made: number, moves: MoveReview[], state: SessionState): string {
  const near = nearSeat(state.seat);
  const next = moves.find((each) => each.seat === near && each.number > made);
  const where = made === 0 ? "The beginning" : `After ${made} ${made === 1 ? "move" : "moves"}`;
  const whose = state.seat === null ? `${new People(state).who(near)}'s` : "your";
  return next ? `${where}: ${whose} chance was ${percent(next.before)}.` : `${where}.`;
}

type Point = [number, number];

/** The chances of the near seat in the course of the game: as it could know, and with all cards known. */
export function curves(moves: MoveReview[], near: number, state: SessionState, total: number): { own: Point[]; truth: Point[] } {
  const { result } = state;
  const end: Point[] = result && !result.by ? [[total, result.winner === null ? 0.5 : Number(result.winner === near)]] : [];
  const own = moves.filter((each) => each.seat === near);
  return {
    own: [...own.flatMap(({ number, before, after }): Point[] => [[number - 1, before], [number, after]]), ...end],
    truth: [...moves.map(({ number, seat, all_known }): Point => [number, seat === near ? all_known : 1 - all_known]), ...end],
  };
}

function Chart({ past, state, total }: { past: Past; state: SessionState; total: number }) {
  const [moves, near, moment] = [past.moves.value, nearSeat(state.seat), past.moment.value];
  const { own, truth } = curves(moves, near, state, total);
  const line = (points: Point[]) => points.map(([made, chance]) => `${(100 * made) / total},${100 - 100 * chance}`).join(" ");
  const marked = moves.filter((each) => each.mark && each.seat === near);
  const name = state.seat === null ? `${new People(state).who(near)}'s chance` : "your chance";
  return (
    <>
      <div class="chances">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <line class="even" x1="0" x2="100" y1="50" y2="50" />
          <polyline class="truth" points={line(truth)} />
          <polyline class="own" points={line(own)} />
          {marked.map(({ number, after }) => <path key={number} class="marked" d={`M${(100 * number) / total},${100 - 100 * after}h0`} />)}
        </svg>
        <input type="range" min={0} max={total} value={moment ?? total} aria-label="Look at the board after so many moves"
          aria-valuetext={moment === null ? "The end" : momentWords(moment, moves, state)}
          onInput={(event) => void past.look(event.currentTarget.valueAsNumber === total ? null : event.currentTarget.valueAsNumber)} />
      </div>
      <p class="legend small quiet" aria-hidden="true">
        <span class="own">{name}</span> <span class="truth">with all cards known</span>
      </p>
    </>
  );
}
