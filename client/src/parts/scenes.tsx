// What happened by itself, step by step: played, paused, stepped, slowed or skipped.
import { useEffect } from "preact/hooks";
import { frontOf } from "../games";
import { habits, prefer } from "../memory";
import type { BoardMessage, SceneMessage, SessionState } from "../messages";
import type { Table } from "../table";
import { Ruling } from "./ruling";
import { isStill } from "./width";
import { captionOf } from "./words";

const PACES = [
  { pace: 1200, says: "Slow" },
  { pace: 600, says: "Usual" },
  { pace: 250, says: "Fast" },
];

export function flat(scenes: SceneMessage[]): SceneMessage[] {
  return scenes.flatMap((scene) => [scene, ...flat(scene.parts)]);
}

/** Where something happens: a table, or a lesson. */
type Shown = Pick<Table, "showing" | "say" | "ask">;

export function Scenes({ table, state }: { table: Shown; state: SessionState }) {
  const showing = table.showing;
  const now = showing.value;
  const scenes = flat(now?.told.scenes ?? []);
  const isLast = now === null || now.step >= scenes.length - 1;
  const isHurried = (state.clock !== null && state.result === null) || frontOf(state.game.name).isBrief || scenes.length === 1;
  useEffect(() => {
    if (!now?.running || isStill() || (isLast && !isHurried)) return;
    const next = isLast ? null : { ...now, step: now.step + 1 }; // nobody is kept from the board while a clock runs
    const timer = setTimeout(() => (showing.value = next), habits.value.pace);
    return () => clearTimeout(timer);
  }, [now]);
  const scene = now ? scenes[now.step] : undefined;
  const caption = scene ? captionOf(scene, state) : "";
  useEffect(() => table.say(caption), [scene]);
  if (!now || !scene) return null;
  const Picture = frontOf(state.game.name).scene;
  const to = (step: number, running = false) => {
    showing.value = { ...now, step: Math.min(Math.max(step, 0), scenes.length - 1), running };
  };
  return (
    <section class="scene" aria-label="What happened" data-step={now.step}>
      <Picture told={scenes.slice(0, now.step + 1)} scenes={scenes} board={lastBoard(scenes, now.step)} before={now.before ?? null} seat={state.seat} />
      <p class="caption">{caption}</p>
      <div class="scene-rulings small">
        {scene.rulings.map((number) => (
          <Ruling key={number} number={number} table={table} />
        ))}
      </div>
      <label>
        <span>
          Step <span class="number">{now.step + 1}</span> of <span class="number">{scenes.length}</span>
        </span>
        <input
          type="range"
          min={0}
          max={scenes.length - 1}
          value={now.step}
          onInput={(event) => to(Number(event.currentTarget.value))}
        />
      </label>
      <div class="controls">
        <button type="button" class="button" disabled={now.step === 0} onClick={() => to(now.step - 1)}>
          Back
        </button>
        {!isStill() && !isLast && (
          <button type="button" class="button" onClick={() => to(now.step, !now.running)}>
            {now.running ? "Pause" : "Run"}
          </button>
        )}
        <button type="button" class="button" disabled={isLast} onClick={() => to(now.step + 1)}>
          Next
        </button>
        <button type="button" class="button main" onClick={() => (showing.value = null)}>
          {isLast ? "Go on" : "Skip"}
        </button>
        <Pace />
      </div>
    </section>
  );
}

function Pace() {
  if (isStill()) return null;
  return (
    <select
      aria-label="Pace"
      style={{ width: "auto" }}
      value={habits.value.pace}
      onChange={(event) => prefer({ pace: Number(event.currentTarget.value) })}
    >
      {PACES.map(({ pace, says }) => (
        <option key={pace} value={pace}>
          {says}
        </option>
      ))}
    </select>
  );
}

function lastBoard(scenes: SceneMessage[], step: number): BoardMessage | null {
  return scenes.slice(0, step + 1).findLast((scene) => scene.board)?.board ?? null;
}
