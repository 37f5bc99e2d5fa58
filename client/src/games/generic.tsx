// A board for any game: its zones from top to bottom, with all their cards and facts.
import type { ZoneMessage } from "../messages";
import { Back, Card, Hand, Place, plainFace } from "../parts/card";
import { sizeWords } from "../parts/naming";
import { type BoardProps, NOBODY, PlayContext, type SceneProps, nearSeat } from "../parts/play";

/** What the page says elsewhere. */
const SAID = ["to_move", "over", "winner"];

export function GenericBoard({ board, seat, standing }: BoardProps) {
  const near = nearSeat(seat);
  const isOwnHand = (zone: ZoneMessage) => zone.kind === "hand" && zone.owner === near;
  const [hands, others] = [board.zones.filter(isOwnHand), board.zones.filter((zone) => !isOwnHand(zone))];
  const facts = Object.fromEntries(Object.entries(board.facts).filter(([name]) => !SAID.includes(name)));
  return (
    <div class="generic">
      {others.map((zone) => (
        <Zone key={zone.id} zone={zone} near={near} />
      ))}
      <Facts facts={facts} />
      <div class="own-side">
        {standing}
        {hands.map((zone) => (
          <Zone key={zone.id} zone={zone} near={near} isOwnHand />
        ))}
      </div>
    </div>
  );
}

function Zone({ zone, near, isOwnHand = false }: { zone: ZoneMessage; near: number; isOwnHand?: boolean }) {
  return (
    <section class="zone" data-own={zone.owner === near} aria-label={zone.label}>
      <Place zone={zone} name={sizeWords(zone)} className="zone-head">
        <span class="zone-name">{zone.label}</span>
        <span class="number small">{zone.size}</span>
      </Place>
      <Cards zone={zone} isOwnHand={isOwnHand} />
      <Facts facts={zone.facts} />
    </section>
  );
}

function Cards({ zone, isOwnHand }: { zone: ZoneMessage; isOwnHand: boolean }) {
  if (isOwnHand) return <Hand zone={zone} face={plainFace} pattern="plain" />;
  return (
    <div class="pieces">
      {zone.cards.map((card, at) =>
        card.facing === "hidden" ? (
          <Back key={at} count={card.count} name={`${card.count} hidden, ${zone.label}`} pattern="plain" />
        ) : (
          <Card key={at} card={card} zone={zone} at={at} face={plainFace} />
        ),
      )}
    </div>
  );
}

function Facts({ facts }: { facts: Record<string, unknown> }) {
  const shown = Object.entries(facts).filter(([, value]) => value !== null);
  if (shown.length === 0) return null;
  return (
    <p class="facts small quiet">
      {shown.map(([name, value]) => `${name.replaceAll("_", " ")}: ${said(value)}`).join(" · ")}
    </p>
  );
}

function said(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(said).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

export function GenericScene({ board, before, seat }: SceneProps) {
  const shown = board ?? before;
  if (!shown) return null;
  return (
    <PlayContext.Provider value={NOBODY}>
      <GenericBoard board={shown} seat={seat} tried={null} standing={null} />
    </PlayContext.Provider>
  );
}
