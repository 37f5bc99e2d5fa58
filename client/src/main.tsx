import "./styles/main.css";
import { effect } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { habits } from "./memory";
import { GamesPage } from "./pages/games";
import { HomePage } from "./pages/home";
import { InvitationPage, Message } from "./pages/invitation";
import { LearnPage } from "./pages/learn";
import { OwnerPage } from "./pages/owner";
import { TablePage } from "./pages/table";
import { followLinks, route } from "./route";

function Hall() {
  const now = route.value;
  const begun = useRef(now);
  useEffect(() => {
    if (begun.current !== now) focusTitle();
  }, [now]);
  if (now.page === "table") return <TablePage key={`${now.id} ${now.token}`} id={now.id} token={now.token} />;
  if (now.page === "invitation") return <InvitationPage key={now.code} code={now.code} />;
  if (now.page === "games") return <GamesPage />;
  if (now.page === "learn") return <LearnPage key={now.game} game={now.game} />;
  if (now.page === "owner") return <OwnerPage token={now.token} />;
  if (now.page === "home") return <HomePage />;
  return <Message title="Nothing here" words="There is nothing at this address." says="Go to the first page" />;
}

/** Whoever goes on by keys or by a screen reader begins a page at its title. */
function focusTitle(): void {
  const title = document.querySelector<HTMLElement>("main h1");
  if (title) title.tabIndex = -1;
  title?.focus({ preventScroll: true });
}

effect(() => {
  document.documentElement.dataset["scheme"] = habits.value.scheme;
});
followLinks();
const hall = document.getElementById("hall");
if (hall) render(<Hall />, hall);
