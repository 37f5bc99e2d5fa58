// Cards, hands and places that can be touched, dragged and reached by keys.
import { signal } from "@preact/signals";
import type { ComponentChildren, CSSProperties } from "preact";
import type { CardMessage, ZoneMessage } from "../messages";
import { type Key, keyOf, keysOfCard } from "../touching";
import { startDrag } from "./dragging";
import { pieceOf } from "./focus";
import { cardName, markWords, spoken } from "./naming";
import { usePlay } from "./play";

export type Face = (card: CardMessage) => ComponentChildren;

interface PieceProps {
  keys: Key[];
  name: string;
  className: string;
  children?: ComponentChildren;
  style?: CSSProperties;
  card?: CardMessage;
  zone?: ZoneMessage;
  /** Which one of several that are alike. */
  copy?: number;
}

/** Which one of several cards that are alike was touched. */
const copyTouched = signal(0);

/** Something on the board that moves may speak of. */
export function Piece({ keys, name, className, children, style, card, zone, copy = 0 }: PieceProps) {
  const play = usePlay();
  const offered = keys.find((key) => play.offered.value.has(key));
  const touched = copyTouched.value === copy ? keys.find((key) => play.touched.value.includes(key)) : undefined;
  const key = offered ?? touched ?? keys.find((each) => play.firsts.value.has(each));
  const mark = copy === 0 ? keys.map((each) => play.marks.value.get(each)).find(Boolean) : undefined;
  const loses = offered !== undefined && play.loses(keys);
  const look = () => card && zone && play.inspect(card, zone);
  const press = () => {
    if (!key) return card && zone && play.askWhyNot(card, zone);
    copyTouched.value = copy;
    return play.touch(key);
  };
  return (
    <button
      type="button"
      class={`${className}${offered ? " offered" : ""}${loses ? " loses" : ""}${touched ? " touched" : ""}${mark?.isBest ? " advised" : ""}`}
      data-place={key}
      data-piece={pieceOf(keys)}
      data-facing={card?.facing ?? "up"}
      data-card={card && (card.id || card.face)}
      data-zone={zone?.id}
      tabIndex={key ? 0 : -1}
      aria-pressed={touched ? true : undefined}
      style={style}
      onClick={press}
      onPointerDown={(event) => offered && startDrag(event, offered, play)}
      onMouseEnter={look}
      onFocus={look}
      onMouseLeave={(event) => zone && event.currentTarget !== document.activeElement && play.inspect(null, zone)}
      onBlur={(event) => zone && !isInspector(event.relatedTarget) && play.inspect(null, zone)}
    >
      <span class="hidden-words">{[name + (loses ? ", loses at once" : ""), mark?.says].filter(Boolean).join("; ")}</span>
      <span class="drawn" aria-hidden="true">
        {children}
        {loses && <span class="loses-word">loses</span>}
        {mark && <span class="advice number">{mark.short}</span>}
      </span>
    </button>
  );
}

/** Whether somebody goes on to read what is said of the card. */
function isInspector(element: EventTarget | null): boolean {
  return element instanceof Element && element.closest(".inspector") !== null;
}

interface CardProps {
  card: CardMessage;
  zone: ZoneMessage;
  at: number;
  face: Face;
  className?: string;
  style?: CSSProperties;
  copy?: number;
  /** What is said of it besides its name and its marks. */
  more?: string;
}

/** A card that lies open, or is known to who looks. */
export function Card({ card, zone, at, face, className = "", style, copy, more = "" }: CardProps) {
  const play = usePlay();
  const keys = keysOfCard(zone, card, at);
  const can = keys.some((key) => play.offered.value.has(key)) ? (zone.kind === "hand" ? "played" : "chosen") : "";
  return (
    <Piece keys={keys} name={spoken(card, zone, can) + more} className={`card ${className}`} style={style} card={card} zone={zone} copy={copy}>
      {face(card)}
      {marked(card)}
      {card.count > 1 && <span class="count">{card.count}</span>}
    </Piece>
  );
}

function marked(card: CardMessage) {
  const words = markWords(card).join(", ");
  return words ? <span class="mark">{words}</span> : null;
}

interface BackProps {
  count: number;
  name: string;
  pattern: string;
}

/** Cards that nobody here sees. */
export function Back({ count, name, pattern }: BackProps) {
  return (
    <span class={`card back ${pattern}`} data-facing="hidden" role="img" aria-label={name}>
      {count > 1 && <span class="count">{count}</span>}
    </span>
  );
}

/** Every card for itself, also those that are alike; `at` counts the cards as the zone lists them. */
export function oneByOne(zone: ZoneMessage): { card: CardMessage; at: number; copy: number }[] {
  return zone.cards.flatMap((card, at) =>
    Array.from({ length: card.count }, (_, copy) => ({ card: { ...card, count: 1 }, at, copy })),
  );
}

interface HandProps {
  zone: ZoneMessage;
  face: Face;
  pattern: string;
  className?: string;
  /** Whether cards that are alike lie on each other. */
  isStacked?: boolean;
  /** What is said of a card besides its name. */
  more?: (card: CardMessage) => string;
}

/** A hand of cards; it overlaps where there is not enough room. */
export function Hand({ zone, face, pattern, className = "", isStacked = false, more }: HandProps) {
  const cards = isStacked ? zone.cards.map((card, at) => ({ card, at, copy: 0 })) : oneByOne(zone);
  if (cards.length === 0) return <div class="hand empty">No cards in hand</div>;
  return (
    <div class={`hand ${className}`} role="group" aria-label={zone.label} style={{ "--others": cards.length - 1 }}>
      {cards.map(({ card, at, copy }) =>
        card.facing === "hidden" ? (
          <Back key={`${at} ${copy}`} count={card.count} name={`${cardName(card)}, ${zone.label}`} pattern={pattern} />
        ) : (
          <Card key={`${card.id || card.face} ${copy}`} card={card} zone={zone} at={at} face={face} copy={copy} more={more?.(card)} />
        ),
      )}
    </div>
  );
}

interface PlaceProps {
  zone: ZoneMessage;
  name: string;
  className?: string;
  children?: ComponentChildren;
  style?: CSSProperties;
  row?: number;
  column?: number;
}

/** A zone, or a place in a grid, as something to be touched. */
export function Place({ zone, name, className = "", children, style, row, column }: PlaceProps) {
  const keys = [keyOf({ zone: zone.id, row, column })];
  return (
    <Piece keys={keys} name={name} className={`place ${className}`} style={style}>
      {children}
    </Piece>
  );
}

/** What a card shows if its game draws nothing of its own. */
export function plainFace(card: CardMessage) {
  const name = cardName(card);
  const size = name.length > 9 ? 8 : name.length > 4 ? 11 : 20;
  return (
    <svg viewBox="0 0 50 70" aria-hidden="true">
      <text x="5" y="12" font-size="9" class="corner-face" fill="currentColor">
        {card.face.slice(0, 7)}
      </text>
      <foreignObject x="3" y="18" width="44" height="46">
        <div class="plain-face" style={{ fontSize: `${size}px` }}>
          {name}
        </div>
      </foreignObject>
    </svg>
  );
}
