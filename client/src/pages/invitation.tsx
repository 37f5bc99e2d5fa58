// Inviting a friend: the page of who waits, and that of who is invited.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { invitationOf, problemOf, takeSeat } from "../api";
import { capital, counted } from "../english";
import { games, habits, keep } from "../memory";
import type { Invitation } from "../messages";
import { HallBar } from "../parts/hallbar";
import { NameField } from "../parts/name";
import { Share } from "../parts/share";
import { go } from "../route";
import type { Table } from "../table";

/** Whoever has opened a table waits here, and so do those who want to watch. */
export function WaitingPage({ table, invitation, code }: { table: Table; invitation: Invitation; code: string }) {
  const isHost = table.welcome.value?.place === 0;
  if (invitation.status === "withdrawn") return <Message title="The invitation is withdrawn" words="Its link leads nowhere now." />;
  return (
    <Page title="Waiting for a friend">
      <Terms invitation={invitation} seat={isHost ? 1 - invitation.seat : null} />
      {code && <Share code={code} />}
      <p>
        The game begins here as soon as your friend sits down; nothing is dealt before.
        {isHost && <> Meanwhile, <a href="/" target="_blank">play the computer</a>.</>}
      </p>
      {table.line.value !== "open" && <p role="status">Connecting again …</p>}
      {table.notice.value && <p class="notice" role="alert">{table.notice.value.says}</p>}
      {isHost && <button type="button" class="button" onClick={() => void table.wish({ type: "reply", accept: false })}>Withdraw the invitation</button>}
    </Page>
  );
}

/** Whoever follows the link of an invitation: only the button takes the seat. */
export function InvitationPage({ code }: { code: string }) {
  const invitation = useSignal<Invitation | null>(null);
  const problem = useSignal("");
  const attempt = (act: Promise<void>) => act.catch((error: unknown) => void (problem.value = problemOf(error)));
  const look = () => attempt(invitationOf(code).then((told) => void (invitation.value = told)));
  const sit = async (event: Event, told: Invitation) => {
    event.preventDefault();
    problem.value = "";
    await attempt(sitDown(code, told));
    if (problem.value) await look();
  };
  useEffect(() => void look(), [code]);
  const own = games.value.find((each) => each.code === code);
  const told = invitation.value;
  const host = told?.players[1 - told.seat]?.name ?? "";
  if (own) return <Message title="You have a seat here" words="This device has it." says="Go to the table" href={`/t/${own.table}#${own.token}`} />;
  if (!told) return <Message title={problem.value ? "No invitation" : "Looking …"} words={problem.value} />;
  if (told.status === "withdrawn") return <Message title="The invitation is withdrawn" words={`${host || "Your friend"} waits here no more.`} />;
  if (told.status === "taken") {
    const words = "Somebody has sat down by this invitation already. You may watch.";
    return <Message title="The seat is taken" words={words} says="Watch" href={`/t/${told.table}#${code}`} />;
  }
  return (
    <Page title={`${host || "A friend"} invites you to ${told.game.title}`}>
      <Terms invitation={told} seat={told.seat} />
      <form class="form" onSubmit={(event) => void sit(event, told)}>
        <NameField says={`Your name, for ${host || "your friend"}`} />
        {problem.value && <p class="notice" role="alert">{problem.value}</p>}
        <button type="submit" class="button main">Sit down</button>
      </form>
      <details>
        <summary>How it goes</summary>
        <p>{told.game.primer}</p>
      </details>
    </Page>
  );
}

async function sitDown(code: string, { game, players, seat }: Invitation): Promise<void> {
  const { table, token } = await takeSeat({ code, name: habits.value.name });
  const opponent = players[1 - seat]?.name || "friend";
  keep({ table, token, code, beside: null, watch: "", game: game.title, opponent, opened: Date.now() });
  go(`/t/${table}#${token}`);
}

export function Page({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => void (document.title = `${title} – Duelhall`), [title]);
  return (
    <>
      <HallBar />
      <main class="page">
        <h1>{title}</h1>
        {children}
      </main>
    </>
  );
}

export function Message({ title, words, says = "Choose a game", href = "/" }: { title: string; words: string; says?: string; href?: string }) {
  return (
    <Page title={title}>
      <p role="status">{words}</p>
      <p>
        <a class="button" href={href}>{says}</a>
      </p>
    </Page>
  );
}

/** What is played, in which seat and by which clock. */
function Terms({ invitation: { game, move, bank, increment }, seat }: { invitation: Invitation; seat: number | null }) {
  const role = seat === null ? "" : `your seat: ${game.roles[seat] ?? ["first", "second"][seat]}`;
  const more = increment ? `, ${counted(increment, "second")} more a move` : "";
  const clock = move ? `${counted(move, "second")} a move` : bank ? `${counted(bank / 60, "minute")} a game${more}` : "no clock";
  return <p class="lead quiet">{[game.title, `rules ${game.rules}`, role, clock].filter(Boolean).map(capital).join(" · ")}</p>;
}
