// Log, why, rules and analysis: a sheet from below on a phone, a panel at the right on a desk.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { frontOf } from "../games";
import type { RuleFired } from "../messages";
import { forPlayers, rulebookOf } from "../rulebook";
import type { Tab, Table } from "../table";
import { CopyButton } from "./copying";
import { Markdown } from "./markdown";
import { Ruling } from "./ruling";
import { isWide } from "./width";
import { toldWords } from "./words";

const TABS: { tab: Tab; says: string }[] = [
  { tab: "log", says: "Moves" },
  { tab: "why", says: "Why" },
  { tab: "rules", says: "Rules" },
  { tab: "analysis", says: "Analysis" },
];

export function Sheet({ table, watch }: { table: Table; watch: string }) {
  const tab = table.tab.value ?? (isWide.value ? "log" : null);
  if (tab === null) return null;
  return (
    <aside class="sheet" aria-label="Moves, why, rules and analysis">
      <div class="head">
        <div role="tablist" onKeyDown={(event) => goAlong(event, tab, table)}>
          {TABS.map((each) => (
            <button
              key={each.tab}
              type="button"
              role="tab"
              id={`tab-${each.tab}`}
              aria-selected={each.tab === tab}
              aria-controls="sheet-body"
              tabIndex={each.tab === tab ? 0 : -1}
              onClick={() => (table.tab.value = each.tab)}
            >
              {each.says}
            </button>
          ))}
        </div>
        <button type="button" class="close link-button" onClick={() => (table.tab.value = null)}>
          Close
        </button>
      </div>
      <div class="body" id="sheet-body" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        {tab === "log" && <Log table={table} />}
        {tab === "log" && watch && <CopyButton text={watch} says="Copy the link for onlookers" />}
        {tab === "why" && <Why table={table} />}
        {tab === "rules" && <Rules table={table} />}
        {tab === "analysis" && <Analysis table={table} />}
      </div>
    </aside>
  );
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Arrow keys go from tab to tab. */
function goAlong(event: KeyboardEvent, tab: Tab, table: Table): void {
  const at = TABS.findIndex((each) => each.tab === tab) + (STEPS[event.key] ?? 0);
  const next = TABS[(at + TABS.length) % TABS.length];
  if (!STEPS[event.key] || !next) return;
  table.tab.value = next.tab;
  document.getElementById(`tab-${next.tab}`)?.focus();
}

function Log({ table }: { table: Table }) {
  const state = table.state.value;
  const log = table.log.value.filter((each) => !frontOf(state?.game.name ?? "").texts.isSilent?.(each));
  if (!state || log.length === 0) return <p class="quiet">No move has been made yet.</p>;
  return (
    <ol class="moves" reversed>
      {[...log].reverse().map((each) => (
        <li key={each.number} data-own={each.seat === (state.seat ?? 0)}>
          <span class="number small quiet">{each.number}</span>
          <span class="who">
            {toldWords(each, state)}{table.isTyping.value && <span class="notation small quiet"> {each.move}</span>}
          </span>
          <button type="button" class="link-button small" onClick={() => void table.why(each.number)}>
            why?
          </button>
        </li>
      ))}
    </ol>
  );
}

function Why({ table }: { table: Table }) {
  const explained = table.explained.value;
  const last = table.log.value.at(-1);
  if (!explained) {
    return (
      <>
        <p class="quiet">Which rules a move followed.</p>
        {last && (
          <button type="button" class="button" onClick={() => void table.why(last.number)}>
            Explain the last move
          </button>
        )}
      </>
    );
  }
  const told = table.log.value.find((each) => each.number === explained.number);
  return (
    <>
      <h2>
        {explained.number === 0 ? "The deal" : `Move ${explained.number}`}
        {told && <span class="notation"> {told.move}</span>}
      </h2>
      {explained.rules.length === 0 && <p class="quiet">Nothing that you may know of yet.</p>}
      {explained.rules.map((rule, at) => (
        <Rule key={at} rule={rule} table={table} />
      ))}
      {table.state.value?.game.features.includes("scenes") && explained.number > 0 && (
        <button type="button" class="button" onClick={() => void table.tell(explained.number)}>
          Show it step by step
        </button>
      )}
    </>
  );
}

function Rule({ rule, table }: { rule: RuleFired; table: Table }) {
  return (
    <dl class="rule">
      <dt>
        {rule.rulings.map((ruling) => (
          <Ruling key={ruling} number={ruling} table={table} />
        ))}
      </dt>
      <dd>{rule.says}</dd>
    </dl>
  );
}

function Rules({ table }: { table: Table }) {
  const game = table.state.value?.game;
  if (!game) return null;
  return (
    <>
      <h2>{game.title}</h2>
      <p class="notation small quiet">{game.full_name.length < 80 ? game.full_name : `${game.name}[${game.rules}]`}</p>
      <p>{game.primer}</p>
      <h3>Moves in writing</h3>
      <p class="small">{game.examples}</p>
      {game.features.includes("decks") && <Decks table={table} />}
      <Rulebook game={game.name} />
    </>
  );
}

function Rulebook({ game }: { game: string }) {
  const text = useSignal<string | null>(null);
  const read = async () => (text.value = forPlayers(await rulebookOf(game)));
  if (text.value) return <Markdown text={text.value} />;
  return (
    <>
      {text.value === "" && <p class="quiet">The rulebook cannot be read now.</p>}
      <button type="button" class="button" onClick={() => void read()}>
        Read the rulebook
      </button>
    </>
  );
}

function SaveGame({ table, name }: { table: Table; name: string }) {
  const save = async () => {
    const file = await table.save();
    if (!file) return;
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: name });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <button type="button" class="button" onClick={() => void save()}>
      Save the game as a file
    </button>
  );
}

/** Both deck lists, which are open to both players. */
function Decks({ table }: { table: Table }) {
  const lists = useSignal<string[][]>([]);
  useEffect(() => {
    void table.ask({ type: "decks" }).then((answer) => {
      if (answer.type === "decks") lists.value = answer.decks;
    });
  }, [table]);
  return (
    <>
      {lists.value.map((lines, seat) => (
        <details key={seat}>
          <summary>{seat === (table.state.value?.seat ?? 0) ? "Your deck" : "Opponent's deck"}</summary>
          {lines.map((line, at) => (
            <p key={at} class="small">
              {line.trim()}
            </p>
          ))}
        </details>
      ))}
    </>
  );
}

function Analysis({ table }: { table: Table }) {
  const [state, welcome, hinted] = [table.state.value, table.welcome.value, table.hinted.value];
  if (!state) return null;
  return (
    <>
      {welcome?.hints && table.isMine.value && (
        <button type="button" class="button" onClick={() => void table.hint()}>
          Which moves are best?
        </button>
      )}
      <p class="quiet" role="status">
        {table.isThinking.value && "Thinking about it …"}
      </p>
      {!welcome?.hints && <p class="quiet">This table is played without hints.</p>}
      {hinted?.lines.map((line, at) => (
        <p key={at} class="notation small text">
          {line}
        </p>
      ))}
      {state.result && <SaveGame table={table} name={`${state.game.name}-${state.commitment.slice(0, 8)}.json`} />}
      <details>
        <summary>Fair deal, fixed before the first move. Check it</summary>
        <p class="small">
          Committed to before the first move: <span class="notation">{state.commitment}</span>
        </p>
        {state.result ? (
          <>
            <p class="small">
              Opened after the game: seed <span class="notation">{state.result.opened.seed}</span>, salt{" "}
              <span class="notation">{state.result.opened.salt}</span>.
            </p>
            <p class="small quiet">
              <code>duelhall verify</code> with the saved game and the commitment checks the deal; <code>duelhall replay</code> and{" "}
              <code>duelhall review</code> read it, too.
            </p>
          </>
        ) : (
          <p class="small quiet">It is opened when the game is over.</p>
        )}
      </details>
    </>
  );
}
