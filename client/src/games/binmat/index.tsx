// BINMAT: six lanes as columns, from the enemy's side to one's own, in rows that stay where they are.
import "./style.css";
import type { ComponentChildren } from "preact";
import { Back, Card, Hand, Piece, oneByOne } from "../../parts/card";
import { cardName, openFaces, sizeWords } from "../../parts/naming";
import { type BoardOf, type BoardProps, type CardOf, type SceneOf, type SceneProps, type ZoneOf, nearSeat, zoneOf } from "../../parts/play";
import { pileOf } from "../../parts/travel";
import { Written } from "../../parts/voice";
import { keyOf } from "../../touching";
import { register } from "../front";
import { ATTACKER, DEFENDER, SUIT_WORDS, aloud, texts } from "./texts";

type Board = BoardOf<"binmat">;
type Zone = ZoneOf<"binmat">;
type BinmatCard = CardOf<"binmat">;
type Combat = SceneOf<"binmat">;

const LANES = [0, 1, 2, 3, 4, 5];
const SUITS = Object.keys(SUIT_WORDS).join("");
const TURNS = 110;
const ROLES = ["defender", "attacker"];

function BinmatBoard({ board, seat, tried, standing }: BoardProps<Board>) {
  const near = nearSeat(seat);
  const [own, other] = near === DEFENDER ? ["hd", "ha"] : ["ha", "hd"];
  const hand = zoneOf(board, own ?? "");
  const piles = (
    <div class="beside">
      <Pile zone={zoneOf(board, "a")} short={near === ATTACKER ? "your deck" : "attacker's deck"} />
      <Pile zone={zoneOf(board, "xa")} short="gone" />
    </div>
  );
  return (
    <div class="binmat">
      <div class="above">
        <Enemy zone={zoneOf(board, other ?? "")} />
        <Turns facts={board.facts} />
      </div>
      {near === DEFENDER && piles}
      <div class={near === DEFENDER ? "lanes" : "lanes attacked"}>
        {LANES.map((lane) => (
          <Lane key={lane} board={board} tried={tried} lane={lane} near={near} />
        ))}
      </div>
      {near === ATTACKER && piles}
      <div class="own-side">
        {standing}
        {hand && <Hand zone={hand} face={binmatFace} pattern="hatched" className={hand.size > 6 ? "crowded" : ""} />}
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
      {known && <Signs text={known} before="you know " />}
    </p>
  );
}

function Signs({ text, before = "" }: { text: string; before?: string }) {
  return <span class="notation"><Written text={` (${before}${text})`} says={` (${before}${aloud(text)})`} /></span>;
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
  tried: Board | null;
  lane: number;
  near: number;
}

function Lane({ board, tried, lane, near }: LaneProps) {
  const [attack, defence] = [zoneOf(board, `a${lane}`), zoneOf(board, `d${lane}`)];
  const parts = [
    <Stack key="a" zone={attack} tried={tried} near={near} />,
    <p key="c" class="clash small number" aria-hidden="true">{clash(attack?.facts.damage)}</p>,
    <Stack key="d" zone={defence} tried={tried} near={near} />,
    <div key="l" class="source">
      <Pile zone={zoneOf(board, `l${lane}`)} />
      <Pile zone={zoneOf(board, `x${lane}`)} short="gone" />
    </div>,
  ];
  return (
    <section class={`lane suit-${lane}`} aria-label={`Lane ${lane}`}>
      <p class="lane-name notation">
        {lane}
        <span aria-hidden="true">{SUITS[lane]}</span>
      </p>
      {near === DEFENDER ? parts : parts.reverse()}
    </section>
  );
}

function clash(damage: number | undefined) {
  return damage === undefined ? null : <span>{damage} damage</span>;
}

interface SpotProps {
  zone: Zone;
  name: string;
  className: string;
  children: ComponentChildren;
}

/** A zone as something to be touched; one that cannot be says why. */
function Spot({ zone, name, className, children }: SpotProps) {
  return (
    <Piece keys={[keyOf({ zone: zone.id })]} name={name} className={`place ${className}`} card={NO_CARD} zone={zone}>
      {children}
    </Piece>
  );
}

/** A place is asked about without one of its cards. */
const NO_CARD: BinmatCard = { face: "", name: "", facing: "hidden", count: 0, marks: [], id: "", owner: null, row: null, column: null, facts: {} };

interface StackProps {
  zone: Zone | undefined;
  tried: Board | null;
  near: number;
}

/** A stack in front of a lane, its newest card nearest to the enemy, and what it comes to. */
function Stack({ zone, tried, near }: StackProps) {
  if (!zone) return null;
  const cards = oneByOne(zone);
  const after = tried && zoneOf(tried, zone.id)?.facts;
  return (
    <Spot zone={zone} name={stackName(zone)} className={zone.owner === near ? "stack near" : "stack"}>
      <span class="stacked" style={{ "--others": Math.max(0, cards.length - 1) }}>
        {cards.map(({ card, at, copy }) => (
          <span key={`${at} ${copy}`} class="stacked-card" data-facing={card.facing} data-zone={zone.id} data-card={card.face}>
            <span class={`notation ${suitOf(card)}`}>{card.face}</span>
          </span>
        ))}
      </span>
      {zone.size === 0 && <span class="vacant">{zone.owner === DEFENDER ? "defend" : "attack"}</span>}
      <Known text={knownOf(zone)} />
      <span class="strength number">
        {strength(zone.facts)}
        {after?.sum !== undefined && after.sum !== zone.facts.sum && <span class="after"> → {strength(after)}</span>}
      </span>
    </Spot>
  );
}

function strength({ sum, power }: Zone["facts"]) {
  if (sum === undefined) return null;
  return [<strong key="sum">{sum}</strong>, <span key="power">{power ? ` power ${power}` : " no power"}</span>];
}

function stackName(zone: Zone): string {
  const { sum, power, damage } = zone.facts;
  const faces = zone.cards.map((card) =>
    card.facing === "hidden" ? `${card.count} hidden` : `${card.name} ${card.facing === "down" ? "face down" : ""}`.trim(),
  );
  const parts = [
    `${zone.label}: ${faces.length > 0 ? faces.join(", ") : "empty"}`,
    knownOf(zone) && `known: ${aloud(knownOf(zone))}`,
    sum !== undefined && `sum ${sum}, power ${power}`,
    damage !== undefined && `a fight now: ${damage} damage`,
  ];
  return parts.filter(Boolean).join("; ");
}

function suitOf(card: BinmatCard): string {
  return card.face ? `ink-${SUITS.indexOf(card.face.at(-1) ?? "")}` : "";
}

/** A pile with its size, its top where that lies open, and whatever else is known to be there. */
function Pile({ zone, short = "" }: { zone: Zone | undefined; short?: string }) {
  if (!zone) return null;
  const top = zone.cards.at(-1);
  const isOpen = zone.kind === "deck" && top?.facing === "up";
  const known = [openFaces(isOpen ? zone.cards.slice(0, -1) : zone.cards), knownOf(zone)].filter(Boolean).join(" ");
  const says = [
    sizeWords(zone),
    isOpen && `, on top ${cardName(top)}`,
    zone.facts.closed && ", closed to the attacker",
    known && `; known: ${aloud(known)}`,
  ];
  const reach = zone.facts.lane === undefined || zone.kind !== "deck" ? "" : zone.facts.closed ? "closed" : "reach";
  return (
    <Spot zone={zone} name={says.filter(Boolean).join("")} className={`pile ${zone.kind} ${reach}`}>
      {zone.kind === "deck" && (
        <span class="top" {...pileOf(zone)} data-facing={isOpen ? "up" : zone.size > 0 ? "hidden" : "none"}>
          {isOpen && <span class={`notation ${suitOf(top)}`}>{top.face}</span>}
        </span>
      )}
      <span class="pile-words" {...(zone.kind !== "deck" && pileOf(zone))}>
        {short && <span class="quiet">{short} </span>}
        <span class="number">{zone.size}</span>
      </span>
      <Known text={known} />
    </Spot>
  );
}

// --- a fight, in its lane ---

function BinmatScene({ told, board, seat }: SceneProps<Board, Combat>) {
  const facts = told.map((scene) => scene.facts);
  const powers = facts.findLast(({ step }) => step === "powers");
  const gone = facts.flatMap(({ step, cards }) => (step === "powers" ? [] : (cards ?? [])));
  const taken = facts.findLast(({ from }) => from?.startsWith("l"))?.cards ?? [];
  const zones = nearSeat(seat) === DEFENDER ? (board?.zones ?? []) : [...(board?.zones ?? [])].reverse();
  const fighting = zones.map((zone) => (
    <Fighting key={zone.id} zone={zone} powers={powers} gone={gone} taken={zone.owner === DEFENDER ? taken : []} isTurning={told.length === 1} />
  ));
  return (
    <div class={`binmat combat suit-${board?.facts.lane ?? 0}`}>
      {fighting[0]}
      <p class="between number">{powers && <strong>{powers.damage ?? 0} damage</strong>}</p>
      {fighting[1]}
    </div>
  );
}

interface FightingProps {
  zone: Zone;
  powers: Combat["facts"] | undefined;
  gone: (string | null)[];
  taken: (string | null)[];
  isTurning: boolean;
}

function Fighting({ zone, powers, gone, taken, isTurning }: FightingProps) {
  const [sum, power] = zone.owner === DEFENDER ? [powers?.defence_sum, powers?.defence] : [powers?.attack_sum, powers?.attack];
  return (
    <section>
      <p class="fighting">
        <span class="quiet">{zone.label}</span> <span class="strength number">{powers && zone.size > 0 && strength({ sum, power })}</span>
      </p>
      <div class={isTurning ? "turned turning" : "turned"}>
        {zone.cards.map((card, at) =>
          card.facing === "hidden" ? (
            <Back key={at} count={card.count} name={`${card.count} hidden`} pattern="hatched" />
          ) : (
            <Card key={at} card={{ ...card, facing: "up" }} zone={zone} at={at} face={binmatFace} className={gone.includes(card.face) ? "lost" : ""} />
          ),
        )}
        {zone.size === 0 && <span class="quiet">no stack</span>}
        {taken.length > 0 && <span class="taken quiet notation">deck: {taken.map((face) => face ?? "▨").join(" ")}</span>}
      </div>
    </section>
  );
}

// --- faces ---

/** What cards do that are no numbers. */
const MODIFIERS: Record<string, [string, string]> = {
  "@": ["TRAP", "takes newest"],
  "*": ["WILD", "next power"],
  "?": ["BOUNCE", "ends fight"],
  ">": ["BREAK", "starts fight"],
};

function binmatFace(card: BinmatCard) {
  const [value = "", suit = ""] = card.face;
  const [name, does] = MODIFIERS[value] ?? [SUIT_WORDS[suit], ""];
  return (
    <span class={`binmat-face ${suitOf(card)}`} aria-hidden="true">
      <span class="corner notation">{card.face}</span>
      <span class="figure notation">{value === "a" ? "10" : value}</span>
      <span class="foot">
        {name} {does && <span class="does">{does}</span>}
      </span>
    </span>
  );
}

register("binmat", {
  board: BinmatBoard,
  scene: BinmatScene,
  face: binmatFace,
  texts,
  setsOff: ({ change }) => "lane" in change,
});
