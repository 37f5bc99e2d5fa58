// Blade: two rows grow from a centre line, scores large at their ends, the difference as a bar on the line.
import "./style.css";
import { Card, Hand, oneByOne } from "../../parts/card";
import { openFaces, openNames } from "../../parts/naming";
import { type BoardOf, type BoardProps, type CardOf, type ZoneOf, nearSeat, zoneOf } from "../../parts/play";
import { pileOf } from "../../parts/travel";
import { Written } from "../../parts/voice";
import { register } from "../front";
import { texts } from "./texts";

type Board = BoardOf<"blade">;
type Zone = ZoneOf<"blade">;
type BladeCard = CardOf<"blade">;

function BladeBoard({ board, seat, tried, standing }: BoardProps<Board>) {
  const near = nearSeat(seat);
  const far = 1 - near;
  const scores = board.facts.score;
  const after = tried ? tried.facts.score : null;
  const gone = zoneOf(board, "gone");
  return (
    <div class="blade">
      <Counts board={board} owner={far} isOther />
      <Field zone={zoneOf(board, `field${far}`)} score={scores[far] ?? 0} after={after?.[far]} side="far" />
      <Balance own={(after ?? scores)[near] ?? 0} other={(after ?? scores)[far] ?? 0} />
      <Field zone={zoneOf(board, `field${near}`)} score={scores[near] ?? 0} after={after?.[near]} side="near" />
      <Gone zone={gone} />
      <div class="own-side">
        {standing}
        {handOf(board, near)}
        <Counts board={board} owner={near} />
      </div>
    </div>
  );
}

function handOf(board: Board, near: number) {
  const hand = zoneOf(board, `hand${near}`);
  return hand ? <Hand zone={hand} face={bladeFace} pattern="blades" /> : null;
}

function Counts({ board, owner, isOther = false }: { board: Board; owner: number; isOther?: boolean }) {
  const hand = zoneOf(board, `hand${owner}`);
  const deck = zoneOf(board, `deck${owner}`);
  return (
    <p class="counts small quiet number" role="group" aria-label={`${hand?.label}, ${deck?.label}`}>
      <span {...(isOther && pileOf(hand))}>{hand?.size ?? 0} in hand</span>
      {isOther && hand && openFaces(hand.cards) && <Written text={` (${openFaces(hand.cards)})`} says={` (${openNames(hand.cards)})`} />},{" "}
      <span {...pileOf(deck)}>{deck?.size ?? 0} in the deck</span>
      {!isOther && `, turn ${board.facts.turn}`}
    </p>
  );
}

interface FieldProps {
  zone: Zone | undefined;
  score: number;
  after: number | undefined;
  side: "far" | "near";
}

function Field({ zone, score, after, side }: FieldProps) {
  if (!zone) return null;
  const cards = oneByOne(zone);
  return (
    <section class={`field ${side}`} aria-label={`${zone.label}, score ${score}`}>
      <div class="laid" style={{ "--others": Math.max(0, cards.length - 1) }}>
        {cards.map(({ card, at }) => (
          <Card key={at} card={card} zone={zone} at={at} face={bladeFace} className={isStruck(card) ? "struck" : ""} />
        ))}
      </div>
      <output class="score number" aria-label={`Score ${score}`}>
        {score}
        {after !== undefined && after !== score && <span class="after"> → {after}</span>}
      </output>
    </section>
  );
}

function isStruck(card: BladeCard): boolean {
  return card.marks.includes("invalid");
}

const WIDEST = 15;

function Balance({ own, other }: { own: number; other: number }) {
  const difference = own - other;
  const share = (Math.min(Math.abs(difference), WIDEST) / WIDEST) * 50;
  const words = difference === 0 ? "Even" : difference > 0 ? `You lead by ${difference}` : `You trail by ${-difference}`;
  return (
    <div class="balance" role="img" aria-label={words}>
      <span
        class={difference < 0 ? "bar behind" : "bar ahead"}
        style={{ width: `${share}%`, [difference < 0 ? "right" : "left"]: "50%" }}
      />
      <span class="pivot" />
    </div>
  );
}

function Gone({ zone }: { zone: Zone | undefined }) {
  if (!zone || zone.size === 0) return <p class="gone small quiet" {...pileOf(zone)}>Nothing is out of the round yet</p>;
  return (
    <p class="gone small quiet">
      <span {...pileOf(zone)}>Out of the round:</span>{" "}
      <span class="notation number">
        <Written text={openFaces(zone.cards)} says={openNames(zone.cards)} />
      </span>
    </p>
  );
}

// --- faces ---

function bladeFace(card: BladeCard) {
  const { face } = card;
  return (
    <svg viewBox="0 0 50 70" aria-hidden="true">
      <text x="4" y="12" font-size="11" class="corner-face" fill="currentColor">
        {face}
      </text>
      {PICTURES[face] ?? number(Number(face))}
    </svg>
  );
}

function number(value: number) {
  return (
    <>
      <text x="25" y="41" font-size="27" font-weight="600" text-anchor="middle" fill="currentColor">
        {value}
      </text>
      <g fill="var(--you)">
        {Array.from({ length: value }, (_, at) => (
          <path key={at} d={blade(25 + (at - (value - 1) / 2) * 5.2)} />
        ))}
      </g>
    </>
  );
}

/** One blade: a slanted stroke with a point. */
function blade(x: number): string {
  return `M${x + 1.6} 48 l0.9 1.4 -3.2 13.4 -1.4 0 -0.3 -1.2z`;
}

const PICTURES: Record<string, preact.JSX.Element> = {
  B: (
    <path
      d="M31 20 L18 38 H25 L20 54 L34 34 H26.5 Z"
      fill="none"
      stroke="var(--opponent)"
      stroke-width="2.4"
      stroke-linejoin="round"
    />
  ),
  M: (
    <g fill="none" stroke="var(--you)" stroke-width="2.6" stroke-linecap="round">
      <path d="M21 22 C9 30 9 46 21 54" />
      <path d="M29 22 C41 30 41 46 29 54" />
      <path d="M25 18 V58" stroke="currentColor" stroke-width="1" stroke-dasharray="2 3" />
    </g>
  ),
};

register("blade", {
  board: BladeBoard,
  face: bladeFace,
  texts,
});
