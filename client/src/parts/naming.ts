// Cards and zones in words, as a person at the table would say them.
import type { CardMessage, ZoneMessage } from "../messages";

const WORDS: Record<string, string> = { invalid: "struck" };

export function markWords(card: CardMessage): string[] {
  return card.marks.map((mark) => WORDS[mark] ?? mark);
}

export function cardName(card: CardMessage): string {
  if (card.facing === "hidden") return card.count > 1 ? `${card.count} hidden cards` : "hidden card";
  return card.name || card.face || "card";
}

export function within(zone: ZoneMessage): string {
  return `in ${zone.label.charAt(0).toLowerCase()}${zone.label.slice(1)}`;
}

/** "Mirror, in your hand, can be played" */
export function spoken(card: CardMessage, zone: ZoneMessage, can: "" | "played" | "chosen"): string {
  const count = card.facing !== "hidden" && card.count > 1 ? [`${card.count} copies`] : [];
  const parts = [cardName(card), ...count, within(zone), ...markWords(card)];
  if (card.facing === "down") parts.push("face down");
  if (can) parts.push(`can be ${can}`);
  return parts.join(", ");
}

export function sizeWords(zone: ZoneMessage): string {
  return `${zone.label}: ${zone.size} ${zone.size === 1 ? "card" : "cards"}`;
}

/** Those of some cards that can be seen, as they are written: "2 3×2 M". */
export function openFaces(cards: CardMessage[]): string {
  return seen(cards, (card) => card.face).join(" ");
}

/** The same by their names: "2, 3 ×2, Mirror". */
export function openNames(cards: CardMessage[]): string {
  return seen(cards, cardName, " ").join(", ");
}

function seen(cards: CardMessage[], wordOf: (card: CardMessage) => string, apart = ""): string[] {
  const open = cards.filter((card) => card.facing !== "hidden");
  return open.map((card) => (card.count > 1 ? `${wordOf(card)}${apart}×${card.count}` : wordOf(card)));
}
