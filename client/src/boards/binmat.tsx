// BINMAT: six lanes as columns, from the enemy's side to one's own; the attacker's piles beside them.
import type { BoardMessage, CardMessage, ZoneMessage } from "../messages";
import { Back, Card, Hand, Place } from "../parts/card";
import { openFaces, sizeWords } from "../parts/naming";
import { type BoardProps, type SceneProps, nearSeat, zoneOf } from "../parts/play";
import { pileOf } from "../parts/travel";
import { aloud } from "./sentences";

const LANES = [0, 1, 2, 3, 4, 5];
const SUITS = "&%+!^#";
const TURNS = 110;
const DEFENDER = 0;

export function BinmatBoard({ board, seat, standing }: BoardProps) {
  const near = nearSeat(seat);
  const [own, other] = near === DEFENDER ? ["hd", "ha"] : ["ha", "hd"];
  const hand = zoneOf(board, own ?? "");
  return (
    <div class="binmat">
      <div class="piles">
        <Enemy zone={zoneOf(board, other ?? "")} />
        <Turns left={Number(board.facts["turns_left"] ?? 0)} />
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

function Enemy({ zone }: { zone: ZoneMessage | undefined }) {
  if (!zone) return null;
  const known = knownOf(zone);
  return (
    <p class="small quiet number" {...pileOf(zone)}>
      {zone.label}: {zone.size}
      <span class="notation">{openFaces(zone)}</span>
      {known && <span class="notation"> ({known})</span>}
    </p>
  );
}

function knownOf(zone: ZoneMessage): string {
  return ((zone.facts?.["known"] as string[] | undefined) ?? []).join(" ");
}

function Turns({ left }: { left: number }) {
  return (
    <p class="turns small number">
      <span class="quiet">Turns left</span> {left}
      <meter min={0} max={TURNS} value={left} aria-label={`${left} of ${TURNS} turns left`} />
    </p>
  );
}

interface LaneProps {
  board: BoardMessage;
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
function Stack({ zone }: { zone: ZoneMessage | undefined }) {
  if (!zone) return null;
  const known = knownOf(zone);
  const cards = zone.cards.flatMap((card, at) =>
    Array.from({ length: card.count ?? 1 }, (_, copy) => ({ card, key: `${at} ${copy}` })),
  );
  return (
    <div class={`stack ${zone.owner === DEFENDER ? "defends" : "attacks"}`}>
      <Place zone={zone} name={stackName(zone, known)} className="stack-place">
        <span class="stacked" style={{ "--others": Math.max(0, cards.length - 1) }}>
          {cards.map(({ card, key }) => (
            <span key={key} class="stacked-card" data-facing={card.facing ?? "up"} data-zone={zone.id} data-card={card.face}>
              <span class={`notation ${suitOf(card)}`}>{card.face ?? ""}</span>
            </span>
          ))}
        </span>
        {known && <span class="known notation">{known}</span>}
      </Place>
    </div>
  );
}

function stackName(zone: ZoneMessage, known: string): string {
  const faces = zone.cards.map((card) =>
    card.facing === "hidden" ? `${card.count ?? 1} hidden` : `${card.name} ${card.facing === "down" ? "face down" : ""}`.trim(),
  );
  const holds = faces.length > 0 ? faces.join(", ") : "empty";
  return `${zone.label}: ${holds}${known ? `; known: ${aloud("binmat", known)}` : ""}`;
}

function suitOf(card: CardMessage): string {
  return card.face ? `ink-${SUITS.indexOf(card.face.at(-1) ?? "")}` : "";
}

function Source({ deck, discard }: { deck: ZoneMessage | undefined; discard: ZoneMessage | undefined }) {
  return (
    <div class="source">
      <Pile zone={deck} short="deck" />
      <Pile zone={discard} short="discard" />
    </div>
  );
}

/** A pile with its size, and its top where that lies open. */
function Pile({ zone, short }: { zone: ZoneMessage | undefined; short: string }) {
  if (!zone) return null;
  const top = zone.cards.at(-1);
  const isOpen = top !== undefined && top.facing !== "hidden" && (zone.kind === "pile" || top.facing === "up");
  const known = knownOf(zone);
  const says = isOpen ? `, on top ${top.name}` : "";
  return (
    <Place zone={zone} name={`${sizeWords(zone)}${says}${known ? `; known: ${aloud("binmat", known)}` : ""}`} className={`pile ${zone.kind}`}>
      <span class="top" {...pileOf(zone)} data-facing={isOpen ? "up" : zone.size > 0 ? "hidden" : "none"}>
        {isOpen && <span class={`notation ${suitOf(top)}`}>{top.face}</span>}
      </span>
      <span class="pile-words">
        <span class="zone-name">{short}</span> <span class="number">{zone.size}</span>
      </span>
      {known && <span class="known notation">{known}</span>}
    </Place>
  );
}

// --- combat, in its lane ---

export function BinmatScene({ told, board, seat }: SceneProps) {
  const facts = told.at(-1)?.facts ?? {};
  const lane = Number(board?.facts["lane"] ?? 0);
  const zones = nearSeat(seat) === DEFENDER ? (board?.zones ?? []) : [...(board?.zones ?? [])].reverse();
  return (
    <div class={`binmat combat suit-${lane}`}>
      <p class="lane-name notation">
        Lane {lane} <span aria-hidden="true">{SUITS[lane]}</span>
      </p>
      {zones.map((zone) => (
        <Fighting key={zone.id} zone={zone} facts={facts} isTurning={facts["step"] === "reveal"} />
      ))}
    </div>
  );
}

interface FightingProps {
  zone: ZoneMessage;
  facts: Record<string, unknown>;
  isTurning: boolean;
}

function Fighting({ zone, facts, isTurning }: FightingProps) {
  const gone = (facts["cards"] as (string | null)[] | undefined) ?? [];
  const side = zone.owner === DEFENDER ? "defence" : "attack";
  return (
    <section class={zone.owner === DEFENDER ? "defends" : "attacks"}>
      <p class="zone-name">{zone.label}</p>
      <div class={isTurning ? "turned turning" : "turned"}>
        {zone.cards.map((card, at) =>
          card.facing === "hidden" ? (
            <Back key={at} count={card.count ?? 1} name={`${card.count ?? 1} hidden`} pattern="hatched" />
          ) : (
            <Card key={at} card={{ ...card, facing: "up" }} zone={zone} at={at} face={binmatFace}
              className={gone.includes(card.face ?? "") ? "lost" : ""} />
          ),
        )}
      </div>
      {facts["step"] === "powers" && (
        <p class="power number">
          <span class="quiet">sum {String(facts[`${side}_sum`])}, power</span> <strong>{String(facts[side])}</strong>
        </p>
      )}
    </section>
  );
}

const MODIFIERS: Record<string, string> = { "@": "TRAP", "*": "WILD", "?": "BOUNCE", ">": "BREAK" };

export function binmatFace(card: CardMessage) {
  const face = card.face ?? "";
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
