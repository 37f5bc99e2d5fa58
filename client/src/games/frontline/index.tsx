// Frontline: two lines of units around the divide; before the battle, what the own army reaches, and in it, who hits whom.
import "./style.css";
import { Card, Hand, Piece } from "../../parts/card";
import { symbolIcon } from "../../parts/icons";
import { type BoardOf, type BoardProps, type CardOf, type PictureOf, type SceneOf, type SceneProps, type ZoneOf, nearSeat, usePlay, zoneOf } from "../../parts/play";
import { keyOf } from "../../touching";
import { register } from "../front";
import { type Sides, grouped, sideWords, sidesOf, texts } from "./texts";

type Board = BoardOf<"frontline">;
type Picture = PictureOf<"frontline">;
type Scene = SceneOf<"frontline">;
type Zone = ZoneOf<"frontline">;
type Unit = CardOf<"frontline">;

const FRONT = 0;
const BACK = 1;
const NARROWEST_SIDE = 2;

function FrontlineBoard({ board, seat, standing }: BoardProps<Board>) {
  const near = nearSeat(seat);
  const row = zoneOf(board, "row");
  const hand = zoneOf(board, `hand${near}`);
  const enemy = zoneOf(board, `hand${1 - near}`);
  return (
    <div class="frontline">
      {enemy && <EnemyHand zone={enemy} />}
      {row && <OpenCards zone={row} />}
      <Deployed board={board} near={near} />
      <Score facts={board.facts} near={near} />
      <div class="own-side">
        {standing}
        {hand && hand.size > 0 && <Hand zone={hand} face={unitFace} pattern="banner" className="units" />}
      </div>
    </div>
  );
}

function armies(zones: Zone[]): Zone[] {
  return zones.filter((zone) => zone.kind === "grid");
}

/** What they hold: face down, or open in a mirror and in a draft. */
function EnemyHand({ zone }: { zone: Zone }) {
  const open = zone.cards.filter((card) => card.facing !== "hidden");
  return (
    <div class="enemy-hand" role="group" aria-label={zone.label}>
      <p class="small quiet">
        {zone.label}: <span class="number">{zone.size}</span> {zone.size === 1 ? "unit" : "units"}
        {open.length === 0 && zone.size > 0 && ", face down"}
      </p>
      <div class="pieces">
        {open.length === 0
          ? Array.from({ length: zone.size }, (_, at) => <span key={at} class="card back banner" aria-hidden="true" />)
          : open.map((card, at) => <Card key={at} card={card} zone={zone} at={zone.cards.indexOf(card)} face={unitFace} />)}
      </div>
    </div>
  );
}

function OpenCards({ zone }: { zone: Zone }) {
  return (
    <section class="open-cards" aria-label={zone.label}>
      <p class="zone-name">
        {zone.label}, <span class="number">{zone.facts.to_come ?? 0}</span> to come
      </p>
      <div class="pieces">
        {zone.cards.map((card, at) => (
          <Card key={`${at} ${card.face}`} card={card} zone={zone} at={at} face={unitFace} />
        ))}
      </div>
    </section>
  );
}

function Score({ facts, near }: { facts: Board["facts"]; near: number }) {
  const { score } = facts;
  if (facts.battles < 2) return null;
  return (
    <p class="small number quiet">
      Battles won: you {score[near]}, opponent {score[1 - near]}; {facts.fought} fought of {facts.battles}
    </p>
  );
}

// --- the field ---

interface Bounds {
  left: number;
  right: number;
}

/** The columns that are needed, the same number on each side of the divide. */
function boundsOf(columns: number[]): Bounds {
  const reach = Math.max(NARROWEST_SIDE, ...columns.map((column) => (column < 0 ? -column : column + 1)));
  return { left: -reach, right: reach - 1 };
}

function columnsIn({ left, right }: Bounds): number[] {
  return Array.from({ length: right - left + 1 }, (_, at) => left + at);
}

function columnsOf(zones: Zone[]): number[] {
  return zones.flatMap((zone) => zone.cards.map((card) => card.column ?? 0));
}

function width({ left, right }: Bounds) {
  return { "--columns": right - left + 1 };
}

/** The field of a board: armies that are placed, and those that have met. */
function Deployed({ board, near }: { board: Board; near: number }) {
  const play = usePlay();
  const zones = armies(board.zones);
  const places = new Set([...play.offered.value, ...play.touched.value].filter((key) => key.startsWith("army")));
  const [far, whole] = [zones.find((zone) => zone.owner !== near), zones.find((zone) => zone.owner === near)];
  if (!far && !whole) return null;
  const key = whole ? keyOf({ zone: whole.id }) : "";
  const sides = sidesOf(board);
  const chosen = sides[play.touched.value.includes(key) ? 1 : 0];
  const own = whole && chosen ? movedOver(whole, (sides[0] as Sides).left - chosen.left) : whole;
  const reach = own?.facts.reach ?? [];
  const offered = [...places].flatMap((place) => (/^army\S+ .* -?\d+$/.test(place) ? [Number(place.split(" ").at(-1))] : []));
  const bounds = boundsOf([...columnsOf(own ? [...zones, own] : zones), ...offered, ...reach.map(({ column }) => column)]);
  const lines = { bounds, places };
  const isEmpty = own?.size === 0;
  return (
    <div class="battlefield" style={width(bounds)}>
      {far && <Line zone={far} row={BACK} side="far" {...lines} />}
      {far && <Line zone={far} row={FRONT} side="far" {...lines} />}
      {!far && own && reach.length > 0 && <Reached zone={own} bounds={bounds} />}
      <div class="between" />
      {own && isEmpty && <p class="line-words small quiet">The front line hits, and is hit.</p>}
      {own && <Line zone={own} row={FRONT} side="near" {...lines} />}
      {own && isEmpty && <p class="line-words small quiet">The back line helps from behind, and steps up.</p>}
      {own && <Line zone={own} row={BACK} side="near" {...lines} />}
      {own && chosen && (
        <div class="sides-place" role="group" aria-label={own.label}>
          <Divide place={key} sides={chosen} others={sides} />
        </div>
      )}
    </div>
  );
}

/** An army seen as if the divide were further to the right by so many units. */
function movedOver(zone: Zone, columns: number): Zone {
  const reach = zone.facts.reach?.map((each) => ({ ...each, column: each.column + columns }));
  return { ...zone, facts: { ...zone.facts, ...(reach && { reach }) }, cards: zone.cards.map((card) => ({ ...card, column: (card.column ?? 0) + columns })) };
}

/** Nothing that can be touched: what was touched is let go. */
const NOTHING = "";

/** How many units stand on each side of the divide; a handle, where that can be chosen. */
function Divide({ place, sides, others }: { place: string; sides: Sides; others: Sides[] }) {
  const play = usePlay();
  const isMoved = play.touched.value.includes(place);
  const words = sideWords(sides);
  const mark = play.marks.value.get(place);
  if (!play.firsts.value.has(place)) return <p class="sides small quiet number">{words}</p>;
  const other = others.find((each) => each !== sides);
  return (
    <button
      type="button"
      class={`sides button number${mark ? " advised" : ""}`}
      data-place={place}
      data-piece={place}
      aria-pressed={isMoved}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onClick={() => play.touch(isMoved ? NOTHING : place)}
    >
      <span class="hidden-words">Move the divide: {words}; or {other && sideWords(other)}</span>
      <span aria-hidden="true">
        ◂ <b>{sides.left}</b> left ┊ <b>{sides.right}</b> right ▸
      </span>
    </button>
  );
}

/** Where the enemy will stand: whom the own weapons would hit, and whom bows would slow down. */
function Reached({ zone, bounds }: { zone: Zone; bounds: Bounds }) {
  return (
    <>
      <p class="line-words small quiet">▲ how fast you hit there</p>
      <div class="line far reached" role="group" aria-label={`${zone.label} reaches`}>
        {columnsIn(bounds).map((column) => {
          const reach = zone.facts.reach?.find((each) => each.column === column);
          return (
            <div key={column} class="spot">
              <span class={reach ? "speeds target" : "speeds"}>
                {reach?.speeds && (
                  <>
                    <span class="hidden-words">Speeds </span>
                    <span class="hit" aria-hidden="true">▲</span> {reach.speeds.join(" ")}
                </>
              )}
              {reach?.bows && <Symbols name="bow" plural="bows" count={reach.bows} />}
            </span>
          </div>
        );
      })}
    </div>
    </>
  );
}

function Symbols({ name, plural, count }: { name: string; plural: string; count: number }) {
  return (
    <span class="some">
      <span class="hidden-words">{plural} </span>
      <span class="tiny" aria-hidden="true">{symbolIcon(name)}</span>
      {count}
    </span>
  );
}

interface LineProps {
  zone: Zone;
  row: number;
  bounds: Bounds;
  places: Set<string>;
  side: "far" | "near";
  /** The speed that is being played: who attacked before has done so. */
  speed?: number | undefined;
  ghosts?: Unit[];
}

function Line({ zone, row, bounds, places, side, speed, ghosts = [] }: LineProps) {
  const name = row === FRONT ? "front line" : "back line";
  return (
    <div class={`line ${side} ${row === FRONT ? "front" : "back-line"}`} role="group" aria-label={`${zone.label}, ${name}`}>
      {columnsIn(bounds).map((column) => (
        <div key={column} class="spot">
          {spot(zone, row, column, places) ?? <Ghost unit={ghosts.find((unit) => unit.row === row && unit.column === column)} />}
          {row === FRONT && <Speeds zone={zone} column={column} speed={speed} />}
        </div>
      ))}
    </div>
  );
}

function spot(zone: Zone, row: number, column: number, places: Set<string>) {
  const at = zone.cards.findIndex((card) => card.row === row && card.column === column);
  const card = zone.cards[at];
  if (card) return <Card card={card} zone={zone} at={at} face={unitFace} className="unit" more={markersOf(card) > 0 ? `, markers: ${markersOf(card)}` : ""} />;
  const key = keyOf({ zone: zone.id, row, column });
  if (!places.has(key)) return null;
  const line = row === FRONT ? "front line" : "back line";
  return <Piece keys={[key]} name={`Place in the ${line}, ${columnWords(column)}`} className="place goal" />;
}

function columnWords(column: number): string {
  return column < 0 ? `${-column} left of the divide` : `${column + 1} right of the divide`;
}

/** Who stood here in this round, and was killed. */
function Ghost({ unit }: { unit: Unit | undefined }) {
  if (!unit) return null;
  return (
    <span class="card unit ghost" aria-hidden="true">
      {unitFace({ ...unit, facts: {} })}
    </span>
  );
}

/** The speeds of a column's weapons as badges: those that were played have faded. Before a battle, also who can help. */
function Speeds({ zone, column, speed = Infinity }: { zone: Zone; column: number; speed?: number | undefined }) {
  const told = zone.facts.speeds?.find((each) => each.column === column);
  const reach = zone.facts.reach?.find((each) => each.column === column);
  const stands = zone.cards.some((card) => card.row === FRONT && card.column === column);
  if (!told && !reach?.fortresses) return null;
  return (
    <span class={`speeds number ${told?.changed ? "changed" : ""}`}>
      {told && <span class="hidden-words">Speeds </span>}
      {[...new Set(told?.speeds.toReversed())].map((each) => {
        const count = told?.speeds.filter((other) => other === each).length ?? 0;
        return (
          <span key={each} class={each > speed || !stands ? "badge used" : each === speed ? "badge now" : "badge"}>
            {each}
            {count > 1 && `×${count}`}
          </span>
        );
      })}
      {reach?.fortresses && <Symbols name="fortress" plural="fortresses" count={reach.fortresses} />}
    </span>
  );
}

// --- the battle ---

function FrontlineScene({ told, board, seat }: SceneProps<Board, Scene>) {
  if (!board) return null;
  const near = nearSeat(seat);
  const zones = armies(board.zones);
  const facts = told.at(-1)?.facts ?? {};
  const ghosts = ghostsOf(told, board);
  const bounds = boundsOf(columnsOf(zones).concat(ghosts.map((unit) => unit.column ?? 0)));
  const [far, own] = [zones.find((zone) => zone.owner !== near), zones.find((zone) => zone.owner === near)];
  const isResolved = facts.step === "resolved" || facts.step === "quiet";
  const lines = { bounds, places: new Set<string>(), speed: isResolved ? (facts.speed ?? 0) - 0.5 : facts.speed };
  const ghostsIn = (zone: Zone) => ghosts.filter((unit) => unit.owner === zone.owner);
  return (
    <div class={`frontline ${facts.step === "resolved" ? "resolved" : ""}`}>
      <p class="small quiet number">{board.sentence}</p>
      <div class="battlefield" style={width(bounds)}>
        {far && <Line zone={far} row={BACK} side="far" ghosts={ghostsIn(far)} {...lines} />}
        {far && <Line zone={far} row={FRONT} side="far" ghosts={ghostsIn(far)} {...lines} />}
        <Attacks attacks={facts.attacks ?? []} zones={zones} bounds={bounds} near={near} />
        {own && <Line zone={own} row={FRONT} side="near" ghosts={ghostsIn(own)} {...lines} />}
        {own && <Line zone={own} row={BACK} side="near" ghosts={ghostsIn(own)} {...lines} />}
      </div>
    </div>
  );
}

/** Who has stood there since this round began, or the armies have closed their ranks, and is gone. */
function ghostsOf(told: Scene[], now: Picture): Unit[] {
  const begun = told.findLastIndex(({ facts }) => facts.step === "speeds" || facts.step === "again" || facts.step === "before");
  const stands = new Set(now.zones.flatMap(({ cards }) => cards.map(({ id }) => id)));
  const seen = told.slice(Math.max(0, begun)).flatMap(({ board }) => board?.zones ?? []);
  const units = seen.flatMap(({ owner, cards }) => cards.map((card) => ({ ...card, owner })));
  return [...new Map(units.filter(({ id }) => !stands.has(id)).map((unit) => [unit.id, unit])).values()];
}

/** Two arrows between the same columns stand so far apart, as a part of a column. */
const APART = 0.12;

interface AttacksProps {
  attacks: NonNullable<Scene["facts"]["attacks"]>;
  zones: Zone[];
  bounds: Bounds;
  near: number;
}

/** An arrow from each unit that attacks to the one that is hit. */
function Attacks({ attacks, zones, bounds, near }: AttacksProps) {
  const units = new Map(zones.flatMap(({ owner, cards }) => cards.map((card) => [card.id, { column: card.column ?? 0, isNear: owner === near }])));
  const across = (column: number, aside: number) => `${((column - bounds.left + 0.5 + aside) / (bounds.right - bounds.left + 1)) * 100}%`;
  return (
    <svg class="between attacks" aria-hidden="true">
      <defs>
        {["near", "far"].map((side) => (
          <marker key={side} id={`head-${side}`} viewBox="0 0 10 10" refX="9" refY="5" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse" orient="auto">
            <path d="M0 0 L10 5 L0 10 Z" class={`head ${side}`} />
          </marker>
        ))}
      </defs>
      {attacks.map(({ unit, target, count }) => {
        const [from, to] = [units.get(unit), units.get(target)];
        if (!from || !to) return null;
        const side = from.isNear ? "near" : "far";
        const aside = from.isNear ? -APART : APART;
        const [start, end] = from.isNear ? ["100%", "0%"] : ["0%", "100%"];
        return <line key={unit} class={`attack ${side}`} x1={across(from.column, aside)} x2={across(to.column, aside)} y1={start} y2={end} stroke-width={1 + count} marker-end={`url(#head-${side})`} />;
      })}
    </svg>
  );
}

// --- units: their symbols, and below them what they are called ---

const BROKEN = "broken ";

function markersOf(card: Unit): number {
  return card.facts.markers ?? 0;
}

function unitFace(card: Unit) {
  const symbols = card.name.split(", ").filter(Boolean);
  const { number } = card.facts;
  return (
    <span class="unit-face" data-count={Math.min(symbols.length, 5)} aria-hidden="true">
      {number !== undefined && <span class="unit-number number">{number}</span>}
      <span class="symbols">
        {symbols.map((symbol, at) => (
          <span key={at} class={symbol.startsWith(BROKEN) ? "symbol broken" : "symbol"}>
            {symbolIcon(symbol.replace(BROKEN, ""))}
          </span>
        ))}
      </span>
      <span class="unit-words">
        {grouped(symbols).map(([symbol, count]) => (
          <span key={symbol} class={symbol.startsWith(BROKEN) ? "crossed-out" : ""}>
            {symbol.replace(BROKEN, "")}
            {count > 1 && ` ×${count}`}
          </span>
        ))}
      </span>
      {markersOf(card) > 0 && (
        <span class="markers">
          {Array.from({ length: markersOf(card) }, (_, at) => (
            <svg key={at} viewBox="0 0 20 20">
              <path d="M10 0 L12 6.5 L18 3 L14.5 8.5 L20 10 L14.5 12 L18 17 L12 13.5 L10 20 L8 13.5 L2 17 L5.5 12 L0 10 L5.5 8.5 L2 3 L8 6.5 Z" fill="currentColor" />
            </svg>
          ))}
        </span>
      )}
    </span>
  );
}

register("frontline", {
  board: FrontlineBoard,
  scene: FrontlineScene,
  face: unitFace,
  texts,
  setsOff: ({ change }) => change["won"] !== undefined,
});
