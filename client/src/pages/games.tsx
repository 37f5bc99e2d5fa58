// The games that were begun or joined on this device: those that wait for somebody here first.
import { useEffect } from "preact/hooks";
import { capital, counted } from "../english";
import { type Habits, type Kept, forget, games, habits, prefer } from "../memory";
import type { SessionState } from "../messages";
import { HallBar } from "../parts/hallbar";
import { NameField } from "../parts/name";

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
          {inOrder(games.value).map((game) => (
            <Game key={`${game.table} ${game.token}`} game={game} />
          ))}
        </ul>
        <h2>How you like to play</h2>
        <NameField says="Your name, for friends and those who watch" />
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
        <GameLink game={game} />
        <span class="small quiet"> {opened}</span>
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

/** A game and how it stands: "Blade, lost to Adept, 18 moves". */
export function GameLink({ game }: { game: Kept }) {
  const how = standsAt(game);
  return (
    <a class="game-link" href={`/t/${game.table}#${game.token}`}>
      <span>{game.isOver && game.result ? `${game.game}, ${game.result}` : `${game.game} against ${OTHERS[game.opponent] ?? capital(game.opponent)}`}</span>
      {how && <span class={game.isOwnTurn && !game.isOver ? "stands own" : "stands quiet"}>{how}</span>}
    </a>
  );
}

function standsAt({ isOver, isOwnTurn, opponent, result }: Kept): string {
  if (isOver) return result ? "" : "over";
  if (isOwnTurn !== undefined) return isOwnTurn ? "your turn" : "their turn";
  return opponent === "friend" ? "waiting" : "";
}

/** Those where it is the turn of somebody here first, those that are over last. */
export function inOrder(all: Kept[]): Kept[] {
  const rank = (game: Kept) => (game.isOver ? 2 : game.isOwnTurn ? 0 : 1);
  return [...all].sort((one, other) => rank(one) - rank(other) || other.opened - one.opened);
}

/** What is remembered of a state, seen from its seat; a computer never keeps anybody waiting. */
export function asSeen(state: SessionState, isShared: boolean): Pick<Kept, "isOver" | "isOwnTurn" | "result"> {
  const { result, seat, players, to_move, position } = state;
  if (!result) return { isOver: false, isOwnTurn: isShared || to_move === seat || players[1 - (seat ?? 0)]?.kind === "computer", result: "" };
  const nameOf = (at: number) => capital(players[at]?.name || "a friend");
  const other = seat === null ? "" : players[1 - seat]?.name ? nameOf(1 - seat) : "a friend";
  const how = result.winner === null ? `drew with ${other}` : isShared ? `${nameOf(result.winner)} won` : result.winner === seat ? `won against ${other}` : `lost to ${other}`;
  return { isOver: true, isOwnTurn: false, result: `${how}, ${counted(position, "move")}` };
}
