// Monsters: both monsters large, and between them the chain as a line of links.
import "./style.css";
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { capital } from "../../english";
import type { ChainFacts, MonsterFacts, MoveFacts } from "../../messages";
import { Hand, Piece } from "../../parts/card";
import { markWords, sizeWords } from "../../parts/naming";
import { type BoardOf, type BoardProps, type CardOf, NOBODY, PlayContext, type SceneOf, type SceneProps, type ZoneOf, nearSeat, usePlay, zoneOf } from "../../parts/play";
import { pileOf } from "../../parts/travel";
import { isWide } from "../../parts/width";
import { keysOfCard } from "../../touching";
import { register } from "../front";

type Board = BoardOf<"monsters">;
type Zone = ZoneOf<"monsters">;
type MoveCard = CardOf<"monsters">;
type Moment = SceneOf<"monsters">;

/** So many links are always in sight. */
const SHORT_CHAIN = 4;
const PHASES = ["alter", "battle", "clear", "draw"];

function MonstersBoard({ board, seat, tried, standing }: BoardProps<Board>) {
  const near = nearSeat(seat);
  const hand = zoneOf(board, `hand${near}`);
  return (
    <div class="monsters">
      <Side board={board} owner={1 - near} side="far" />
      <Middle board={board} near={near} tried={tried} />
      <Side board={board} owner={near} side="near" />
      <div class="own-side">
        {standing}
        {hand && <Hand zone={hand} face={moveFace} pattern="scales" className="moves-in-hand" isStacked />}
      </div>
    </div>
  );
}

// --- a player's side ---

interface SideProps {
  board: Board;
  owner: number;
  side: "far" | "near";
}

function Side({ board, owner, side }: SideProps) {
  const zone = (name: string) => zoneOf(board, `${name}${owner}`);
  const monster = zone("monster");
  return (
    <section class={`side ${side}`} aria-label={monster?.label}>
      {monster && <Monster zone={monster} />}
      <div class="piles">
        <OpenPile zone={zone("deck")} short="Deck" />
        {side === "far" && <OpenPile zone={zone("hand")} short="Hand" />}
        {zone("action")?.size ? <OpenPile zone={zone("action")} short="Action" isLong /> : null}
        <OpenPile zone={zone("stasis")} short="Stasis" />
        <OpenPile zone={zone("damage")} short="Damage" isLong />
        <OpenPile zone={zone("drop")} short="Drop" isLong />
      </div>
    </section>
  );
}

function Monster({ zone }: { zone: Zone }) {
  const [card] = zone.cards;
  const facts = zone.facts as MonsterFacts;
  const { hp, full_hp: full, traits_left: left } = facts;
  if (!card) return null;
  const changes = Object.entries(facts.cost_change).map(([trait, by]) => `${trait} ${signed(by)}`);
  const traits = Object.entries(left).map(([trait, count]) => `, ${trait} ${count}`);
  const costs = changes.length > 0 ? `costs: ${changes.join(", ")}` : "";
  const stats = `${hp} of ${full} HP, ATK ${facts.atk}, DEF ${facts.def}`;
  const name = `${card.name}, ${zone.label.toLowerCase()}: ${stats}${traits.join("")}${costs && `; ${costs}`}`;
  return (
    <Piece keys={keysOfCard(zone, card, 0)} name={name} className="monster" card={card} zone={zone}>
      <Ring hp={hp} full={full} />
      <span class="monster-words">
        <span class="monster-name">{card.name}</span>
        <span class="small number stats">
          ATK {facts.atk} · DEF {facts.def}
          {facts.effect_used && <span class="quiet"> · effect used</span>}
          {costs && <span class="quiet"> · {costs}</span>}
        </span>
        <Traits left={left} />
      </span>
    </Piece>
  );
}

/** HP as a ring: a piece for each, gone where a card lies in Damage. */
function Ring({ hp, full }: { hp: number; full: number }) {
  const radius = 26;
  const around = 2 * Math.PI * radius;
  const piece = around / full;
  return (
    <svg class="ring" viewBox="0 0 64 64" aria-hidden="true">
      {Array.from({ length: full }, (_, at) => (
        <circle
          key={at}
          class={at < hp ? "whole" : "gone"}
          cx="32"
          cy="32"
          r={radius}
          fill="none"
          stroke-width={at < hp ? 7 : 3}
          stroke-dasharray={`${Math.max(piece - 3, 1)} ${around}`}
          transform={`rotate(${(at * 360) / full - 90} 32 32)`}
        />
      ))}
      <text x="32" y="38" font-size="19" font-weight="650" text-anchor="middle" fill="currentColor">
        {hp}
      </text>
    </svg>
  );
}

function Traits({ left }: { left: Record<string, number> }) {
  return (
    <span class="traits">
      {Object.entries(left).map(
        ([trait, count], at) =>
          count > 0 && (
            <span key={trait} class={`trait trait-${at % 6}`}>
              <b>{trait[0]}</b> <span class="quiet">{trait}</span> <span class="number">{count}</span>
            </span>
          ),
      )}
    </span>
  );
}

interface PileProps {
  zone: Zone | undefined;
  short: string;
  /** Its cards are only listed where there is room, where they are asked for, or can be chosen. */
  isLong?: boolean;
}

function OpenPile({ zone, short, isLong = false }: PileProps) {
  const play = usePlay();
  const isOpen = useSignal(false);
  if (!zone) return null;
  const canChoose = [...play.offered.value].some((key) => key.startsWith(`${zone.id} `));
  const isListed = !isLong || isOpen.value || isWide.value || canChoose;
  return (
    <div class="pile small" role="group" aria-label={sizeWords(zone)}>
      <span class="pile-head">
        <span {...(hidesSome(zone, isListed) && pileOf(zone))}>
          <span class="zone-name">{short}</span> <span class="number">{zone.size}</span>
        </span>{" "}
        {zone.size > 0 && isLong && !isWide.value && (
          <button type="button" class="show small" aria-expanded={isListed} onClick={() => (isOpen.value = !isOpen.value)}>
            {isListed ? "hide" : "show"}
          </button>
        )}
      </span>{" "}
      {isListed && (
        <span class="names">
          {zone.cards.map((card, at) => card.facing !== "hidden" && <Chip key={at} card={card} zone={zone} at={at} />)}
        </span>
      )}
    </div>
  );
}

function hidesSome(zone: Zone, isListed: boolean): boolean {
  return !isListed || zone.cards.some((card) => card.facing === "hidden");
}

/** A card by its name alone, where there is no room for more. */
function Chip({ card, zone, at }: { card: MoveCard; zone: Zone; at: number }) {
  const play = usePlay();
  const keys = keysOfCard(zone, card, at);
  const can = keys.some((key) => play.offered.value.has(key)) ? ", can be chosen" : "";
  const count = card.count > 1 ? ` ×${card.count}` : "";
  const name = [`${card.name}${count}`, zone.label.toLowerCase(), ...markWords(card)].join(", ") + can;
  return (
    <Piece keys={keys} name={name} className="chip" card={card} zone={zone}>
      {card.name}
      {count}
    </Piece>
  );
}

// --- the chain, and what it comes to ---

interface MiddleProps {
  board: Board;
  near: number;
  tried: Board | null;
}

function Middle({ board, near, tried }: MiddleProps) {
  const chain = zoneOf(board, "chain");
  const after = tried ? zoneOf(tried, "chain") : undefined;
  const isLonger = after !== undefined && after.size > (chain?.size ?? 0);
  const shown = isLonger ? after : chain;
  return (
    <section class="middle" aria-label="Turn and chain">
      <Phases facts={board.facts} near={near} />
      {shown ? <Chain zone={shown} near={near} tried={isLonger} /> : <p class="small quiet no-chain">No chain</p>}
    </section>
  );
}

function Phases({ facts, near }: { facts: Board["facts"]; near: number }) {
  const whose = facts.active === near ? "yours" : "the opponent's";
  return (
    <p class="phases small">
      <span class="number">
        Turn {facts.turn} of {facts.last_turn}, {whose}
      </span>
      <span class="words">
        {PHASES.map((phase) => (
          <span key={phase} class={facts.phase === phase ? "now" : ""} aria-current={facts.phase === phase ? "step" : undefined}>
            {phase}
          </span>
        ))}
      </span>
    </p>
  );
}

interface ChainProps {
  zone: Zone;
  near: number;
  /** Its last link is only chosen yet. */
  tried?: boolean;
}

/** A long chain scrolls within itself, its newest link in sight. */
function Chain({ zone, near, tried = false }: ChainProps) {
  const links = useRef<HTMLOListElement>(null);
  const facts = zone.facts as ChainFacts;
  useLayoutEffect(() => {
    if (links.current) links.current.scrollTop = links.current.scrollHeight;
  }, [zone.size]);
  return (
    <div class="chain">
      {facts.passes === 1 && <p class="small quiet">1 pass; after a second one in a row the chain resolves</p>}
      <ol class="links" aria-label={`Chain of ${zone.size}`} tabIndex={zone.size > SHORT_CHAIN ? 0 : undefined} ref={links}>
        {zone.cards.map((card, at) => (
          <Link key={at} card={card} zone={zone} isOwn={card.owner === near} tried={tried && at === zone.cards.length - 1} />
        ))}
      </ol>
      <Totals facts={facts} when={tried ? "with this" : "so far"} />
    </div>
  );
}

interface LinkProps {
  card: MoveCard;
  zone: Zone;
  isOwn: boolean;
  tried: boolean;
}

function Link({ card, zone, isOwn, tried }: LinkProps) {
  const { facts } = card;
  const value = linkValue(facts);
  const marks = card.marks.join(", ");
  const who = isOwn ? "yours" : "the opponent's";
  return (
    <li class={`link ${isOwn ? "own" : "other"} ${facts.resolved ? "resolved" : ""} ${tried ? "tried" : ""}`}>
      <Piece keys={[]} name={`Link ${facts.link}: ${card.name}, ${who}, ${value}${marks ? `, ${marks}` : ""}`} className="link-card" card={card} zone={zone}>
        <span class="quiet number">{facts.link}</span>
        <span class="link-name">{card.name}</span>
        <span class="link-value number">{value}</span>
        {marks && <span class="link-marks quiet">{marks}</span>}
      </Piece>
    </li>
  );
}

function linkValue(facts: Pick<MoveFacts, "stat" | "value" | "counts_as">): string {
  return facts.stat ? `${facts.stat} ${facts.value}` : (facts.counts_as ?? "").replace("the monster's ", "");
}

function Totals({ facts, when }: { facts: ChainFacts; when: string }) {
  const { atk, def: defence } = facts;
  if (!atk || !defence) return null;
  const sum = (total: typeof atk) => total.parts.map((part) => `${part.from} ${part.value}`).join(", ");
  const due = (facts.to_come ?? []).map(({ from, stat, value, chosen }) => `${stat} ${signed(value)} (${from}${chosen ? ", if chosen" : ""})`);
  const parts = (
    <p class="small quiet number">
      ATK: {sum(atk)}. DEF: {sum(defence)}. Prevented: {facts.prevented}.{due.length > 0 && ` To come: ${due.join(", ")}.`}
    </p>
  );
  return (
    <>
      <p class="totals number">
        ATK <strong>{atk.total}</strong> against DEF <strong>{defence.total}</strong>: {facts.damage} damage
        {facts.prevented ? `, ${facts.prevented} of it prevented,` : ""} {when}
      </p>
      {isWide.value ? parts : <details class="small"><summary>How it adds up</summary>{parts}</details>}
    </>
  );
}

function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

// --- what a chain did, link by link ---

/** The chain with the link that resolves, what came of it so far, and both monsters as they were before. */
function MonstersScene({ scenes, told, before, seat }: SceneProps<Board, Moment>) {
  const play = usePlay();
  const near = nearSeat(seat);
  const now = told.findLast(({ facts }) => facts.step === "link");
  const damage = told.findLast(({ facts }) => facts.step === "damage");
  return (
    <PlayContext.Provider value={{ ...NOBODY, inspect: play.inspect }}>
      <div class="monsters">
        {before && <Side board={before} owner={1 - near} side="far" />}
        <section class="middle">
          <Resolving links={scenes.filter(({ facts }) => facts.step === "link")} now={now} told={told} near={near} />
          {damage && <Totals facts={damage.facts} when="in all" />}
        </section>
        {before && <Side board={before} owner={near} side="near" />}
      </div>
    </PlayContext.Provider>
  );
}

interface ResolvingProps {
  links: Moment[];
  now: Moment | undefined;
  told: Moment[];
  near: number;
}

/** A chain resolves backwards: its last link comes first. */
function Resolving({ links, now, told, near }: ResolvingProps) {
  const inOrder = [...links].reverse();
  return (
    <ol class="links resolving" aria-label={`Chain of ${links.length}`}>
      {inOrder.map((scene) => {
        const done = scene.parts.filter((part) => told.includes(part));
        const isNow = scene === now;
        return (
          <li key={scene.caption} class={`link ${scene.facts.owner === near ? "own" : "other"} ${told.includes(scene) && !isNow ? "resolved" : ""}`}>
            <span class={`link-card ${isNow ? "now" : ""}`} aria-current={isNow ? "step" : undefined}>
              <span class="quiet number">{scene.facts.link}</span>
              <span class="link-name">{scene.facts.name}</span>
              <span class="link-value number">{linkValue(scene.facts)}</span>
              {done.map((part) => (
                <span key={part.caption} class="link-marks">
                  {capital(part.caption)}
                </span>
              ))}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

// --- cards ---

function moveFace(card: MoveCard) {
  const { facts } = card;
  const cost = facts.cost_now ?? facts.cost ?? [];
  return (
    <span class="move-face" aria-hidden="true">
      <span class="move-cost">{cost.map((trait) => trait[0]).join("") || "free"}</span>
      <span class="move-name">{card.name}</span>
      <span class="move-stats number">
        <span>{facts.atk}</span>
        <span>{facts.def}</span>
      </span>
    </span>
  );
}


register("monsters", {
  board: MonstersBoard,
  scene: MonstersScene,
  face: moveFace,
  texts: { now: (state) => state.task },
});
