// Monsters: both monsters large, and between them the chain as a line of links.
import "./style.css";
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { capital } from "../../english";
import type { ChainFacts, MonsterFacts } from "../../messages";
import { Hand, Piece } from "../../parts/card";
import { markWords, sizeWords } from "../../parts/naming";
import { type BoardOf, type BoardProps, type CardOf, NOBODY, PlayContext, type SceneOf, type SceneProps, type ZoneOf, nearSeat, usePlay, zoneOf } from "../../parts/play";
import { pileOf } from "../../parts/travel";
import { keysOfCard } from "../../touching";
import { register } from "../front";
import { countsAs, damageWords, texts } from "./texts";

type Board = BoardOf<"monsters">;
type Zone = ZoneOf<"monsters">;
type MoveCard = CardOf<"monsters">;
type Moment = SceneOf<"monsters">;

/** So many links are always in sight. */
const SHORT_CHAIN = 4;
const PHASES = [["alter", "Prepare"], ["battle", "Battle"], ["clear", "Tidy"], ["draw", "Draw"]] as const;
/** Traits of the standard set have a colour each; those of other sets share them. */
const TRAITS = ["Brass", "Clay", "Ink", "Moss", "Salt", "Wax"];

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
        {hand && <Hand zone={hand} face={moveFace} pattern="scales" className="moves-in-hand" isStacked more={printedWords} />}
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
        <OpenPile zone={zone("damage")} short="Damage" isLong />
        <OpenPile zone={zone("drop")} short="Drop" isLong />
        <OpenPile zone={zone("stasis")} short="Stasis" />
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
        <span class="number stats">
          ATK {facts.atk} · DEF {facts.def}
        </span>
        <Traits left={left} />
        {facts.effect_used && <span class="small quiet">effect used</span>}
        {costs && <span class="small quiet">{costs}</span>}
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
      {Object.entries(left).map(([trait, count]) => count > 0 && <Trait key={trait} trait={trait} count={count} />)}
    </span>
  );
}

/** A trait as a coloured letter with a number: "B3". */
function Trait({ trait, count }: { trait: string; count: number }) {
  const known = TRAITS.indexOf(trait);
  const hue = known < 0 ? (trait.codePointAt(0) ?? 0) % TRAITS.length : known;
  return (
    <span class={`trait trait-${hue} number`} title={trait}>
      <b>{trait[0]}</b>
      {count}
    </span>
  );
}

interface PileProps {
  zone: Zone | undefined;
  short: string;
  /** Its cards are only listed where they are asked for, or can be chosen. */
  isLong?: boolean;
}

function OpenPile({ zone, short, isLong = false }: PileProps) {
  const play = usePlay();
  const isOpen = useSignal(false);
  if (!zone) return null;
  const canChoose = [...play.offered.value].some((key) => key.startsWith(`${zone.id} `));
  const isListed = !isLong || isOpen.value || canChoose;
  const seen = zone.cards.filter((card) => card.facing !== "hidden");
  const head = (
    <span {...((!isListed || seen.length < zone.cards.length) && pileOf(zone))}>
      {short} <span class="number">{zone.size}</span>
    </span>
  );
  return (
    <div class="pile" data-empty={zone.size === 0 || undefined} role="group" aria-label={sizeWords(zone)}>
      {isLong && seen.length > 0 ? (
        <button type="button" class="show" aria-expanded={isListed} onClick={() => (isOpen.value = !isOpen.value)}>
          {head} <span aria-hidden="true">{isListed ? "▾" : "▸"}</span>
        </button>
      ) : (
        <span class="pile-head">{head}</span>
      )}
      {isListed && seen.length > 0 && (
        <span class="names">
          {zone.cards.map((card, at) => card.facing !== "hidden" && <Chip key={at} card={card} zone={zone} at={at} />)}
        </span>
      )}
    </div>
  );
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
      <span>
        {card.name}
        {count}
        {card.facts.effects && <span class="small quiet number"> ATK {written(card.facts.atk)} DEF {written(card.facts.def)}</span>}
      </span>
      <Effects card={card} isLasting />
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
      {shown ? <Chain zone={shown} near={near} tried={isLonger} /> : <Before facts={board.facts} near={near} />}
    </section>
  );
}

/** Where there is no chain: what an attack would need. */
function Before({ facts: { attack, active, attacked }, near }: { facts: Board["facts"]; near: number }) {
  if (!attack || (attacked && active === near)) return <p class="before" />;
  const [own, other] = active === near ? ["Your", "their"] : ["Their", "your"];
  const [first, ...rest] = attack.makes;
  return (
    <div class="before">
      <p class="totals number">
        {own} attack: ATK <strong>{attack.atk}</strong> + a card, against {other} DEF <strong>{attack.def}</strong>
      </p>
      {first && (
        <p class="quiet number">
          A card of {first[0]} makes {first[1]} damage{rest.map(([card, damage]) => `, one of ${card} makes ${damage}`)}, unless it is defended.
        </p>
      )}
    </div>
  );
}

function Phases({ facts, near }: { facts: Board["facts"]; near: number }) {
  const whose = facts.active === near ? "yours" : "theirs";
  return (
    <p class="phases">
      <span class="number">
        Turn {facts.turn} of {facts.last_turn}, {whose}
      </span>
      <span class="words">
        {PHASES.map(([phase, says]) => (
          <span key={phase} class={facts.phase === phase ? "now" : ""} aria-current={facts.phase === phase ? "step" : undefined}>
            {says}
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
      {facts.passes === 1 && <p class="quiet">1 pass; one more, and it happens, the newest first</p>}
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
  const value = countsAs(facts);
  const marks = card.marks.join(", ");
  const who = isOwn ? "yours" : "theirs";
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

function Totals({ facts, when }: { facts: ChainFacts; when: string }) {
  const { atk, def: defence } = facts;
  if (!atk || !defence) return null;
  const sum = (total: typeof atk) => total.parts.map((part) => `${part.from} ${part.value}`).join(", ");
  const due = (facts.to_come ?? []).map(({ from, stat, value, chosen }) => `${stat} ${signed(value)} (${from}${chosen ? ", if chosen" : ""})`);
  const isMore = facts.in_all !== undefined && due.length > 0;
  return (
    <details class="totals number">
      <summary>
        <p>
          <strong>{damageWords(facts)}</strong>
          {isMore ? `, ${facts.in_all} in all` : ` ${when}`}
        </p>
      </summary>
      <p class="quiet">
        ATK: {sum(atk)}. DEF: {sum(defence)}. Prevented: {facts.prevented}.{due.length > 0 && ` To come: ${due.join(", ")}.`}
        {!isMore && facts.in_all !== undefined && ` ${facts.in_all} damage in all.`}
      </p>
    </details>
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
              <span class="link-value number">{countsAs(scene.facts)}</span>
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

/** When an effect holds, as a sign. */
const SIGNS: Record<string, string> = { use: "!", play: "▸", field: "◆", passive: "∞", chain: "∞" };
const MOMENTS: Record<string, string> = { alter: "before battle", attack: "in your attack", defence: "in your defence", answer: "in answer" };

/** What a card is for, and a word for its colour. */
function bandOf({ atk = "~", def: defence = "~", uses = [] }: MoveCard["facts"]): [string, string] {
  if (atk === "~" && defence === "~") return ["trick", uses.map((use) => MOMENTS[use]).join(" or ") || "from Stasis"];
  const adds = [atk, defence].every((stat) => !/^\d/.test(stat)) ? "adds" : "";
  return [defence === "~" ? "attack" : atk === "~" ? "defend" : "either", adds];
}

function moveFace(card: MoveCard) {
  const { facts } = card;
  const cost = facts.cost_now ?? facts.cost ?? [];
  const [use, more] = bandOf(facts);
  if (!facts.effects) return <span class="move-face move-name">{card.name}</span>;
  return (
    <span class="move-face" aria-hidden="true" data-trait={cost[0]?.[0]}>
      <span class="move-name">{card.name}</span>
      <span class="move-cost">
        {cost.length === 0 && <span class="small">free</span>}
        {[...new Set(cost)].map((trait) => <Trait key={trait} trait={trait} count={cost.filter((each) => each === trait).length} />)}
      </span>
      <span class={`band ${use}`}>
        <b>{use}</b>
        {more && ` ${more}`}
      </span>
      <Effects card={card} />
      <span class={`move-stats number ${more}`}>
        {(["atk", "def"] as const).map((stat) => (
          <span key={stat}>
            <small>{stat.toUpperCase()}</small>
            {written(facts[stat])}
          </span>
        ))}
      </span>
    </span>
  );
}

function written(stat: string | undefined): string | undefined {
  return stat === "~" ? "–" : stat;
}

/** What is printed on a card, as it is heard: "; defend, costs Moss 1, DEF 2. Your defence +3." */
function printedWords({ facts }: MoveCard): string {
  if (!facts.effects) return "";
  const cost = facts.cost_now ?? facts.cost ?? [];
  const traits = [...new Set(cost)].map((trait) => `${trait} ${cost.filter((each) => each === trait).length}`);
  const stats = (["atk", "def"] as const).filter((stat) => facts[stat] !== "~").map((stat) => `, ${stat.toUpperCase()} ${facts[stat]}`);
  const does = facts.effects.map(({ says }) => ` ${capital(says)}`);
  return `; ${bandOf(facts).join(" ").trim()}, ${traits.length > 0 ? `costs ${traits.join(", ")}` : "free"}${stats.join("")}.${does.join("")}`;
}

/** What a card does, each line after its sign; of one that lies in Stasis, what it does from there. */
function Effects({ card, isLasting = false }: { card: MoveCard; isLasting?: boolean }) {
  const lines = (card.facts.effects ?? []).filter(({ when }) => !isLasting || when === "field" || when === "passive");
  return (
    <span class="effects">
      {lines.map(({ when, says }, at) => (
        <span key={at} class="effect">
          <b>{SIGNS[when]}</b> {capital(says)}
        </span>
      ))}
    </span>
  );
}

register("monsters", {
  board: MonstersBoard,
  scene: MonstersScene,
  face: moveFace,
  texts,
  setsOff: ({ change }) => change["resolved"] === true,
});
