import "./styles/main.css";
import { effect } from "@preact/signals";
import { render } from "preact";
import { habits } from "./memory";
import { ChoosePage } from "./pages/choose";
import { GamesPage } from "./pages/games";
import { InvitationPage } from "./pages/invitation";
import { OwnerPage } from "./pages/owner";
import { TablePage } from "./pages/table";
import { followLinks, route } from "./route";

function Hall() {
  const now = route.value;
  if (now.page === "table") return <TablePage key={`${now.id} ${now.token}`} id={now.id} token={now.token} />;
  if (now.page === "invitation") return <InvitationPage key={now.code} code={now.code} />;
  if (now.page === "games") return <GamesPage />;
  if (now.page === "owner") return <OwnerPage token={now.token} />;
  return <ChoosePage />;
}

effect(() => {
  document.documentElement.dataset["scheme"] = habits.value.scheme;
});
followLinks();
const hall = document.getElementById("hall");
if (hall) render(<Hall />, hall);
