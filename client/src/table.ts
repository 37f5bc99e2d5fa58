// One place at one table: what it knows, what was touched, and what it asks the server.
import { computed, signal } from "@preact/signals";
import { problemOf, savedGame } from "./api";
import { type Answer, BROWSER, Connection, type Line, type Request, type Surroundings } from "./connection";
import { bring, frontOf, isBrought } from "./games";
import { sentence } from "./english";
import { habits } from "./memory";
import { hintedMarks, preparedMark, sureness } from "./marking";
import type { BoardMessage, CardMessage, Explained, ToClient, Happened, Hinted, Invitation, LegalMove, SessionState, ToldMove, Welcome, ZoneMessage } from "./messages";
import { decidedWords } from "./parts/ending";
import { aloud, captionOf, moveWords } from "./parts/words";
import { Past } from "./past";
import { isStill } from "./parts/width";
import { spoken, standing, wasDeclined } from "./speaking";
import { Turn } from "./turn";

export type Tab = "log" | "why" | "rules" | "analysis";

/** Milliseconds for which a state waits for the scenes before it. */
const PATIENCE = 700;
const MOST_SENTENCES = 12;

/** What happened by itself, being shown step by step. */
export interface Showing {
  told: Happened;
  step: number;
  running: boolean;
  /** The board before it, where that was seen. */
  before?: BoardMessage | null;
}

/** Whether there is nothing to be seen but a sentence, for which nobody need be kept from the board. */
export function isAside({ scenes }: Happened, game: string): boolean {
  const [first] = scenes;
  return (scenes.length === 1 && !first?.board && !first?.parts.length) || (isStill() && frontOf(game).isBrief);
}

/** Whether one of the moves since then may have set off what is shown step by step. */
function setsOff(state: SessionState, since: number): boolean {
  const moves = state.moves.filter((each) => each.number > since);
  return state.game.features.includes("scenes") && moves.some(frontOf(state.game.name).setsOff);
}

export class Table extends Turn {
  readonly line = signal<Line>("connecting");
  /** How often the line was lost since it was last open. */
  readonly losses = signal(0);
  readonly welcome = signal<Welcome | null>(null);
  readonly state = signal<SessionState | null>(null);
  /** What somebody is invited to, as long as nothing is dealt. */
  readonly invitation = signal<Invitation | null>(null);
  readonly onlookers = signal(0);
  readonly log = signal<ToldMove[]>([]);
  readonly notice = signal<{ says: string; ruling: string } | null>(null);
  readonly tried = signal<{ move: string; board: BoardMessage | null } | null>(null);
  readonly showing = signal<Showing | null>(null);
  readonly explained = signal<Explained | null>(null);
  readonly hinted = signal<Hinted | null>(null);
  /** Notable rules that the last moves followed, in words. */
  readonly news = signal("");
  /** What a screen reader is to say, the newest last. */
  readonly voice = signal<{ number: number; says: string }[]>([]);
  readonly tab = signal<Tab | null>(null);
  readonly isTyping = signal(false);
  /** A hint was asked for, and is not there yet. */
  readonly isThinking = signal(false);
  /** Nothing may be seen before the device was handed over. */
  readonly curtain = signal(false);
  /** When the clock was told, by this device's own clock. */
  readonly toldAt = signal(0);

  /** The game that is over. */
  readonly past: Past;
  /** It ended while it was looked at. */
  readonly hasJustEnded = signal(false);

  /** The state for which a move is on its way: nothing can be chosen until it is answered. */
  private readonly decided = signal<SessionState | null>(null);

  readonly legal = computed<LegalMove[]>(() => {
    const state = this.state.value;
    if (!state || this.decided.value?.position === state.position) return [];
    return this.isMine.value ? state.legal : state.preparable;
  });
  readonly isMine = computed(() => this.state.value !== null && this.state.value.to_move === this.state.value.seat);

  /** What the hint says first. */
  readonly advice = computed(() => {
    const [best] = this.hinted.value?.moves ?? [];
    const move = this.state.value?.legal.find((each) => each.move === best?.move);
    const how = this.hinted.value?.makeshift ? "At a first guess: " : "";
    const says = move && this.state.value ? moveWords(move, this.state.value) : best?.move;
    return best ? `${how}${says}: ${sureness(best)}.` : "";
  });

  private readonly id: string;
  private readonly token: string;
  private readonly connection: Connection;
  private readonly later: Surroundings["later"];
  private waiting: Promise<void> | null = null;
  /** The board of the position before this one. */
  private earlier: BoardMessage | null = null;
  private sentences = 0;
  private isReplying = false;

  constructor(table: string, token: string, around: Surroundings = BROWSER, name = habits.value.name) {
    super();
    [this.id, this.token] = [table, token];
    const hello = { table, token, name };
    const listener = { message: (each: ToClient) => this.hear(each), line: (line: Line) => this.follow(line) };
    this.later = around.later;
    this.past = new Past((request) => this.ask(request), around.later);
    this.connection = new Connection(hello, listener, around);
  }

  close(): void {
    this.connection.close();
  }

  retry(): void {
    this.connection.retry();
  }

  ask(request: Request): Promise<Answer> {
    return this.connection.ask(request);
  }

  // --- what the server says ---

  private follow(line: Line): void {
    this.line.value = line;
    if (line === "lost") this.losses.value += 1;
    if (line === "open") this.losses.value = 0;
  }

  private hear(message: ToClient): void {
    if (message.type === "welcome") this.welcome.value = message;
    if (message.type === "waiting") this.invitation.value = message.invitation;
    if (message.type === "state") this.receive(message);
    if (message.type === "presence") this.see(message.players, message.onlookers);
    if (message.type === "error" && message.id === null) this.warn(message.says);
  }

  private see(players: SessionState["players"], onlookers: number): void {
    this.onlookers.value = onlookers;
    if (this.state.value) this.state.value = { ...this.state.value, players };
  }

  /** Take a state in; one after a move that set something off waits until that can be shown, the first one for the board. */
  private receive(state: SessionState): void {
    const before = this.state.value;
    const isLater = before !== null && before.round === state.round && before.position < state.position;
    const brought = bring(state.game).catch(() => undefined); // without it, the plain board serves
    if (this.waiting === null && !isBrought(state.game.name)) this.wait(brought.then(() => this.learn(state)));
    else if (this.waiting !== null || (isLater && setsOff(state, before.position))) {
      this.wait((this.waiting ?? Promise.resolve()).then(() => this.learnAfterNews(state)));
    } else {
      this.learn(state);
      if (isLater) void this.newsOf(state, before.position).then((news) => this.tellNews(news, state));
    }
  }

  /** Nothing else is learnt before this is done. */
  private wait(turn: Promise<void>): void {
    this.waiting = turn;
    void turn.then(() => {
      if (this.waiting === turn) this.waiting = null;
    });
  }

  private async learnAfterNews(state: SessionState): Promise<void> {
    const news = this.newsOf(state, this.state.value?.position ?? state.position);
    await Promise.race([news, new Promise<void>((done) => this.later(done, PATIENCE))]);
    this.learn(state);
    void news.then((found) => this.tellNews(found, state));
  }

  /** What the moves since then set off. */
  private async newsOf(state: SessionState, since: number): Promise<Happened[]> {
    const moves = state.moves.filter((each) => each.number > since);
    const answers = await Promise.all(moves.map(({ number }) => this.ask({ type: "tell", number })));
    return answers.filter((answer) => answer.type === "happened");
  }

  private tellNews(news: Happened[], state: SessionState): void {
    if (this.state.value?.position !== state.position) return;
    const asides = news.filter((told) => isAside(told, state.game.name)).flatMap((told) => told.scenes.map((scene) => captionOf(scene, state)));
    this.news.value = [...news.flatMap((told) => told.notable.map((rule) => rule.says)), ...asides].join(" ");
    this.say(this.news.value);
    const shown = news.findLast((told) => told.scenes.length > 0 && !isAside(told, state.game.name));
    if (shown) this.showing.value = { told: shown, step: 0, running: true, before: this.earlier };
  }

  private learn(state: SessionState): void {
    const before = this.state.value;
    const isNews = before === null || before.position !== state.position || before.round !== state.round;
    const isEnd = (before?.result ?? null) === null && state.result !== null;
    if (isNews || isEnd || before.seat !== state.seat) this.turnTo(state);
    if (isNews) this.earlier = before?.round === state.round ? before.board : null;
    this.log.value = [...this.log.value.slice(0, state.since), ...state.moves];
    this.toldAt.value = performance.now();
    this.state.value = { ...state, since: 0, moves: this.log.value };
    if (this.invitation.value) this.welcomeFriend(state);
    else for (const words of spoken(before, state)) this.say(words);
    if (isEnd) void this.lookBack(state, before !== null);
    else if (!state.result) this.past.forget();
    if (before && !this.isReplying && wasDeclined(before, state)) this.warn("Your wish was declined.");
    if (state.lone_pass && !habits.value.askAlways) void this.passAlone(state);
    else if (isNews && this.isMine.value && state.legal.length > 1) void this.foresee(state);
  }

  private async lookBack(state: SessionState, hasJustEnded: boolean): Promise<void> {
    this.hasJustEnded.value = hasJustEnded;
    if (state.result) await this.past.judge(state.result);
    if (this.past.decided.value !== undefined) this.say(decidedWords(this.past, state));
  }

  /** The game begins: it is said when the page has changed, or nobody hears it. */
  private welcomeFriend(state: SessionState): void {
    this.invitation.value = null;
    this.later(() => this.say(`Your friend has sat down. ${standing(state)}`), 100);
  }

  private turnTo(state: SessionState): void {
    this.touched.value = this.losing.value = [];
    this.decided.value = null;
    this.news.value = "";
    this.tried.value = this.notice.value = this.hinted.value = null;
    if (state.round !== this.state.value?.round) this.explained.value = this.showing.value = null;
  }

  private async passAlone(state: SessionState): Promise<void> {
    const [only] = state.legal;
    if (only) await this.ask({ type: "move", move: only.move, position: state.position });
  }

  /** Let a screen reader say something. */
  say(text: string): void {
    const says = aloud(this.state.peek()?.game.name ?? "", text);
    if (says) this.voice.value = [...this.voice.value, { number: ++this.sentences, says }].slice(-MOST_SENTENCES);
  }

  // --- what a person does ---

  protected override changed(): void {
    this.notice.value = this.tried.value = null;
  }

  protected override consider({ move }: LegalMove): void {
    if (this.isMine.value) void this.try(move);
  }

  protected override marked() {
    const prepared = this.state.value?.prepared;
    return prepared ? preparedMark(prepared) : hintedMarks(this.hinted.value?.moves ?? []);
  }

  /** Make a move, or prepare it where it is not yet this seat's turn. */
  override async play(move: string): Promise<void> {
    const state = this.state.value;
    if (!state) return;
    this.letGo();
    if (!this.isMine.value) {
      this.note(await this.ask({ type: "prepare", move }));
      return;
    }
    this.decided.value = state;
    const answer = await this.ask({ type: "move", move, position: state.position });
    if (answer.type !== "done" || answer.what === "prepared" || answer.what === "revised") this.decided.value = null;
    if (answer.type === "done" && answer.what === "revised") this.tellRevision(move, state);
    this.note(answer);
  }

  /** Earlier moves are not what they were, though there may be as many as before. */
  private tellRevision(text: string, { legal }: SessionState): void {
    this.hinted.value = null;
    const revision = legal.find((each) => each.move === text);
    if (revision && this.state.value) this.say(sentence(moveWords(revision, this.state.value)));
  }

  async try(move: string): Promise<void> {
    const answer = await this.ask({ type: "try", move });
    const isStillMeant = this.meant.value.some((each) => each.move === move);
    if (answer.type === "tried" && isStillMeant) this.tried.value = { move, board: answer.board };
  }

  /** Why a card cannot be played: what its game says of it, or else the ruling that forbids it. */
  override async askWhyNot(card: CardMessage, zone: ZoneMessage): Promise<void> {
    const state = this.state.value;
    if (!state || state.result || state.seat === null) return;
    const own = frontOf(state.game.name).texts.whyNot?.(card, zone, state, state.board);
    if (own) return this.warn(own);
    if (!this.isMine.value || !card.face || zone.owner !== state.seat || zone.kind !== "hand") return;
    const answer = await this.ask({ type: "try", move: card.face });
    if (answer.type === "refused" && answer.ruling) this.note(answer);
  }

  /** Which moves lose at once, to be marked before anybody touches them. */
  private async foresee(state: SessionState): Promise<void> {
    const answer = await this.ask({ type: "foresee" });
    if (answer.type === "foreseen" && this.state.value?.position === state.position) this.losing.value = answer.losing;
  }

  async why(number: number): Promise<void> {
    this.tab.value = "why";
    const answer = await this.ask({ type: "why", number });
    this.note(answer);
    if (answer.type === "explained") this.explained.value = answer;
  }

  async tell(number: number): Promise<void> {
    const told = await this.ask({ type: "tell", number });
    this.note(told);
    if (told.type === "happened" && told.scenes.length > 0) this.showing.value = { told, step: 0, running: false };
  }

  async hint(): Promise<void> {
    if (this.isThinking.value) return;
    this.notice.value = null;
    this.isThinking.value = true;
    const answer = await this.ask({ type: "hint" });
    this.isThinking.value = false;
    this.note(answer);
    if (answer.type !== "hinted" || answer.position !== this.state.value?.position) return;
    this.hinted.value = answer;
    this.say(this.advice.value);
  }

  /** The game that is over, as a file; nothing if it cannot be had. */
  async save(): Promise<Blob | null> {
    try {
      return await savedGame(this.id, this.token);
    } catch (error) {
      this.warn(problemOf(error));
      return null;
    }
  }

  /** Answer an offer, or withdraw the own one. */
  async reply(accept: boolean): Promise<void> {
    this.isReplying = true;
    await this.wish({ type: "reply", accept });
    this.isReplying = false;
  }

  async wish(request: Request): Promise<void> {
    this.notice.value = null;
    this.note(await this.ask(request));
  }

  private warn(words: string, ruling = ""): void {
    const says = sentence(words);
    this.notice.value = { says, ruling };
    this.say(says);
  }

  private note(answer: Answer): void {
    if (answer.type !== "refused" && answer.type !== "error") return;
    this.warn(answer.says, answer.type === "refused" ? answer.ruling : "");
  }
}
