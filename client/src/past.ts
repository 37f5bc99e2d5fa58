// The game that is over, looked back at: what its moves were worth, and its board at any moment.
import { signal } from "@preact/signals";
import type { Answer, Request, Surroundings } from "./connection";
import type { BoardMessage, GameResult, Looked, MoveReview } from "./messages";

/** How often, and every how many milliseconds, a server is asked again that is away or busy. */
const TRIES = 24;
const WAIT = 5000;

/** How much of a chance a move must have given away to have decided a game. */
const MUCH = 0.1;

/** The move that gave most away of whoever lost, if that was much; where nobody lost, of both. */
export function decisive(moves: MoveReview[], winner: number | null): MoveReview | undefined {
  const [worst] = moves.filter((each) => each.mark && loss(each) >= MUCH && each.seat !== winner).sort((one, other) => loss(other) - loss(one));
  return worst;
}

function loss({ before, after }: MoveReview): number {
  return before - after;
}

export class Past {
  readonly moves = signal<MoveReview[]>([]);
  /** How many moves were looked at; null where nobody does. */
  readonly progress = signal<{ done: number; total: number } | null>(null);
  /** What decided the game, with the board before it; nothing where no move did, undefined as long as that is not known. */
  readonly decided = signal<{ move: MoveReview; board: BoardMessage } | null | undefined>(undefined);
  /** The moment that is shown, in moves made; null for the end. */
  readonly moment = signal<number | null>(null);
  readonly board = signal<Looked | null>(null);
  private readonly ask: (request: Request) => Promise<Answer>;
  private readonly later: Surroundings["later"];
  private game = 0;
  private isAsking = false;

  constructor(ask: (request: Request) => Promise<Answer>, later: Surroundings["later"]) {
    [this.ask, this.later] = [ask, later];
  }

  forget(): void {
    this.game += 1;
    this.moves.value = [];
    this.progress.value = this.moment.value = this.board.value = null;
    this.decided.value = undefined;
  }

  /** Ask for what all moves were worth, stretch by stretch: what is there stays there when the line is lost. */
  async judge({ winner }: GameResult): Promise<void> {
    this.forget();
    const game = this.game;
    for (let tries = TRIES; tries > 0; ) {
      const answer = await this.ask({ type: "review", after: this.progress.value?.done ?? 0 });
      if (game !== this.game) return;
      if (answer.type === "reviewed") {
        const { moves, done, total } = answer;
        this.moves.value = [...this.moves.value, ...moves];
        this.progress.value = { done: Math.max(done, this.progress.value?.done ?? 0), total };
        if (done >= total) return this.decide(winner, game);
      } else if (answer.type === "error" && answer.code !== "bad") {
        tries -= 1;
        await new Promise<void>((again) => this.later(again, WAIT));
      } else return;
    }
  }

  private async decide(winner: number | null, game: number): Promise<void> {
    const move = decisive(this.moves.value, winner);
    const answer = move && (await this.ask({ type: "look", after: move.number - 1 }));
    if (game === this.game) this.decided.value = move && answer?.type === "looked" ? { move, board: answer.opened } : null;
  }

  /** Show the board after so many moves, or at the end; the newest wish is the one that counts. */
  async look(after: number | null): Promise<void> {
    this.moment.value = after;
    if (after === null) this.board.value = null;
    if (after === null || this.isAsking) return;
    this.isAsking = true;
    const answer = await this.ask({ type: "look", after });
    this.isAsking = false;
    if (this.moment.value !== null && this.moment.value !== after) return this.look(this.moment.value);
    if (this.moment.value === after && answer.type === "looked") this.board.value = answer;
  }
}
