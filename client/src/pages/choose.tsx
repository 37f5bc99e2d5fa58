// The first page: a game, an opponent, and whatever else somebody wants to choose.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { gamesOffered, makeTable, problemOf } from "../api";
import { games, habits, keep } from "../memory";
import type { GameOffered, TableMade } from "../messages";
import { HallBar } from "../parts/hallbar";
import { EMBLEMS, PLAIN_EMBLEM } from "../games/shelf";
import { NameField } from "../parts/name";
import { go } from "../route";
import { type GameSetup, Options, first, setupOf } from "./setup";

export function ChoosePage() {
  const offered = useSignal<GameOffered[] | null>(null);
  const chosen = useSignal<GameOffered | null>(null);
  const problem = useSignal("");
  useEffect(() => {
    document.title = "Duelhall";
    gamesOffered().then(
      (answer) => (offered.value = answer.games),
      () => (problem.value = "The server does not answer. Is it running?"),
    );
  }, []);
  return (
    <>
      <HallBar />
      <main class="page">
        <header>
          <h1>Duelhall</h1>
          <p class="lead quiet">Two-player card duels. Choose one.</p>
        </header>
        {problem.value && <p class="notice" role="alert">{problem.value}</p>}
        <div class="choices">
          {offered.value?.map((game) => (
            <button
              key={game.name}
              type="button"
              class="choice"
              aria-pressed={chosen.value === game}
              onClick={() => (chosen.value = game)}
            >
              <svg viewBox="0 0 56 40" aria-hidden="true">{EMBLEMS[game.name] ?? PLAIN_EMBLEM}</svg>
              <span class="title">{game.title}</span>
              <span class="summary">{game.summary}</span>
            </button>
          ))}
        </div>
        {chosen.value && <Setup key={chosen.value.name} game={chosen.value} />}
        {!chosen.value && games.value.length > 0 && (
          <p>
            <a href="/games">Go on with one of your games</a>
          </p>
        )}
      </main>
    </>
  );
}

function Setup({ game }: { game: GameOffered }) {
  const setup = useSignal<GameSetup>(first(game));
  const problem = useSignal("");
  const isBusy = useSignal(false);
  const begin = async (event: Event) => {
    event.preventDefault();
    isBusy.value = true;
    problem.value = "";
    try {
      const made = await makeTable(setupOf(game, setup.value, habits.value.name));
      sitDown(game, setup.value, made);
    } catch (error) {
      problem.value = problemOf(error);
    }
    isBusy.value = false;
  };
  return (
    <form class="form" onSubmit={(event) => void begin(event)} ref={intoView}>
      <h2>{game.title}</h2>
      <Options game={game} setup={setup} />
      <NameField says="Your name, for friends and those who watch" />
      {problem.value && <p class="notice" role="alert">{problem.value}</p>}
      <button type="submit" class="button main" disabled={isBusy.value}>
        Play
      </button>
    </form>
  );
}

function intoView(form: HTMLElement | null): void {
  form?.scrollIntoView?.({ block: "nearest" });
}

function sitDown(game: GameOffered, setup: GameSetup, made: TableMade): void {
  const [own, other] = made.tokens;
  if (!own) return;
  keep({
    table: made.table,
    token: own,
    code: made.code,
    beside: other ?? null,
    watch: made.watch,
    game: game.title,
    opponent: setup.opponent,
    opened: Date.now(),
  });
  go(`/t/${made.table}#${own}`);
}
