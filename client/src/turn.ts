// One decision at a board, from the first touch to the move, on a live table as in a lesson.
import { type ReadonlySignal, computed, signal } from "@preact/signals";
import { type Mark, marks } from "./marking";
import type { CardMessage, LegalMove, LosingMove, ZoneMessage } from "./messages";
import type { Play } from "./parts/play";
import { type Key, buttons, candidates, meant, offered, touch } from "./touching";

export abstract class Turn {
  readonly touched = signal<Key[]>([]);
  /** What can be done now, or else prepared. */
  abstract readonly legal: ReadonlySignal<LegalMove[]>;
  /** Those of them that lose at once. */
  readonly losing = signal<LosingMove[]>([]);
  readonly offered = computed(() => offered(this.legal.value, this.touched.value));
  readonly firsts = computed(() => offered(this.legal.value, []));
  readonly meant = computed(() => meant(this.legal.value, this.touched.value));
  readonly buttons = computed(() => buttons(this.legal.value));
  readonly marks = computed<Map<Key, Mark>>(() => marks(this.legal.value, this.touched.value, this.marked()));

  /** The same for the parts of a board. */
  at(inspect: Play["inspect"]): Play {
    const { offered, firsts, touched, marks } = this;
    return {
      ...{ offered, firsts, touched, marks, inspect },
      touch: (key) => this.touch(key),
      loses: (keys) => this.loses(keys),
      askWhyNot: (card, zone) => void this.askWhyNot(card, zone),
    };
  }

  /** Make a move. */
  abstract play(move: string): void | Promise<void>;

  /** A card that cannot be played was touched. */
  abstract askWhyNot(card: CardMessage, zone: ZoneMessage): void | Promise<void>;

  touch(key: Key): void {
    const now = touch(this.legal.value, this.touched.value, key);
    this.touched.value = now.touched;
    this.changed();
    if (now.play) void this.play(now.play.move);
    else if (this.meant.value.length === 1 && this.meant.value[0]) this.consider(this.meant.value[0]);
  }

  letGo(): void {
    this.touched.value = [];
    this.changed();
  }

  /** Whether everything that this piece can be touched for loses at once. */
  loses(keys: Key[]): boolean {
    if (this.losing.value.length === 0) return false;
    const next = keys.map((key) => [...this.touched.value, key]);
    const moves = next.flatMap((touched) => candidates(this.legal.value, touched));
    return moves.length > 0 && moves.every(({ move }) => this.losing.value.some((each) => each.move === move));
  }

  /** What was touched is not what it was. */
  protected changed(): void {}

  /** All of a move was touched: show what it would do. */
  protected consider(_move: LegalMove): void {}

  /** The moves that are marked on the board. */
  protected marked(): { move: string; mark: Mark }[] {
    return [];
  }
}
