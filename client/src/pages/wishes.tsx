// What can be chosen for a game: opponent, seat, rules, options, decks, cards and clock.
import type { Signal } from "@preact/signals";
import { capital } from "../english";
import type { GameOffered, OptionInfo, TableWish } from "../messages";

export interface Wishes {
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
  ["bank 900", "15 minutes a game"],
];

export function first(game: GameOffered): Wishes {
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

export function wishOf(game: GameOffered, wishes: Wishes, name: string): TableWish {
  const [kind, seconds] = wishes.clock.split(" ");
  return {
    game: game.name,
    rules: wishes.rules || null,
    options: wishes.options,
    opponent: wishes.opponent,
    seat: wishes.seat === "" ? null : Number(wishes.seat),
    name,
    clock: seconds ? { [kind === "bank" ? "bank" : "move"]: Number(seconds) } : null,
    deck: wishes.deck || wishes.deckFile || null,
    opponent_deck: wishes.opponentDeck || null,
    cards: wishes.cards || null,
  };
}

interface Props {
  game: GameOffered;
  wishes: Signal<Wishes>;
}

export function Options({ game, wishes }: Props) {
  const set = (change: Partial<Wishes>) => (wishes.value = { ...wishes.value, ...change });
  const others = game.players.filter((player) => !game.levels.includes(player));
  const seats = [...game.roles.map((role, seat) => [String(seat), capital(role)]), ["", "Draw lots"]];
  const unnamed = [
    ["0", "First"],
    ["1", "Second"],
    ["", "Draw lots"],
  ];
  return (
    <>
      <Segments legend="Opponent" name="opponent" value={wishes.value.opponent} set={(opponent) => set({ opponent })}
        choices={[...game.levels.map((level) => [level, capital(level)]), ...Object.entries(OTHERS)]} />
      <Segments legend="Your seat" name="seat" value={wishes.value.seat} set={(seat) => set({ seat })}
        choices={game.roles.length > 0 ? seats : unnamed} />
      {game.decks.length > 0 && (
        <div class="fields">
          <Choice says="Your deck" value={wishes.value.deck} set={(deck) => set({ deck })}
            choices={[["", wishes.value.deckFile ? "The one in your file" : "Any"], ...decks(game, wishes.value.cards)]} />
          <Choice says="Opponent's deck" value={wishes.value.opponentDeck} set={(opponentDeck) => set({ opponentDeck })}
            choices={[["", "Any"], ...decks(game, wishes.value.cards)]} />
        </div>
      )}
      <details>
        <summary>Rules, clock and more</summary>
        <div class="fields">
          <Choice says="Rule set" value={wishes.value.rules} set={(rules) => set({ rules, options: {} })}
            choices={game.rule_sets.map((rules) => [rules, rules])} />
          <Choice says="Clock" value={wishes.value.clock} set={(clock) => set({ clock })} choices={CLOCKS} />
          {others.length > 0 && (
            <Choice says="Another opponent" value={others.includes(wishes.value.opponent) ? wishes.value.opponent : ""}
              set={(opponent) => opponent && set({ opponent })} choices={[["", "None of these"], ...others.map((each) => [each, each])]} />
          )}
          {game.options.filter((option) => option.allowed).map((option) => (
            <Switch key={option.name} option={option} wishes={wishes.value} set={set} />
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
  wishes: Wishes;
  set: (change: Partial<Wishes>) => void;
}

function Switch({ option, wishes, set }: SwitchProps) {
  const usual = String(option.values[wishes.rules] ?? "");
  const change = (value: string) => {
    const { [option.name]: _, ...others } = wishes.options;
    set({ options: value === usual ? others : { ...others, [option.name]: value } });
  };
  const says = `${capital(option.says)} (${option.rulings.join(", ")})`;
  return (
    <Choice says={says} value={wishes.options[option.name] ?? usual} set={change}
      choices={(option.allowed ?? []).map((value) => [String(value), String(value)])} />
  );
}

interface CardFileProps {
  hasDecks: boolean;
  set: (change: Partial<Wishes>) => void;
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
