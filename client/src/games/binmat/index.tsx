// BINMAT: six lanes as columns, from the enemy's side to one's own; the attacker's piles beside them.
import "./style.css";
import { Back, Card, Hand, Place, oneByOne } from "../../parts/card";
import { cardName, openFaces, sizeWords } from "../../parts/naming";
import { type BoardOf, type BoardProps, type CardOf, type SceneOf, type SceneProps, type ZoneOf, nearSeat, zoneOf } from "../../parts/play";
import { pileOf } from "../../parts/travel";
import { Written } from "../../parts/voice";
import { register } from "../front";

type Board = BoardOf<"binmat">;
type Zone = ZoneOf<"binmat">;
type BinmatCard = CardOf<"binmat">;
type Combat = SceneOf<"binmat">;

const LANES = [0, 1, 2, 3, 4, 5];
const SUITS = "&%+!^#";
const TURNS = 110;
const DEFENDER = 0;
const ROLES = ["defender", "attacker"];

function BinmatBoard({ board, seat, standing }: BoardProps<Board>) {
  const near = nearSeat(seat);
  const [own, other] = near === DEFENDER ? ["hd", "ha"] : ["ha", "hd"];
  const hand = zoneOf(board, own ?? "");
  return (
    <div class="binmat">
      <div class="piles">
        <Enemy zone={zoneOf(board, other ?? "")} />
        <Turns facts={board.facts} />
      </div>
      <div class="lanes">
        {LANES.map((lane) => (
          <Lane key={lane} board={board} lane={lane} isDefender={near === DEFENDER} />
        ))}
      </div>
      <div class="piles">
        <Pile zone={zoneOf(board, "a")} short="Attacker deck" />
        <Pile zone={zoneOf(board, "xa")} short="Discard" />
      </div>
      <div class="own-side">
        {standing}
        {hand && <Hand zone={hand} face={binmatFace} pattern="hatched" />}
      </div>
    </div>
  );
}

function Enemy({ zone }: { zone: Zone | undefined }) {
  if (!zone) return null;
  const [open, known] = [openFaces(zone.cards), knownOf(zone)];
  return (
    <p class="small quiet number" {...pileOf(zone)}>
      {zone.label}: {zone.size}
      {open && <Signs text={open} />}
      {known && <Signs text={known} />}
    </p>
  );
}

function Signs({ text }: { text: string }) {
  return <span class="notation"><Written text={` (${text})`} says={` (${aloud(text)})`} /></span>;
}

function knownOf(zone: Zone): string {
  return (zone.facts.known ?? []).join(" ");
}

/** Cards in signs; a line may break between two of them, and not within one. */
function Known({ text }: { text: string }) {
  if (!text) return null;
  return <span class="known notation">{text.split(" ").map((sign, at) => [" ", <span key={at}>{sign}</span>])}</span>;
}

function Turns({ facts }: { facts: Board["facts"] }) {
  const left = facts.turns_left;
  const passes = facts.passes.flatMap((times, role) => (times > 0 ? [`${ROLES[role]} ${times}`] : []));
  return (
    <p class="turns small number">
      {passes.length > 0 && <span class="quiet">Passes in a row: {passes.join(", ")}. </span>}
      <span class="quiet">Turns left</span> {left}
      <meter min={0} max={TURNS} value={left} aria-label={`${left} of ${TURNS} turns left`} />
    </p>
  );
}

interface LaneProps {
  board: Board;
  lane: number;
  isDefender: boolean;
}

function Lane({ board, lane, isDefender }: LaneProps) {
  const parts = [
    <Stack key="a" zone={zoneOf(board, `a${lane}`)} />,
    <Stack key="d" zone={zoneOf(board, `d${lane}`)} />,
    <Source key="l" deck={zoneOf(board, `l${lane}`)} discard={zoneOf(board, `x${lane}`)} />,
  ];
  return (
    <section class={`lane suit-${lane}`} aria-label={`Lane ${lane}`}>
      <p class="lane-name notation">
        {lane}
        <span aria-hidden="true">{SUITS[lane]}</span>
      </p>
      {isDefender ? parts : parts.reverse()}
    </section>
  );
}

/** A stack in front of a lane, its newest card last. */
function Stack({ zone }: { zone: Zone | undefined }) {
  if (!zone) return null;
  const known = knownOf(zone);
  const cards = oneByOne(zone);
  return (
    <div class={`stack ${zone.owner === DEFENDER ? "defends" : "attacks"}`}>
      <Place zone={zone} name={stackName(zone, known)} className="stack-place">
        <span class="stacked" style={{ "--others": Math.max(0, cards.length - 1) }}>
          {cards.map(({ card, at, copy }) => (
            <span key={`${at} ${copy}`} class="stacked-card" data-facing={card.facing} data-zone={zone.id} data-card={card.face}>
              <span class={`notation ${suitOf(card)}`}>{card.face}</span>
            </span>
          ))}
        </span>
        <Known text={known} />
      </Place>
    </div>
  );
}

function stackName(zone: Zone, known: string): string {
  const faces = zone.cards.map((card) =>
    card.facing === "hidden" ? `${card.count} hidden` : `${card.name} ${card.facing === "down" ? "face down" : ""}`.trim(),
  );
  const holds = faces.length > 0 ? faces.join(", ") : "empty";
  return `${zone.label}: ${holds}${known ? `; known: ${aloud(known)}` : ""}`;
}

function suitOf(card: BinmatCard): string {
  return card.face ? `ink-${SUITS.indexOf(card.face.at(-1) ?? "")}` : "";
}

function Source({ deck, discard }: { deck: Zone | undefined; discard: Zone | undefined }) {
  return (
    <div class="source">
      <Pile zone={deck} short="deck" />
      <Pile zone={discard} short="discard" />
    </div>
  );
}

/** A pile with its size, its top where that lies open, and whatever else is known to be there. */
function Pile({ zone, short }: { zone: Zone | undefined; short: string }) {
  if (!zone) return null;
  const top = zone.cards.at(-1);
  const isOpen = top?.facing === "up";
  const others = isOpen ? zone.cards.slice(0, -1) : zone.cards;
  const known = [openFaces(others), knownOf(zone)].filter(Boolean).join(" ");
  const says = [sizeWords(zone), isOpen ? `, on top ${cardName(top)}` : "", known && `; known: ${aloud(known)}`].join("");
  return (
    <Place zone={zone} name={says} className={`pile ${zone.kind}`}>
      <span class="top" {...pileOf(zone)} data-facing={isOpen ? "up" : zone.size > 0 ? "hidden" : "none"}>
        {isOpen && <span class={`notation ${suitOf(top)}`}>{top.face}</span>}
      </span>
      <span class="pile-words">
        <span class="zone-name">{short}</span> <span class="number">{zone.size}</span>
      </span>
      <Known text={known} />
    </Place>
  );
}

// --- combat, in its lane ---

function BinmatScene({ told, board, seat }: SceneProps<Board, Combat>) {
  const facts = told.at(-1)?.facts ?? {};
  const lane = board?.facts.lane ?? 0;
  const zones = nearSeat(seat) === DEFENDER ? (board?.zones ?? []) : [...(board?.zones ?? [])].reverse();
  return (
    <div class={`binmat combat suit-${lane}`}>
      <p class="lane-name notation">
        Lane {lane} <span aria-hidden="true">{SUITS[lane]}</span>
      </p>
      {zones.map((zone) => (
        <Fighting key={zone.id} zone={zone} facts={facts} isTurning={facts.step === "reveal"} />
      ))}
    </div>
  );
}

interface FightingProps {
  zone: Zone;
  facts: Combat["facts"];
  isTurning: boolean;
}

function Fighting({ zone, facts, isTurning }: FightingProps) {
  const gone = facts.cards ?? [];
  const side = zone.owner === DEFENDER ? "defence" : "attack";
  return (
    <section class={zone.owner === DEFENDER ? "defends" : "attacks"}>
      <p class="zone-name">{zone.label}</p>
      <div class={isTurning ? "turned turning" : "turned"}>
        {zone.cards.map((card, at) =>
          card.facing === "hidden" ? (
            <Back key={at} count={card.count} name={`${card.count} hidden`} pattern="hatched" />
          ) : (
            <Card key={at} card={{ ...card, facing: "up" }} zone={zone} at={at} face={binmatFace}
              className={gone.includes(card.face) ? "lost" : ""} />
          ),
        )}
      </div>
      {facts.step === "powers" && (
        <p class="power number">
          <span class="quiet">sum {facts[`${side}_sum`]}, power</span> <strong>{facts[side]}</strong>
        </p>
      )}
    </section>
  );
}

const MODIFIERS: Record<string, string> = { "@": "TRAP", "*": "WILD", "?": "BOUNCE", ">": "BREAK" };

function binmatFace(card: BinmatCard) {
  const { face } = card;
  const value = face[0] ?? "";
  return (
    <svg viewBox="0 0 50 70" aria-hidden="true" class={`notation ${suitOf(card)}`}>
      <text x="4" y="13" font-size="11" class="corner-face" fill="currentColor">
        {face}
      </text>
      <text x="25" y="43" font-size="24" font-weight="600" text-anchor="middle" fill="currentColor">
        {value === "a" ? "10" : value}
      </text>
      <text x="25" y="60" font-size={MODIFIERS[value] ? 8.5 : 13} text-anchor="middle" fill="currentColor">
        {MODIFIERS[value] ? `${MODIFIERS[value]} ${face[1]}` : face[1]}
      </text>
    </svg>
  );
}

// --- words ---

const FACES: Record<string, string> = { a: "10", "@": "TRAP", "*": "WILD", "?": "BOUNCE", ">": "BREAK" };
const SUIT_WORDS: Record<string, string> = { "&": "FORM", "%": "KIN", "+": "DATA", "!": "CHAOS", "^": "VOID", "#": "CHOICE" };

/** Cards by their names, instead of by signs. */
function aloud(text: string): string {
  const named = (_: string, face: string, suit: string) => `${FACES[face] ?? face} of ${SUIT_WORDS[suit]}`;
  return text.replace(/(?<![\w%])([2-9a@*?>])([&%+!^#])(?!\w)/g, named);
}

register("binmat", {
  board: BinmatBoard,
  scene: BinmatScene,
  face: binmatFace,
  texts: { now: () => "", aloud },
});
