// Who did what, in the person of whoever reads it: "You win", "Adept wins", "their 6", "Anna's 6".
import { capital } from "./english";
import type { SessionState } from "./messages";

/** Those who play, as one place at the table speaks of them. */
export class People {
  readonly seat: number | null;
  private readonly names: string[];

  constructor({ seat, players }: Pick<SessionState, "seat" | "players">) {
    this.seat = seat;
    this.names = players.map(({ name, kind }, at) => (kind === "computer" ? capital(name) : name) || (seat === null ? `Player ${at + 1}` : "Your opponent"));
  }

  isYou(seat: number): boolean {
    return seat === this.seat;
  }

  /** At the beginning of a sentence: "You", "Anna". */
  who(seat: number): string {
    return this.isYou(seat) ? "You" : (this.names[seat] ?? "");
  }

  /** Within a sentence: "you", "Anna", "your opponent". */
  whom(seat: number): string {
    return this.who(seat).replace(/^You\b/, "you").replace(/^Your\b/, "your");
  }

  /** With a verb: "You win", "Anna wins". */
  does(seat: number, own: string, other: string): string {
    return `${this.who(seat)} ${this.isYou(seat) ? own : other}`;
  }

  /** Whose something is, seen by the one who did something: "your 5", "their 5"; "Anna's 5" to those who watch. */
  whose(seat: number): string {
    if (this.isYou(seat)) return "your";
    return this.seat === null ? `${this.names[seat]}'s` : "their";
  }
}
