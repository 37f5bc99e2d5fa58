// What this device remembers: its games with the secrets of their seats, how it likes to play, and which lessons are done.
import { signal } from "@preact/signals";

export interface Kept {
  table: string;
  token: string;
  /** The code of the invitation by which somebody sits down, or has sat down here. */
  code?: string | null;
  /** The token of the other place, where somebody plays on this device, too. */
  beside: string | null;
  watch: string;
  game: string;
  opponent: string;
  opened: number;
  /** As far as this device has seen, as the others here. */
  isOver?: boolean;
  /** Whether somebody at this device is to move, or will be at once. */
  isOwnTurn?: boolean;
  /** How it ended: "lost to Adept, 18 moves". */
  result?: string;
}

export interface Habits {
  name: string;
  scheme: "system" | "light" | "dark";
  /** Be asked even where there is nothing but a pass. */
  askAlways: boolean;
  /** How long a step of a battle or a chain is shown, in milliseconds. */
  pace: number;
}

const GAMES = "duelhall.games";
const HABITS = "duelhall.habits";
const LEARNT = "duelhall.learnt";
const MOST_GAMES = 100;
const USUAL: Habits = { name: "", scheme: "system", askAlways: false, pace: 600 };

function read<T>(key: string, otherwise: T): T {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays; its games are found by their links.
  }
}

export const habits = signal<Habits>({ ...USUAL, ...read(HABITS, {}) });

export function prefer(change: Partial<Habits>): void {
  habits.value = { ...habits.value, ...change };
  write(HABITS, habits.value);
}

/** The games whose lessons are done. */
export const learnt = signal<string[]>(read(LEARNT, []));

export function tick(game: string): void {
  if (learnt.peek().includes(game)) return;
  learnt.value = [...learnt.peek(), game];
  write(LEARNT, learnt.value);
}

export const games = signal<Kept[]>(read<Kept[]>(GAMES, []));

export function keep(game: Kept): void {
  const others = read<Kept[]>(GAMES, []).filter((each) => each.table !== game.table || each.token !== game.token);
  games.value = [game, ...others].slice(0, MOST_GAMES);
  write(GAMES, games.value);
}

/** Change what is remembered of a game. */
export function note(game: Kept, change: Partial<Kept>): void {
  games.value = games.peek().map((each) => (each === game ? { ...each, ...change } : each));
  write(GAMES, games.value);
}

export function forget(game: Kept): void {
  games.value = games.value.filter((each) => each !== game);
  write(GAMES, games.value);
}

export function kept(table: string, token: string): Kept | undefined {
  return games.peek().find((each) => each.table === table && each.token === token);
}
