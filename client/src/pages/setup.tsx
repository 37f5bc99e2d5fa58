// What can be chosen for a game: opponent, seat, rules, options, decks, cards and clock.
import type { Signal } from "@preact/signals";
import { capital } from "../english";
import type { GameOffered, OptionInfo, TableSetup } from "../messages";

export interface GameSetup {
  opponent: string;
  seat: string;
  rules: string;
  options: Record<string, string>;
  deck: string;
  opponentDeck: string;
  cards: string;
  /** A deck in a file of its own. */
  deckFile: string;
  clock: string;
}

const USUAL_LEVEL = "adept";
const OTHERS: Record<string, string> = { friend: "A friend, by link", here: "A person on this device" };
const CLOCKS: [string, string][] = [
  ["", "No clock"],
  ["move 5", "5 seconds a move"],
  ["move 30", "30 seconds a move"],
  ["bank 300", "5 minutes a game"],
  ["bank 300 3", "5 minutes a game, 3 seconds more a move"],
  ["bank 900", "15 minutes a game"],
];

export function first(game: GameOffered): GameSetup {
  const level = game.levels.includes(USUAL_LEVEL) ? USUAL_LEVEL : (game.levels[0] ?? "friend");
  return {
    opponent: level,
    seat: "0",
    rules: game.rule_sets[0] ?? "",
    options: {},
    deck: "",
    opponentDeck: "",
    cards: "",
    deckFile: "",
    clock: "",
  };
}

export function setupOf(game: GameOffered, setup: GameSetup, name: string): TableSetup {
  const [kind, seconds, increment] = setup.clock.split(" ");
  return {
    game: game.name,
    rules: setup.rules || null,
    options: setup.options,
    opponent: setup.opponent,
    seat: setup.seat === "" ? null : Number(setup.seat),
    name,
    clock: seconds ? { [kind === "bank" ? "bank" : "move"]: Number(seconds), increment: Number(increment ?? 0) } : null,
    deck: setup.deck || setup.deckFile || null,
    opponent_deck: setup.opponentDeck || null,
    cards: setup.cards || null,
  };
}

interface Props {
  game: GameOffered;
  setup: Signal<GameSetup>;
}

export function Options({ game, setup }: Props) {
  const set = (change: Partial<GameSetup>) => (setup.value = { ...setup.value, ...change });
  const others = game.players.filter((player) => !game.levels.includes(player));
  const seats = ["First", "Second"].map((unnamed, seat) => [String(seat), capital(game.roles[seat] ?? unnamed)]);
  return (
    <>
      <Segments legend="Opponent" name="opponent" value={setup.value.opponent} set={(opponent) => set({ opponent })}
        choices={[...game.levels.map((level) => [level, capital(level)]), ...Object.entries(OTHERS)]} />
      <Segments legend="Your seat" name="seat" value={setup.value.seat} set={(seat) => set({ seat })}
        choices={[...seats, ["", "Draw lots"]]} />
      {game.decks.length > 0 && (
        <div class="fields">
          <Choice says="Your deck" value={setup.value.deck} set={(deck) => set({ deck })}
            choices={[["", setup.value.deckFile ? "The one in your file" : "Any"], ...decks(game, setup.value.cards)]} />
          <Choice says="Opponent's deck" value={setup.value.opponentDeck} set={(opponentDeck) => set({ opponentDeck })}
            choices={[["", "Any"], ...decks(game, setup.value.cards)]} />
        </div>
      )}
      <details>
        <summary>Rules, clock and more</summary>
        <div class="fields">
          <Choice says="Rule set" value={setup.value.rules} set={(rules) => set({ rules, options: {} })}
            choices={game.rule_sets.map((rules) => [rules, rules])} />
          <Choice says="Clock" value={setup.value.clock} set={(clock) => set({ clock })} choices={CLOCKS} />
          {others.length > 0 && (
            <Choice says="Another opponent" value={others.includes(setup.value.opponent) ? setup.value.opponent : ""}
              set={(opponent) => opponent && set({ opponent })} choices={[["", "None of these"], ...others.map((each) => [each, each])]} />
          )}
          {game.options.filter((option) => option.allowed).map((option) => (
            <Switch key={option.name} option={option} setup={setup.value} set={set} />
          ))}
          {game.cards && <CardFile hasDecks={game.decks.length > 0} set={set} />}
        </div>
      </details>
    </>
  );
}

/** The decks to choose from: those of the own cards, if there are any. */
function decks(game: GameOffered, cards: string): string[][] {
  const own = [...cards.matchAll(/^\[\[deck\]\][^[]*?^name\s*=\s*"([^"]*)"/gm)].map((found) => found[1] ?? "");
  return (cards ? own : game.decks).map((deck) => [deck, deck]);
}

interface ChoiceProps {
  says: string;
  value: string;
  set: (value: string) => void;
  choices: string[][];
}

function Choice({ says, value, set, choices }: ChoiceProps) {
  return (
    <label>
      <span>{says}</span>
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        {choices.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function Segments({ legend, name, value, set, choices }: Omit<ChoiceProps, "says"> & { legend: string; name: string }) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class="segments">
        {choices.map(([each, words]) => (
          <label key={each}>
            <input type="radio" name={name} value={each} checked={value === each} onChange={() => set(each ?? "")} />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SwitchProps {
  option: OptionInfo;
  setup: GameSetup;
  set: (change: Partial<GameSetup>) => void;
}

function Switch({ option, setup, set }: SwitchProps) {
  const usual = String(option.values[setup.rules] ?? "");
  const change = (value: string) => {
    const { [option.name]: _, ...others } = setup.options;
    set({ options: value === usual ? others : { ...others, [option.name]: value } });
  };
  const says = `${capital(option.says)} (${option.rulings.join(", ")})`;
  return (
    <Choice says={says} value={setup.options[option.name] ?? usual} set={change}
      choices={(option.allowed ?? []).map((value) => [String(value), String(value)])} />
  );
}

interface CardFileProps {
  hasDecks: boolean;
  set: (change: Partial<GameSetup>) => void;
}

/** A file with cards, or with one deck of the usual cards: that one has no lists of tables. */
function CardFile({ hasDecks, set }: CardFileProps) {
  const read = async (input: HTMLInputElement) => {
    const text = (await input.files?.[0]?.text()) ?? "";
    const isDeck = hasDecks && text !== "" && !/^\s*\[\[/m.test(text);
    set({ cards: isDeck ? "" : text, deckFile: isDeck ? text : "", deck: "", opponentDeck: "" });
  };
  return (
    <label>
      <span>{hasDecks ? "Cards or a deck of your own, in a file" : "Cards of your own, in a file"}</span>
      <input type="file" accept=".toml,.json,.txt" onChange={(event) => void read(event.currentTarget)} />
    </label>
  );
}
