// Blade: two rows grow from a centre line, scores large at their heads, the difference as a bar on the line.
import "./style.css";
import { Card, Hand, oneByOne } from "../../parts/card";
import { openFaces, openNames } from "../../parts/naming";
import { type BoardOf, type BoardProps, type CardOf, type SceneOf, type SceneProps, type ZoneOf, nearSeat, zoneOf } from "../../parts/play";
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
      {isTurnedOver(board, far) && handOf(board, far)}
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

/** Whether the other side's cards can be seen: the game is over. */
function isTurnedOver(board: Board, far: number): boolean {
  return zoneOf(board, `hand${far}`)?.cards.some((card) => card.facing !== "hidden") ?? false;
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
      <span {...(isOther && pileOf(hand))}>{hand?.size ?? 0} in hand</span>,{" "}
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
      <output class="score number" aria-label={`Score ${score}`}>
        {score}
        {after !== undefined && after !== score && <span class="after"> → {after}</span>}
      </output>
      <div class="laid" style={{ "--others": Math.max(0, cards.length - 1) }}>
        {cards.map(({ card, at }) => (
          <Card key={at} card={card} zone={zone} at={at} face={bladeFace} className={isStruck(card) ? "struck" : ""} />
        ))}
      </div>
    </section>
  );
}

function isStruck(card: BladeCard): boolean {
  return card.marks.includes("invalid");
}

/** A difference from which on the bar is as long as it gets. */
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
  if (!zone || zone.size === 0) return <p class="gone" {...pileOf(zone)} />;
  return (
    <p class="gone small quiet">
      <span {...pileOf(zone)}>Out of the round:</span>{" "}
      <span class="notation number">
        <Written text={openFaces(zone.cards)} says={openNames(zone.cards)} />
      </span>
    </p>
  );
}

function BladeScene({ board, seat }: SceneProps<Board, SceneOf<"blade">>) {
  const near = nearSeat(seat);
  const score = board?.facts.score ?? [];
  return (
    <div class="blade">
      <Field zone={board ? zoneOf(board, `field${1 - near}`) : undefined} score={score[1 - near] ?? 0} after={undefined} side="far" />
      <Field zone={board ? zoneOf(board, `field${near}`) : undefined} score={score[near] ?? 0} after={undefined} side="near" />
    </div>
  );
}

// --- faces: as many blades as a card is worth, so that a 7 looks heavy and a 1 light ---

const DOES: Record<string, string> = { "1": "raises", B: "strikes", M: "swaps" };

function bladeFace(card: BladeCard) {
  const { face } = card;
  if (isStruck(card)) return <span class="value crossed">{face}</span>;
  return (
    <span class="blade-face" aria-hidden="true">
      <span class="value">{face}</span>
      <svg viewBox="0 0 96 96">{PICTURES[face] ?? fan(Number(face))}</svg>
      <span class="does">{DOES[face]}</span>
    </span>
  );
}

/** Degrees between two blades, of which a fan has at most so many in all. */
const APART = 16;
const WIDEST_FAN = 66;

function fan(count: number) {
  const step = Math.min(APART, WIDEST_FAN / Math.max(1, count - 1));
  return (
    <g fill="currentColor">
      {Array.from({ length: count }, (_, at) => (
        <path key={at} d={BLADE} transform={`translate(48 92) rotate(${(at - (count - 1) / 2) * step})`} />
      ))}
    </g>
  );
}

/** One blade, its pommel at the point from which the fan spreads: a long lozenge, a guard and a grip. */
const BLADE = "M0 -88 L4.2 -72 L2.8 -27 H8 V-23 H1.8 V-10 H-1.8 V-23 H-8 V-27 H-2.8 L-4.2 -72 Z";

const PICTURES: Record<string, preact.JSX.Element> = {
  B: <path d="M56 6 L22 54 H44 L34 90 L74 38 H50 L62 6 Z" fill="currentColor" />,
  M: (
    <g fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round" stroke-linejoin="round">
      <path d="M32 14 V74 M18 28 L32 14 L46 28" />
      <path d="M64 82 V22 M50 68 L64 82 L78 68" />
    </g>
  ),
};

register("blade", {
  board: BladeBoard,
  scene: BladeScene,
  face: bladeFace,
  texts,
  setsOff: ({ change }) => change["tied"] === true,
  isBrief: true,
});
