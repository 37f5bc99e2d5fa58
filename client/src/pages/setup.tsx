// The sheet on which a game is changed before it begins. What can be chosen, and its words, come with the game.
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { capital } from "../english";
import { habits } from "../memory";
import type { AnswerInfo, GameOffered, OptionInfo, TableSetup } from "../messages";
import { Markdown } from "../parts/markdown";
import { NameField } from "../parts/name";
import { paragraphsOf, rulebookOf } from "../rulebook";

export interface Setup {
  against: string;
  otherName: string;
  seat: string;
  rules: string;
  options: Record<string, string | number>;
  deck: string;
  otherDeck: string;
  cards: string;
  /** A deck in a file of its own. */
  deckFile: string;
  clock: string;
}

interface Choice {
  value: string;
  says: string;
  note?: ComponentChildren;
}

const USUAL_LEVEL = "adept";
const FRIEND = "friend";
const BESIDE = "here";
const PEOPLE: Choice[] = [
  { value: FRIEND, says: "A friend", note: "by a link that you send" },
  { value: BESIDE, says: "Somebody beside you", note: "on this device" },
];
const LEVELS: Record<string, string> = { novice: "for your first games", adept: "plays well", master: "hard to beat" };
const PROGRAMS: Record<string, string> = { random: "plays anything", greedy: "follows a rule of thumb", search: "plays so many games in its head" };
const CLOCKS: Choice[] = [
  { value: "bank 180 2", says: "Quick", note: "3 minutes each, and 2 seconds a move" },
  { value: "bank 900 5", says: "Slow", note: "15 minutes each, and 5 seconds a move" },
];
const HARDEST = 4;
const MOST_BESIDE = 5;

export function first(game: GameOffered): Setup {
  const against = game.levels.includes(USUAL_LEVEL) ? USUAL_LEVEL : (game.levels[0] ?? FRIEND);
  const rules = game.rule_sets[0] ?? "";
  const [deck = "", otherDeck = ""] = game.decks;
  return { against, otherName: "", seat: "0", rules, options: {}, deck, otherDeck, cards: "", deckFile: "", clock: "" };
}

/** What the server is asked for. */
export function setupOf(game: GameOffered, setup: Setup, name: string): TableSetup {
  const [kind, seconds, increment] = setup.clock.split(" ");
  return {
    game: game.name,
    rules: setup.rules || null,
    options: setup.options,
    opponent: setup.against,
    seat: setup.seat === "" ? null : Number(setup.seat),
    name,
    other_name: setup.against === BESIDE ? setup.otherName : "",
    clock: seconds ? { [kind === "bank" ? "bank" : "move"]: Number(seconds), increment: Number(increment ?? 0) } : null,
    deck: setup.deck || setup.deckFile || null,
    opponent_deck: setup.otherDeck || null,
    cards: setup.cards || null,
  };
}

/** How hard something is, as dots and in words. */
export function Dots({ level }: { level: number }) {
  if (!level) return null;
  const words = ["easy", "not hard", "harder", "hardest"][level - 1];
  return (
    <span class="dots">
      <span aria-hidden="true">{"●".repeat(level)}{"○".repeat(HARDEST - level)}</span>
      <span class="hidden-words">{words},</span>
    </span>
  );
}

interface SheetProps {
  game: GameOffered;
  against: string;
  problem: string;
  isBusy: boolean;
  begin: (setup: TableSetup) => void;
  close: () => void;
}

export function SetupSheet({ game, against, problem, isBusy, begin, close }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const setup = useSignal<Setup>({ ...first(game), against });
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>("input:checked")?.focus();
  }, []);
  const submit = (event: Event) => {
    event.preventDefault();
    begin(setupOf(game, setup.value, habits.value.name));
  };
  const leave = (event: Event) => event.target === dialog.current && dialog.current?.close();
  return (
    <dialog class="setup" aria-labelledby="setup" ref={dialog} onClose={close} onClick={leave}>
      <form class="form" onSubmit={submit}>
        <h2 id="setup">{game.title}</h2>
        <div class="choosing">
          <Usual game={game} setup={setup} />
          <More game={game} setup={setup} />
        </div>
        <footer>
          {problem && <p class="notice" role="alert">{problem}</p>}
          <button type="button" class="button plain" onClick={() => dialog.current?.close()}>Cancel</button>
          <button type="submit" class="button main" disabled={isBusy}>{setup.value.against === FRIEND ? "Invite" : "Play"}</button>
        </footer>
      </form>
    </dialog>
  );
}

interface PartProps {
  game: GameOffered;
  setup: Signal<Setup>;
}

/** What many people want to choose. */
function Usual({ game, setup }: PartProps) {
  const { against, seat, clock, deck, otherDeck, otherName } = setup.value;
  const set = (change: Partial<Setup>) => (setup.value = { ...setup.value, ...change });
  const sides = game.sides.length > 0 ? game.sides : game.roles.map(capital);
  return (
    <>
      <Pick legend="Against" value={against} set={(against) => set({ against })}
        choices={[...game.levels.map((value) => ({ value, says: capital(value), note: LEVELS[value] })), ...PEOPLE]} />
      {against === FRIEND && <NameField says="Your name, for your friend" />}
      {against === BESIDE && (
        <div class="names">
          <NameField says="Your name" />
          <label>
            <span>The other name</span>
            <input type="text" maxLength={40} required value={otherName} onInput={(event) => set({ otherName: event.currentTarget.value })} />
          </label>
        </div>
      )}
      {sides.length > 0 && (
        <Pick legend={game.side || "Your side"} isInline value={seat} set={(seat) => set({ seat })}
          choices={[...sides.map((says, at) => ({ value: String(at), says })), { value: "", says: "Either" }]} />
      )}
      {game.decks.length > 0 && (
        <>
          <Pick legend="Your deck" isTiled value={deck} set={(deck) => set({ deck })} choices={decks(game, setup.value)} />
          <Select says="Their deck" value={otherDeck} set={(otherDeck) => set({ otherDeck })}
            choices={decks(game, { ...setup.value, deckFile: "" })} />
        </>
      )}
      <Pick legend="Time" value={clock} set={(clock) => set({ clock })} choices={clocks(game)} />
    </>
  );
}

function clocks(game: GameOffered): Choice[] {
  const own = Object.entries(game.paces).map(([says, seconds]) => ({ value: `move ${seconds}`, says }));
  return [{ value: "", says: "No clock" }, ...own, ...CLOCKS];
}

/** The decks to choose from: those of the own cards, if there are any. */
function decks(game: GameOffered, { cards, deckFile }: Setup): Choice[] {
  const known = (cards ? decksIn(cards) : game.decks).map((name) => ({ value: name, says: name, note: !cards && <Plan game={game} name={name} /> }));
  return deckFile || known.length === 0 ? [{ value: "", says: "The one in your file" }, ...known] : known;
}

function decksIn(cards: string): string[] {
  return [...cards.matchAll(/^\[\[deck\]\][^[]*?^name\s*=\s*"([^"]*)"/gm)].map((found) => found[1] ?? "");
}

function Plan({ game, name }: { game: GameOffered; name: string }) {
  const found = game.plans[name];
  return found ? <>{found.leader} <Dots level={found.difficulty} /><br />{found.plan}</> : null;
}

/** What few people want to choose: rules, own cards, programs. */
function More({ game, setup }: PartProps) {
  const { rules, options, against } = setup.value;
  const set = (change: Partial<Setup>) => (setup.value = { ...setup.value, ...change });
  const asked = game.options.filter(({ asks }) => asks);
  const programs = game.players.filter((player) => !game.levels.includes(player));
  const titles = game.rule_sets.map((value, at) => ({ value, says: capital(game.titles[value] ?? value), note: at === 0 && "usual" }));
  const changed = asked.filter(({ name }) => name in options).map((option) => `${option.asks} ${wordsOf(option, setup.value)}`);
  if (rules !== game.rule_sets[0]) changed.unshift(game.titles[rules] ?? rules);
  return (
    <>
      <details>
        <summary>More: {["rules", game.cards && "your own cards", "programs"].filter(Boolean).join(", ")}</summary>
        {titles.length > 1 && <Pick legend="Rules" value={rules} set={(rules) => set({ rules, options: {} })} choices={titles} />}
        {asked.length > 0 && (
          <details>
            <summary>House rules</summary>
            {asked.map((option) => <HouseRule key={option.name} game={game.name} option={option} setup={setup} />)}
          </details>
        )}
        {game.cards && <CardFile game={game} set={set} />}
        {programs.length > 0 && (
          <Pick legend="Programs to play against" name="Against" value={against} set={(against) => set({ against })}
            choices={programs.map((value) => ({ value, says: value, note: PROGRAMS[value.split("(")[0] ?? ""] }))} />
        )}
      </details>
      {changed.length > 0 && <ul class="changed" aria-label="Changed">{changed.map((says) => <li key={says}>{capital(says)}</li>)}</ul>}
    </>
  );
}

interface RuleProps {
  game: string;
  option: OptionInfo;
  setup: Signal<Setup>;
}

/** One answer to a question of the rules; the usual one is none of the changes that the server is told. */
function HouseRule({ game, option, setup }: RuleProps) {
  const { rules, options } = setup.value;
  const answers = answersTo(option, rules);
  const set = (text: string) => {
    const { [option.name]: _, ...others } = options;
    const value = answers.find((each) => String(each.value) === text)?.value;
    const isUsual = value === undefined || value === option.values[rules];
    setup.value = { ...setup.value, options: isUsual ? others : { ...others, [option.name]: value } };
  };
  const choices = answers.map(({ value, says }) => ({ value: String(value), says: capital(says) }));
  const value = String(options[option.name] ?? option.values[rules]);
  return (
    <div class="house-rule">
      {choices.length > MOST_BESIDE
        ? <Select says={capital(option.asks)} value={value} set={set} choices={choices} />
        : <Pick legend={capital(option.asks)} isInline value={value} set={set} choices={choices} />}
      <WhatIsThis game={game} option={option} />
    </div>
  );
}

function answersTo(option: OptionInfo, rules: string): AnswerInfo[] {
  return option.answers[rules] ?? [];
}

function wordsOf(option: OptionInfo, { rules, options }: Setup): string {
  return answersTo(option, rules).find(({ value }) => value === options[option.name])?.says ?? "";
}

/** The rulings behind a question, from the rulebook. */
function WhatIsThis({ game, option }: { game: string; option: OptionInfo }) {
  const text = useSignal("");
  const open = async () => {
    const found = text.value ? [] : paragraphsOf(await rulebookOf(game)).filter(({ numbers }) => numbers.some((each) => option.rulings.includes(each)));
    text.value = text.value ? "" : found.map((each) => each.text.replace(/ \([A-Z]\d+(, [A-Z]\d+)*\)/g, "")).join("\n\n") || "The rulebook cannot be read now.";
  };
  return (
    <>
      <button type="button" class="link-button small" aria-expanded={text.value !== ""} onClick={() => void open()}>
        What is this?<span class="hidden-words"> {option.asks}</span>
      </button>
      {text.value && <div class="ruling-text small"><Markdown text={text.value} /></div>}
    </>
  );
}

interface PickProps {
  legend: string;
  value: string;
  set: (value: string) => void;
  choices: Choice[];
  /** Lists of one name have one choice among them. */
  name?: string;
  isInline?: boolean;
  isTiled?: boolean;
}

function Pick({ legend, value, set, choices, name = legend, isInline = false, isTiled = false }: PickProps) {
  return (
    <fieldset class={isInline ? "pick inline" : isTiled ? "pick tiled" : "pick"}>
      <legend>{legend}</legend>
      <div>
        {choices.map((each) => (
          <label key={each.value}>
            <input type="radio" name={name} value={each.value} checked={value === each.value} onChange={() => set(each.value)} />
            <span>
              {each.says} {each.note && <span class="small quiet">{each.note}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Select({ says, value, set, choices }: Omit<PickProps, "legend" | "name"> & { says: string }) {
  return (
    <label>
      <span>{says}</span>
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        {choices.map((each) => <option key={each.value} value={each.value}>{each.says}</option>)}
      </select>
    </label>
  );
}

interface CardFileProps {
  game: GameOffered;
  set: (change: Partial<Setup>) => void;
}

/** A file with cards, or with one deck of the usual cards: that one has no lists of tables. */
function CardFile({ game, set }: CardFileProps) {
  const hasDecks = game.decks.length > 0;
  const read = async (input: HTMLInputElement) => {
    const text = (await input.files?.[0]?.text()) ?? "";
    const isDeck = hasDecks && text !== "" && !/^\s*\[\[/m.test(text);
    const [deck = "", otherDeck = deck] = isDeck ? ["", game.decks[0]] : text ? decksIn(text) : game.decks;
    set({ cards: isDeck ? "" : text, deckFile: isDeck ? text : "", deck, otherDeck });
  };
  return (
    <label>
      <span>{hasDecks ? "Cards or a deck of your own, in a file" : "Cards of your own, in a file"}</span>
      <input type="file" accept=".toml,.json,.txt" onChange={(event) => void read(event.currentTarget)} />
    </label>
  );
}
