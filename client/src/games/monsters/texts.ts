// What is said of Monsters: what can be done now, what a move did, what an effect asks, and how it ended.
import { capital, counted, listed, sentence } from "../../english";
import type { ChainFacts, LegalMove, MonsterFacts, SessionState } from "../../messages";
import { type BoardOf, type CardOf, type ChangeOf, type SceneOf, type ZoneOf, zoneOf } from "../../parts/play";
import type { People } from "../../people";
import type { Texts } from "../front";

type Board = BoardOf<"monsters">;
type Card = CardOf<"monsters">;
type Zone = ZoneOf<"monsters">;
type Moment = SceneOf<"monsters">;

/** What effects let players choose cards for: to do it, and that it was done. */
const CHOICES: Record<string, { to: string; did: string }> = {
  discard: { to: "throw away", did: "threw away" },
  destroy: { to: "give up", did: "gave up" },
  search: { to: "take from the deck", did: "took" },
  recover: { to: "take back from Drop", did: "took back" },
  recall: { to: "take back from Stasis", did: "took back" },
  reclaim: { to: "take back from Damage", did: "took back" },
  revive: { to: "bring back to Stasis", did: "brought back" },
  heal: { to: "heal", did: "healed" },
  expose: { to: "show", did: "showed" },
  bury: { to: "put under the deck", did: "put under the deck" },
};

export const texts: Texts<Board, Moment, Card, Zone> = {
  now: (state, board, who) => {
    const { to_move, choice, active, phase, chain } = board.facts;
    if (to_move === null) return "";
    if (to_move === state.seat) return choice ? asking(choice, state.seat) : waysNow(state.legal, board);
    if (choice) return `${who.does(to_move, "choose", "chooses")} for ${choice.card}`;
    return chain ? "" : who.does(active, phase === "alter" ? "prepare" : "may attack", phase === "alter" ? "prepares" : "may attack");
  },
  move: (move, board) => moveWords(move, board),
  told: ({ seat, kind, change }, who) => told(seat, kind, change as ChangeOf<"monsters">, who),
  isSilent: ({ change }) => change["ends"] === "preparing" || (change["passes"] === true && !change["resolved"]),
  loses: ({ reason }) => (reason === "decked-out" ? "you would have no card left to draw" : "your monster would have no HP left"),
  whyNot: (card, zone, state, board) => sentence(whyNot(card, zone, state, board)),
  caption: ({ caption, facts }, who) => {
    if (facts.step === "resolve") return `${caption}, the newest link first`;
    if (facts.step === "link") return `${capital(who.whose(facts.owner ?? 0))} ${facts.name}: ${countsAs(facts)}`;
    if (facts.step === "damage") return damageWords(facts);
    return caption;
  },
  ending: ({ winner, reason }, _state, board, who) => {
    const rest = (seat: number) => `${monsterOf(board, seat)?.cards[0]?.name} has ${statsOf(board, seat).hp} of ${statsOf(board, seat).full_hp} HP left`;
    if (reason === "both-lost") return "both monsters fell at once";
    if (winner === null) return `after turn ${board.facts.last_turn}, both have the same share of their HP left`;
    if (reason === "fainted") return `${monsterOf(board, 1 - winner)?.cards[0]?.name} has no HP left`;
    if (reason === "decked-out") return `${who.whom(1 - winner)} had no card left to draw`;
    return reason === "turn-limit" ? `after turn ${board.facts.last_turn}, ${rest(winner)}, and ${rest(1 - winner)}` : "";
  },
};

/** As what a link counts: "ATK +1", "trick". */
export function countsAs({ stat, value, counts_as }: Pick<Card["facts"], "stat" | "value" | "counts_as">): string {
  if (stat) return `${stat} ${value}`;
  return counts_as === "the monster's effect" ? "effect" : counts_as === "special" ? "trick" : "no ATK or DEF";
}

/** "ATK 10 against DEF 2: 5 damage" */
export function damageWords({ atk, def: defence, damage, prevented, direct }: Partial<ChainFacts>): string {
  const saved = direct ? `0, but nobody defends: ${damage} damage` : `${damage} damage`;
  return `ATK ${atk?.total} against DEF ${defence?.total}: ${saved}${prevented ? `, ${prevented} of it prevented` : ""}`;
}

function monsterOf(board: Board, seat: number): Zone | undefined {
  return zoneOf(board, `monster${seat}`);
}

function statsOf(board: Board, seat: number): MonsterFacts {
  return monsterOf(board, seat)?.facts as MonsterFacts;
}

// --- what can be done now ---

const WAYS: Record<string, string> = { attack: "attack with", defend: "defend with", add: "add", play: "play", use: "use" };

function waysNow(legal: LegalMove[], board: Board): string {
  const ways = Object.entries(WAYS).flatMap(([kind, verb]) => {
    const moves = legal.filter((move) => move.kind === kind);
    return moves.length === 0 ? [] : [`${verb} ${moves.length > 1 ? `one of ${moves.length} cards` : cardOf(moves[0]!, board)}`];
  });
  const { chain, phase, attacked } = board.facts;
  if (chain) return standingOf(board) + capital([listed(ways, "or"), passing(board)].filter(Boolean).join(", or "));
  if (phase === "alter") return ways.length > 0 ? `Prepare: ${listed(ways, "or")}, or go to battle` : "Nothing to prepare: go to battle";
  if (ways.length > 0) return `${listed(ways, "or")}, or end your turn`;
  return attacked ? "You have attacked: end your turn" : "Nothing to attack with: end your turn";
}

/** What must be answered, where nothing was done against it yet. */
function standingOf(board: Board): string {
  const { facts, cards } = zoneOf(board, "chain") as Zone & { facts: ChainFacts };
  const { active, to_move } = board.facts;
  if (active === to_move || cards.some(({ owner }) => owner === to_move)) return "";
  return facts.combat ? `They attack with ${facts.atk?.total}. ` : `They use ${cards.at(-1)?.name}. `;
}

/** What becomes of a chain to which nothing is added. */
function passing(board: Board): string {
  const { combat, in_all: damage = 0 } = zoneOf(board, "chain")?.facts as ChainFacts;
  if (!combat) return "let it happen";
  if (board.facts.active === board.facts.to_move) return `leave it at ${damage} damage`;
  return damage > 0 ? `take ${damage} damage` : "leave it at that: no damage";
}

function asking({ asks, card, does, of, rest, says }: NonNullable<Board["facts"]["choice"]>, seat: number): string {
  if (asks === "whether") return `${card}: ${says} Let it happen?`;
  if (asks === "number") return `${card}: ${says} How much?`;
  if (asks === "which") return `${card} does one of these. Which?`;
  const to = CHOICES[does]?.to ?? does;
  const some = rest > 1 ? `${rest} cards` : "one";
  if (of !== seat) return `${card}: choose ${some} of theirs to ${to}`;
  if (does === "discard" || does === "destroy") return `${card} costs ${rest > 1 ? counted(rest, "card") : "a card"}. Choose ${some} to ${to}`;
  return `${card}: choose ${some} to ${to}`;
}

// --- moves on their buttons ---

/** The name of the card that is touched for a move. */
function cardOf(move: LegalMove, board: Board): string {
  const touched = move.touches.at(-1);
  const zone = touched && zoneOf(board, touched.zone);
  const name = zone?.cards.find((card) => (card.id || card.face) === touched?.card)?.name ?? "";
  return zone?.kind === "monster" ? `${name}'s effect` : name;
}

function moveWords(move: LegalMove, board: Board): string {
  const { choice, chain } = board.facts;
  const card = cardOf(move, board);
  if (move.kind === "battle") return "Go to battle";
  if (move.kind === "end") return "End your turn";
  if (move.kind === "choose") return card && choice ? `${capital(CHOICES[choice.does]?.to ?? "choose").split(" from ")[0]}: ${card}` : move.says;
  if (move.kind !== "pass") return `${capital(WAYS[move.kind] ?? "")} ${card}`;
  return choice ? move.says : chain ? capital(passing(board)) : move.says;
}

// --- what a move did ---

const DID: Record<string, string> = { attack: "attacked with", defend: "defended with", add: "added", play: "played", use: "used" };

function told(seat: number, kind: string, change: ChangeOf<"monsters">, who: People): string {
  const by = who.who(seat);
  if (change.ends) return `${by} ${change.ends === "preparing" ? "went to battle" : `ended ${who.isYou(seat) ? "your" : "the"} turn`}.`;
  if (change.does) return `${by} ${choosing(change)}.${lossWords(change, who)}`;
  if (change.passes) return change.resolved ? `Both pass.${lossWords(change, who)}` : who.does(seat, "pass.", "passes.");
  if (!change.card) return "";
  const sums = change.atk === undefined ? "" : `: ATK ${change.atk} against DEF ${change.def}`;
  return `${by} ${DID[kind]} ${change.card}${change.stasis ? " from Stasis" : ""}${sums}.`;
}

function choosing({ card, does = "", chose }: ChangeOf<"monsters">): string {
  const did = CHOICES[does]?.did;
  if (chose === undefined) return `${did ?? "chose"} a card by ${card}`;
  return did && !/^(No|None|Yes|\d)/.test(chose) ? `${did} ${chose}` : `chose for ${card}: ${chose}`;
}

function lossWords({ lost = [], hp = [] }: ChangeOf<"monsters">, who: People): string {
  const hurt = lost.flatMap((points, seat) => (points > 0 ? [` ${who.does(seat, "take", "takes")} ${points} damage: ${hp[seat]} HP left.`] : []));
  return hurt.join("");
}

// --- why a card cannot be played ---

function whyNot(card: Card, zone: Zone, state: SessionState, board: Board): string {
  const { to_move, active, phase, chain, attacked } = board.facts;
  const { name, facts } = card;
  if (!name || zone.owner !== state.seat || zone.kind === "monster") return "";
  if (zone.kind === "pile") return zone.id.startsWith("stasis") ? `${name} stays here; now it cannot be used` : `${name} is out of play`;
  if (zone.kind !== "hand") return "";
  if (to_move !== state.seat) return "It is their turn to decide";
  if (board.facts.choice) return `${board.facts.choice.card} comes first: ${asking(board.facts.choice, zone.owner ?? 0)}`;
  const lacking = missing(card, board, zone.owner ?? 0);
  const isTrick = facts.atk === "~" && facts.def === "~";
  if (!isTrick && !chain && phase === "alter") {
    if (facts.atk === "~") return `${name} defends: keep it for their attack`;
    return `${name} ${facts.def === "~" ? "attacks" : "attacks or defends"}; you are still preparing. Go to battle first`;
  }
  if (isTrick || (chain && chain !== "combat")) return "";
  if (active === state.seat && facts.atk === "~") return `${name} defends: keep it for their attack`;
  if (active !== state.seat && facts.def === "~") return `${name} attacks: keep it for your turn`;
  if (!chain && facts.atk?.startsWith("+")) return `${name} adds to an attack; begin it with a card that has no +`;
  if (!chain && attacked) return "You have attacked this turn";
  return lacking;
}

/** What a card costs that its monster has not got. */
function missing({ name, facts }: Card, board: Board, seat: number): string {
  const cost = facts.cost_now ?? [];
  const left = statsOf(board, seat).traits_left;
  const lacks = [...new Set(cost)].filter((trait) => cost.filter((each) => each === trait).length > (left[trait] ?? 0));
  return lacks.length > 0 ? `${name} costs more ${listed(lacks)} than ${capital(monsterOf(board, seat)?.cards[0]?.name ?? "")} has left this turn` : "";
}
