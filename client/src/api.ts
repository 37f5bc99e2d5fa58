// What is asked over HTTP: which games there are, new tables, and games that are over.
import { sentence } from "./english";
import type { GamesOffered, Problem, TableMade, TableWish, TablesRunning } from "./messages";

export class Refusal extends Error {}

async function answer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new Refusal(sentence(problem?.says ?? `the server answered with ${response.status}`));
}

export async function gamesOffered(): Promise<GamesOffered> {
  return answer<GamesOffered>(await fetch("/api/games"));
}

export async function makeTable(wish: TableWish): Promise<TableMade> {
  const body = JSON.stringify(wish);
  const headers = { "content-type": "application/json" };
  return answer<TableMade>(await fetch("/api/tables", { method: "POST", headers, body }));
}

export async function tablesRunning(token: string): Promise<TablesRunning> {
  return answer<TablesRunning>(await fetch("/api/tables", { headers: { authorization: `Bearer ${token}` } }));
}

/** A game that is over, as a file. */
export async function savedGame(table: string, token: string): Promise<Blob> {
  const response = await fetch(`/api/tables/${encodeURIComponent(table)}/game`, { headers: { authorization: `Bearer ${token}` } });
  return response.ok ? response.blob() : answer<never>(response);
}
