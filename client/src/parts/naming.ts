// Cards and zones in words, as a person at the table would say them.
import type { CardMessage, ZoneMessage } from "../messages";

const WORDS: Record<string, string> = { invalid: "struck" };

export function markWords(card: CardMessage): string[] {
  return (card.marks ?? []).map((mark) => WORDS[mark] ?? mark);
}

export function cardName(card: CardMessage): string {
  if (card.facing === "hidden") return card.count && card.count > 1 ? `${card.count} hidden cards` : "hidden card";
  return card.name || card.face || "card";
}

export function within(zone: ZoneMessage): string {
  return `in ${zone.label.charAt(0).toLowerCase()}${zone.label.slice(1)}`;
}

/** "Mirror, in your hand, can be played" */
export function spoken(card: CardMessage, zone: ZoneMessage, can: "" | "played" | "chosen"): string {
  const count = card.facing !== "hidden" && (card.count ?? 1) > 1 ? [`${card.count} copies`] : [];
  const parts = [cardName(card), ...count, within(zone), ...markWords(card)];
  if (card.facing === "down") parts.push("face down");
  if (can) parts.push(`can be ${can}`);
  return parts.join(", ");
}

export function sizeWords(zone: ZoneMessage): string {
  return `${zone.label}: ${zone.size} ${zone.size === 1 ? "card" : "cards"}`;
}

/** The cards of a hand that can be seen, as they are written: " (2 3 3 M)". */
export function openFaces(zone: ZoneMessage): string {
  const open = zone.cards.filter((card) => card.facing !== "hidden" && card.face);
  const faces = open.flatMap((card) => Array.from({ length: card.count ?? 1 }, () => card.face));
  return faces.length > 0 ? ` (${faces.join(" ")})` : "";
}
