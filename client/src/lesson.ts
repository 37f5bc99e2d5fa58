// A lesson on the page: a game in which every move is answered from one file, without a server.
import { type ReadonlySignal, computed, effect, signal } from "@preact/signals";
import { type Answer, type Request, decode } from "./connection";
import { frontOf } from "./games";
import { habits, tick } from "./memory";
import type { BoardMessage, CardMessage, Foreseen, Happened, LegalMove, LessonMessage, LessonStep, SessionState, Tried, ZoneMessage } from "./messages";
import { isStill } from "./parts/width";
import { aloud, losingWords, moveWords, toldWords } from "./parts/words";
import { paragraphsOf, rulebookOf } from "./rulebook";
import { type Showing, isAside } from "./table";
import { Turn } from "./turn";

/** A lesson with everything that its messages left out because it is usual. */
export function decodedLesson(lesson: LessonMessage): LessonMessage {
  return { ...lesson, steps: lesson.steps.map(decodedStep) };
}

function decodedStep(step: LessonStep): LessonStep {
  const moments = step.moments.map(({ state, happened }) => ({ state: decode<SessionState>({ ...state }), happened: decode<Happened>({ ...happened }) }));
  const tried = Object.entries(step.tried).map(([move, each]) => [move, decode<Tried>({ ...each })]);
  return { ...step, moments, tried: Object.fromEntries(tried), foreseen: decode<Foreseen>({ ...step.foreseen }) };
}

const MOST_SENTENCES = 12;

/** How long a move is looked at before the next one, in milliseconds; nothing moves for whoever wants it so. */
function pause(): Promise<void> {
  return new Promise((done) => setTimeout(done, isStill() ? 0 : habits.value.pace));
}

export class LessonTurn extends Turn {
  /** The number of the step, from 0. */
  readonly number = signal(0);
  readonly state: ReadonlySignal<SessionState>;
  readonly tried = signal<{ move: string; board: BoardMessage | null } | null>(null);
  readonly showing = signal<Showing | null>(null);
  /** What is said of the last move. */
  readonly note = signal("");
  /** Everything that led to the step was shown. */
  readonly isThere = signal(true);
  /** The card was touched that is only to be looked at. */
  readonly isSeen = signal(false);
  readonly voice = signal<{ number: number; says: string }[]>([]);
  readonly step = computed(() => this.lesson.steps[this.number.value] as LessonStep);
  readonly isOver = computed(() => this.number.value === this.lesson.steps.length - 1);
  /** Whether something is to be done here, and not only read. */
  readonly isAsked = computed(() => this.step.value.answer.length > 0 || this.step.value.touch !== "");
  readonly legal = computed<LegalMove[]>(() => (this.isThere.value && this.isAsked.value ? this.state.value.legal : []));
  /** What is said now: of the step, or of the moves that lead there. */
  readonly says = computed(() => {
    const last = this.state.value.moves.at(-1);
    return this.isThere.value || !last ? this.step.value.says : toldWords(last, this.state.value);
  });

  readonly lesson: LessonMessage;
  private readonly now;
  private readonly wait: () => Promise<void>;
  /** Counts whatever makes an earlier way to a step void. */
  private ways = 0;
  private sentences = 0;

  constructor(lesson: LessonMessage, wait = pause) {
    super();
    [this.lesson, this.wait] = [lesson, wait];
    this.state = this.now = signal(lesson.steps[0]?.moments.at(-1)?.state as SessionState);
    this.arrive();
  }

  // --- where the lesson stands ---

  next(): Promise<void> {
    return this.isOver.value ? Promise.resolve() : this.come(this.number.value + 1);
  }

  back(): void {
    this.turnTo(Math.max(0, this.number.value - 1));
  }

  again(): void {
    this.turnTo(0);
  }

  /** Go to a step without showing what leads there. */
  private turnTo(number: number): void {
    this.leave(number, "");
    this.now.value = this.step.value.moments.at(-1)?.state ?? this.now.value;
    this.arrive();
  }

  /** Go to a step by all that leads there. */
  private async come(number: number, note = ""): Promise<void> {
    const way = this.leave(number, note);
    const { moments } = this.step.value;
    for (const { state, happened } of moments) {
      const before = this.now.value.board;
      this.now.value = state;
      const isShown = happened.scenes.length > 0 && !isAside(happened, state.game.name);
      if (isShown) await this.shown({ told: happened, step: 0, running: true, before });
      else if (state !== moments.at(-1)?.state) await this.wait();
      if (way !== this.ways) return;
    }
    this.arrive();
  }

  private leave(number: number, note: string): number {
    this.touched.value = this.losing.value = [];
    this.tried.value = this.showing.value = null;
    this.isThere.value = this.isSeen.value = false;
    [this.number.value, this.note.value] = [number, note];
    return ++this.ways;
  }

  private arrive(): void {
    this.losing.value = this.step.value.foreseen.losing;
    this.isThere.value = true;
    if (this.isOver.value) tick(this.state.value.game.name);
    this.say(`${this.note.value} ${this.step.value.says}`.trim());
  }

  private shown(scenes: Showing): Promise<void> {
    this.showing.value = scenes;
    return new Promise((done) => {
      const stop = effect(() => {
        if (this.showing.value === null) queueMicrotask(() => (stop(), done()));
      });
    });
  }

  // --- what the learner does ---

  override play(move: string): Promise<void> | void {
    const { answer, others, otherwise } = this.step.value;
    const state = this.state.value;
    const made = state.legal.find((each) => each.move === move);
    const right = state.legal.find((each) => each.move === answer[0]);
    this.letGo();
    if (move === this.step.value.touch) return this.next();
    if (!made || !right) return;
    if (made === right) return this.come(this.number.value + 1);
    const loss = answer.includes(move) ? "" : losingWords(this.losing.value, made, state, this.step.value.tried[move]?.board ?? null) || otherwise;
    if (others[move] || loss) return this.remark(others[move] || loss);
    return this.come(this.number.value + 1, `That works, too; the lesson goes on: ${moveWords(right, state)}.`);
  }

  protected override changed(): void {
    this.note.value = "";
    this.tried.value = null;
  }

  protected override consider({ move }: LegalMove): void {
    this.tried.value = { move, board: this.step.value.tried[move]?.board ?? null };
    if (move === this.step.value.touch) this.isSeen.value = true;
  }

  override askWhyNot(card: CardMessage, zone: ZoneMessage): void {
    const state = this.state.value;
    const why = this.isThere.value && frontOf(state.game.name).texts.whyNot?.(card, zone, state, state.board);
    if (why) this.remark(why);
  }

  private remark(words: string): void {
    this.note.value = words;
    this.say(words);
  }

  /** Let a screen reader say something. */
  say(text: string): void {
    const says = aloud(this.state.peek().game.name, text);
    if (says) this.voice.value = [...this.voice.value, { number: ++this.sentences, says }].slice(-MOST_SENTENCES);
  }

  /** There is nobody to be asked, but rulings are in the rulebook. */
  async ask(request: Request): Promise<Answer> {
    const number = request.type === "ruling" ? request.number : "";
    const paragraphs = paragraphsOf(await rulebookOf(this.state.value.game.name));
    const text = paragraphs.find((each) => each.numbers.includes(number))?.text ?? "";
    return { type: "ruling", id: 0, number, text };
  }
}
