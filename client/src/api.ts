// What is asked over HTTP: which games there are, new tables, games that are over, and lessons.
import { sentence } from "./english";
import type { GamesOffered, Invitation, LessonMessage, LessonsListed, Problem, SeatSetup, SeatTaken, TableMade, TableSetup, TablesRunning } from "./messages";

export class Refusal extends Error {}

/** Why something could not be had, in a sentence. */
export function problemOf(error: unknown): string {
  return error instanceof Refusal ? error.message : "The server does not answer.";
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function answer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new Refusal(sentence(problem?.says ?? `the server answered with ${response.status}`));
}

export async function gamesOffered(): Promise<GamesOffered> {
  return answer<GamesOffered>(await fetch("/api/games"));
}

function post(path: string, setup: TableSetup | SeatSetup): Promise<Response> {
  return fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(setup) });
}

export async function makeTable(setup: TableSetup): Promise<TableMade> {
  return answer<TableMade>(await post("/api/tables", setup));
}

/** What an invitation is to; looking takes no seat. */
export async function invitationOf(code: string): Promise<Invitation> {
  return answer<Invitation>(await fetch("/api/invitation", bearer(code)));
}

export async function takeSeat(setup: SeatSetup): Promise<SeatTaken> {
  return answer<SeatTaken>(await post("/api/seats", setup));
}

export async function tablesRunning(token: string): Promise<TablesRunning> {
  return answer<TablesRunning>(await fetch("/api/tables", bearer(token)));
}

/** A game that is over, as a file. */
export async function savedGame(table: string, token: string): Promise<Blob> {
  const response = await fetch(`/api/tables/${encodeURIComponent(table)}/game`, bearer(token));
  return response.ok ? response.blob() : answer<never>(response);
}

/** A file of lessons; for one that is not there, the server answers with the page. */
async function lessonFile<T>(name: string): Promise<T> {
  const response = await fetch(`/lessons/${encodeURIComponent(name)}.json`);
  const isThere = response.headers.get("content-type")?.startsWith("application/json");
  if (response.ok && !isThere) throw new Refusal("There is no such lesson.");
  return answer<T>(response);
}

export async function lessonOf(game: string): Promise<LessonMessage> {
  return lessonFile<LessonMessage>(game);
}

export async function lessonsListed(): Promise<LessonsListed> {
  return lessonFile<LessonsListed>("index");
}
