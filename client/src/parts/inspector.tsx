// A card, held, hovered or focused: large, with all that is printed on it.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { frontOf } from "../games";
import type { CardMessage, ZoneMessage } from "../messages";
import { type Mention, type Paragraph, paragraphsOf, rulebookOf, speakingOf } from "../rulebook";
import type { Table } from "../table";
import { inline } from "./markdown";
import { cardName, markWords } from "./naming";
import { isWide } from "./width";

export interface Inspected {
  card: CardMessage;
  zone: ZoneMessage;
}

interface Props {
  inspected: Signal<Inspected | null>;
  table: Table;
}

/** What is printed on cards does not change: it is asked for once. */
const printed = new Map<string, string[]>();

/** The rulings that speak of a card, once the rulebook is there. */
function useMentions(game: string, name: string, lines: string[]): Mention[] {
  const paragraphs = useSignal<Paragraph[]>([]);
  useEffect(() => {
    if (name) void rulebookOf(game).then((text) => (paragraphs.value = paragraphsOf(text)));
  }, [game, name !== ""]);
  return name ? speakingOf(paragraphs.value, name, lines) : [];
}

export function Inspector({ inspected, table }: Props) {
  const lines = useSignal<string[]>([]);
  const shown = inspected.value;
  const game = table.state.value?.game;
  const name = shown?.card.name ?? "";
  useEffect(() => {
    lines.value = printed.get(`${game?.full_name} ${name}`) ?? [];
    if (!name || !game?.features.includes("cards") || lines.value.length > 0) return;
    void table.ask({ type: "card", name }).then((answer) => {
      if (answer.type !== "card") return;
      printed.set(`${game.full_name} ${name}`, answer.lines);
      if (inspected.value?.card.name === name) lines.value = answer.lines;
    });
  }, [name, game?.full_name]);
  const text = lines.value.length > 0 ? lines.value : factLines(shown?.card);
  const mentions = useMentions(game?.name ?? "", name || (shown?.card.face ?? ""), text);
  if (!shown || text.length + mentions.length === 0) return null;
  return (
    <div class="inspector" role="note" aria-label="Card">
      {shown.zone.kind !== "monster" && (
        <span class={`card inspected ${game?.name}`} aria-hidden="true">
          {frontOf(game?.name ?? "").face({ ...shown.card, count: 1 })}
        </span>
      )}
      <p class="small quiet">{[shown.zone.label, ...markWords(shown.card)].join(", ")}</p>
      {text.map((line, at) => (
        <p key={at} class={at === 0 ? "first" : ""}>
          {line.trim()}
        </p>
      ))}
      {text.length === 0 && <p class="first">{cardName(shown.card)}</p>}
      {mentions.length > 0 && (
        <details open={isWide.value}>
          <summary class="small">Rulings {mentions.map(({ number }) => number).join(" ")}</summary>
          {mentions.map(({ number, says }) => (
            <p key={number} class="mention small">
              <span class="notation">{number}</span> {inline(says)}
            </p>
          ))}
        </details>
      )}
    </div>
  );
}

/** Whether somebody is at a card: a card that was played cannot say that it is not looked at any more. */
export function isLookedAt({ card, zone }: Inspected): boolean {
  const pieces = [...document.querySelectorAll<HTMLElement>("[data-piece]:hover, [data-piece]:focus")];
  return pieces.some((piece) => piece.dataset["zone"] === zone.id && piece.dataset["card"] === (card.id || card.face));
}

function factLines(card: CardMessage | undefined): string[] {
  const text = card?.facts["text"];
  return typeof text === "string" ? [card?.name ?? "", text] : [];
}
