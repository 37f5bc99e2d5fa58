// The first page: something to touch, the games that wait for you, and the games there are, easy ones first.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { gamesOffered, makeTable, problemOf } from "../api";
import { capital, counted } from "../english";
import { bring } from "../games";
import { BoardPicture, isOurs } from "../games/shelf";
import { games, habits, keep } from "../memory";
import type { GameOffered, TableMade, TableSetup } from "../messages";
import { HallBar } from "../parts/hallbar";
import { go } from "../route";
import { GameLink, inOrder } from "./games";
import { Dots, SetupSheet, first, setupOf } from "./setup";
import { TryIt } from "./try";

const MOST_OWN = 4;

export function HomePage() {
  const offered = useSignal<GameOffered[]>([]);
  const problem = useSignal("");
  useEffect(() => {
    document.title = "Duelhall";
    gamesOffered().then(
      (answer) => (offered.value = answer.games),
      () => (problem.value = "The server does not answer. Is it running?"),
    );
  }, []);
  const ours = byDifficulty(offered.value.filter(({ name }) => isOurs(name)));
  const others = byDifficulty(offered.value.filter(({ name }) => !isOurs(name)));
  const waits = games.value.some(({ isOver }) => !isOver);
  return (
    <>
      <HallBar />
      <main class="page home">
        <h1>Four card duels for two. Try one now.</h1>
        {problem.value && <p class="notice" role="alert">{problem.value}</p>}
        <div class={waits ? "first waits" : "first"}>
          {waits && <OwnGames />}
          <TryIt />
          {!waits && games.value.length > 0 && <OwnGames />}
        </div>
        <ul class="shelf">{ours.map((game) => <Offer key={game.name} game={game} />)}</ul>
        {others.length > 0 && (
          <>
            <h2>From elsewhere</h2>
            <ul class="shelf">{others.map((game) => <Offer key={game.name} game={game} />)}</ul>
          </>
        )}
      </main>
    </>
  );
}

/** Easy games first; of those that are alike, or say nothing of it, the shorter ones. */
export function byDifficulty(all: GameOffered[]): GameOffered[] {
  const rank = ({ difficulty }: GameOffered) => difficulty || Infinity;
  return [...all].sort((one, other) => Math.sign(rank(one) - rank(other)) || one.minutes - other.minutes);
}

function OwnGames() {
  return (
    <section class="own-games" aria-labelledby="own-games">
      <h2 id="own-games">Your games</h2>
      <ul>{inOrder(games.value).slice(0, MOST_OWN).map((game) => <li key={`${game.table} ${game.token}`}><GameLink game={game} /></li>)}</ul>
      {games.value.length > MOST_OWN && <a href="/games">All {games.value.length} games</a>}
    </section>
  );
}

function Offer({ game }: { game: GameOffered }) {
  const against = useSignal<string | null>(null);
  const problem = useSignal("");
  const isBusy = useSignal(false);
  const usual = first(game);
  const begin = async (setup: TableSetup) => {
    isBusy.value = true;
    problem.value = "";
    if (isOurs(game.name)) void bring({ name: game.name, client: "" }).catch(() => undefined); // it is on its way meanwhile
    try {
      sitDown(game, setup, await makeTable(setup));
    } catch (error) {
      problem.value = problemOf(error);
    }
    isBusy.value = false;
  };
  const named = <span class="hidden-words"> {game.title}</span>;
  return (
    <li class="offer">
      <BoardPicture game={game.name} />
      <h2>{game.title}</h2>
      <p class="facts small quiet number">
        <Dots level={game.difficulty} /> {game.minutes > 0 && counted(game.minutes, "minute")}
      </p>
      <p class="aim">{game.aim}</p>
      <div class="buttons">
        <button type="button" class="button" disabled={isBusy.value} onClick={() => void begin(setupOf(game, usual, habits.value.name))}>Play{named}</button>
        <button type="button" class="button plain" onClick={() => (against.value = "friend")}>With a friend{named}</button>
        {isOurs(game.name) && <a class="button plain" href={`/learn/${game.name}`}>Learn{named}</a>}
      </div>
      <p class="small quiet">
        Against {capital(usual.against)}.{" "}
        <button type="button" class="link-button" onClick={() => (against.value = usual.against)}>Change{named}</button>
      </p>
      {problem.value && against.value === null && <p class="notice" role="alert">{problem.value}</p>}
      {against.value !== null && (
        <SetupSheet game={game} against={against.value} problem={problem.value} isBusy={isBusy.value} begin={(setup) => void begin(setup)}
          close={() => (against.value = null)} />
      )}
    </li>
  );
}

function sitDown(game: GameOffered, setup: TableSetup, made: TableMade): void {
  const [own, other] = made.tokens;
  if (!own) return;
  keep({
    table: made.table,
    token: own,
    code: made.code,
    beside: other ?? null,
    watch: made.watch,
    game: game.title,
    opponent: setup.other_name || setup.opponent || "",
    opened: Date.now(),
  });
  go(`/t/${made.table}#${own}`);
}
