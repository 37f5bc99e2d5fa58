// What is running, for the owner of the server.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { problemOf, tablesRunning } from "../api";
import { counted } from "../english";
import type { TablesRunning } from "../messages";
import { HallBar } from "../parts/hallbar";

const EVERY = 5000;

export function OwnerPage({ token }: { token: string }) {
  const running = useSignal<TablesRunning | null>(null);
  const problem = useSignal("");
  useEffect(() => {
    document.title = "What is running – Duelhall";
    running.value = null;
    const look = () =>
      tablesRunning(token).then(
        (answer) => {
          running.value = answer;
          problem.value = "";
        },
        (error: unknown) => (problem.value = problemOf(error)),
      );
    void look();
    const timer = setInterval(() => void look(), EVERY);
    return () => clearInterval(timer);
  }, [token]);
  const tables = running.value?.tables ?? [];
  return (
    <>
      <HallBar />
      <main class="page">
        <h1>What is running</h1>
        {problem.value && <p class="notice">{problem.value}</p>}
        {running.value && (
          <p class="number">
            {counted(running.value.stored, "table")}, {counted(running.value.connections, "connection")}
          </p>
        )}
        <ul class="list">
          {tables.map((table) => (
            <li key={table.table}>
              <span class="grow">{table.about}</span>
              <span class="small quiet number">
                {table.damage || `${table.over ? "over" : "going on"}, ${table.connections} connected`}
              </span>
            </li>
          ))}
        </ul>
      </main>
    </>
  );
}
