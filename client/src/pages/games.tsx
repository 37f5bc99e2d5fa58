// The games that were begun or joined on this device.
import { useEffect } from "preact/hooks";
import { type Habits, type Kept, forget, games, habits, prefer } from "../memory";
import { HallBar } from "../parts/hallbar";

const OTHERS: Record<string, string> = { friend: "a friend", here: "somebody beside you" };

const SCHEMES = [
  ["system", "As the device has them"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;

export function GamesPage() {
  useEffect(() => {
    document.title = "Your games – Duelhall";
  }, []);
  return (
    <>
      <HallBar />
      <main class="page">
        <header>
          <h1>Your games</h1>
          <p class="lead quiet">This device remembers them; nobody else has this list.</p>
        </header>
        {games.value.length === 0 && (
          <p>
            There are none yet. <a href="/">Choose a game</a>
          </p>
        )}
        <ul class="list">
          {games.value.map((game) => (
            <Game key={`${game.table} ${game.token}`} game={game} />
          ))}
        </ul>
        <label>
          <input
            type="checkbox"
            checked={habits.value.askAlways}
            onChange={(event) => prefer({ askAlways: event.currentTarget.checked })}
          />{" "}
          Ask me even where I can only pass
        </label>
        <label>
          <span>Colours</span>
          <select value={habits.value.scheme} onChange={(event) => prefer({ scheme: event.currentTarget.value as Habits["scheme"] })}>
            {SCHEMES.map(([scheme, says]) => (
              <option key={scheme} value={scheme}>
                {says}
              </option>
            ))}
          </select>
        </label>
      </main>
    </>
  );
}

function Game({ game }: { game: Kept }) {
  const opened = new Date(game.opened).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return (
    <li>
      <span class="grow">
        <a href={`/t/${game.table}#${game.token}`}>
          {game.game} against {OTHERS[game.opponent] ?? game.opponent}
        </a>
        <span class="small quiet">
          {" "}
          {opened}
          {game.isOver && ", over"}
        </span>
      </span>
      {game.watch && (
        <a class="small" href={`/t/${game.table}#${game.watch}`}>
          Watch
        </a>
      )}
      <button type="button" class="link-button small" onClick={() => forget(game)}>
        Forget
      </button>
    </li>
  );
}
