// Frontline: a field with the divide in the middle; units are tiles with their symbols.
import "./style.css";
import { Card, Hand, Piece } from "../../parts/card";
import { symbolIcon } from "../../parts/icons";
import { type BoardOf, type BoardProps, type CardOf, type SceneOf, type SceneProps, type ZoneOf, nearSeat, usePlay, zoneOf } from "../../parts/play";
import { keyOf } from "../../touching";
import { register } from "../front";

type Board = BoardOf<"frontline">;
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
      <Battlefield zones={armies(board.zones)} near={near} />
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

function EnemyHand({ zone }: { zone: Zone }) {
  const open = zone.cards.filter((card) => card.facing !== "hidden");
  return (
    <p class="small quiet">
      {zone.label}: <span class="number">{zone.size}</span> {zone.size === 1 ? "card" : "cards"}
      {open.length > 0 && <span> ({open.map((card) => [card.facts.number, card.name].join(" ").trim()).join("; ")})</span>}
    </p>
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
function boundsOf(zones: Zone[], offered: Iterable<string>): Bounds {
  const columns = zones.flatMap((zone) => zone.cards.map((card) => card.column ?? 0));
  for (const key of offered) {
    const column = key.split(" ").at(-1);
    if (key.startsWith("army") && column) columns.push(Number(column));
  }
  const reach = Math.max(NARROWEST_SIDE, ...columns.map((column) => (column < 0 ? -column : column + 1)));
  return { left: -reach, right: reach - 1 };
}

function Battlefield({ zones, near }: { zones: Zone[]; near: number }) {
  const play = usePlay();
  const places = new Set([...play.offered.value, ...play.touched.value].filter((key) => key.startsWith("army")));
  const bounds = boundsOf(zones, places);
  const far = zones.find((zone) => zone.owner !== near);
  const own = zones.find((zone) => zone.owner === near);
  if (!far && !own) return null;
  return (
    <div class="battlefield" style={{ "--columns": bounds.right - bounds.left + 1 }}>
      {far && <Line zone={far} row={BACK} bounds={bounds} places={places} side="far" />}
      {far && <Line zone={far} row={FRONT} bounds={bounds} places={places} side="far" />}
      <div class="between" />
      {own && <Line zone={own} row={FRONT} bounds={bounds} places={places} side="near" />}
      {own && <Line zone={own} row={BACK} bounds={bounds} places={places} side="near" />}
    </div>
  );
}

interface LineProps {
  zone: Zone;
  row: number;
  bounds: Bounds;
  places: Set<string>;
  side: "far" | "near";
}

function Line({ zone, row, bounds, places, side }: LineProps) {
  const columns = Array.from({ length: bounds.right - bounds.left + 1 }, (_, at) => bounds.left + at);
  const name = row === FRONT ? "front line" : "back line";
  return (
    <div class={`line ${side} ${row === FRONT ? "front" : "back-line"}`} role="group" aria-label={`${zone.label}, ${name}`}>
      {columns.map((column) => (
        <div key={column} class={column === 0 ? "spot divide" : "spot"}>
          {spot(zone, row, column, places)}
          {row === FRONT && <Speeds zone={zone} column={column} />}
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

function Speeds({ zone, column }: { zone: Zone; column: number }) {
  const told = zone.facts.speeds?.find((each) => each.column === column);
  if (!told) return null;
  return (
    <span class={`speeds number ${told.changed ? "changed" : ""}`}>
      <span class="hidden-words">Speeds </span>
      {told.speeds.join(" ")}
    </span>
  );
}

// --- the battle ---

function FrontlineScene({ board, seat }: SceneProps<Board, SceneOf<"frontline">>) {
  if (!board) return null;
  return (
    <div class="frontline">
      <Battlefield zones={armies(board.zones)} near={nearSeat(seat)} />
      <p class="small quiet number">{board.sentence}</p>
    </div>
  );
}

// --- units ---

const BROKEN = "broken ";

function markersOf(card: Unit): number {
  return card.facts.markers ?? 0;
}

function unitFace(card: Unit) {
  const symbols = card.name.split(", ").filter(Boolean);
  const { number } = card.facts;
  return (
    <span class="unit-face" data-count={symbols.length} aria-hidden="true">
      {number !== undefined && <span class="unit-number number">{number}</span>}
      <span class="symbols">
        {symbols.map((symbol, at) => (
          <span key={at} class={symbol.startsWith(BROKEN) ? "symbol broken" : "symbol"}>
            {symbolIcon(symbol.replace(BROKEN, ""))}
          </span>
        ))}
      </span>
      <span class="markers">{"●".repeat(markersOf(card))}</span>
    </span>
  );
}

register("frontline", {
  board: FrontlineBoard,
  scene: FrontlineScene,
  face: unitFace,
  texts: { now: (state, board) => (board.facts.to_move === state.seat ? board.sentence : state.situation) },
});
