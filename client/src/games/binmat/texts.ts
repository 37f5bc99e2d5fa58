// What is said of BINMAT: what can be done, what a move did, and what came of a fight.
import { counted, listed } from "../../english";
import type { LegalMove } from "../../messages";
import { type BoardOf, type CardOf, type ChangeOf, type SceneOf, type ZoneOf, zoneOf } from "../../parts/play";
import type { People } from "../../people";
import type { Texts } from "../front";

type Board = BoardOf<"binmat">;
type Zone = ZoneOf<"binmat">;
type Change = ChangeOf<"binmat">;

export const DEFENDER = 0;
export const ATTACKER = 1;
const NUMBERS = ["no lane", "one lane", "two lanes", "three lanes", "four lanes", "five lanes", "six lanes"];

export const texts: Texts<Board, SceneOf<"binmat">, CardOf<"binmat">, Zone> = {
  now: ({ seat, legal }, { facts }) => {
    if (seat === null || facts.to_move !== seat) return "";
    const aim = facts.turn > 1 ? "" : seat === DEFENDER ? `You defend for ${facts.turns_left} turns. ` : `You attack: break one lane in ${facts.turns_left} turns. `;
    const ways = waysWords(legal);
    return aim + ways.charAt(0).toUpperCase() + ways.slice(1);
  },
  move: (move, board, who) => moveWords(move, board, board.facts.to_move === who.seat),
  told: ({ seat, kind, change }, who) => `${who.who(seat)} ${changeWords(kind, change, who)}.`,
  loses: ({ move, reason }) => {
    if (reason === "turns") return "it is the last turn, and no lane is broken";
    if (reason === "exhausted") return `lane ${move.at(-1)} has no card left to draw`;
    return reason === "damage" ? "the lane would break" : "you would have no card, and no lane to draw from";
  },
  whyNot: (card, zone, { seat, to_move }, board) => (seat === to_move ? whyNot(card, zone, seat ?? DEFENDER, board) : "It is not your turn"),
  caption: (scene, who) => captionWords(scene.facts, who) || scene.caption,
  ending: ({ reason }, state, board, who) => {
    const last = state.moves.at(-1)?.change as Change | undefined;
    if (reason === "turns") return `all 110 turns are over, and ${who.whom(ATTACKER)} ${who.isYou(ATTACKER) ? "have" : "has"} not broken through`;
    if (reason === "damage" && last?.lane !== undefined) return brokenWords(last, board);
    if (reason === "exhausted" && last?.deck) return `${laneOf(last.deck)} had no card left to draw`;
    return reason === "starved" ? `${who.whom(ATTACKER)} had no card, and no lane to draw from` : "";
  },
  aloud,
};

function laneOf(zone: string): string {
  return `lane ${zone.slice(1)}`;
}

// --- what can be done ---

/** "draw from any of six lanes, fight in lane 2, play one of 4 cards, or pass" */
function waysWords(legal: LegalMove[]): string {
  const of = (kind: string) => legal.filter((move) => move.kind === kind);
  const touched = (kind: string) => [...new Set(of(kind).map(({ touches }) => touches[0]?.[kind === "play" || kind === "discard" ? "card" : "zone"] ?? ""))];
  const [lanes, fights, cards] = [touched("draw").filter((zone) => zone !== "a"), touched("attack"), new Set([...touched("play"), ...touched("discard")]).size];
  const sources = [lanes.length > 1 ? `any of ${NUMBERS[lanes.length]}` : lanes.map(laneOf).join(), touched("draw").includes("a") ? "your deck" : ""].filter(Boolean);
  const ways = [
    sources.length > 0 && `draw from ${listed(sources, "or")}`,
    fights.length > 0 && `fight in lane ${listed(fights.map((zone) => zone.slice(1)), "or")}`,
    cards > 0 && `play ${cards > 1 ? `one of ${cards} cards` : "your card"}`,
    of("exchange").length > 0 && "trade a card for two",
  ].filter(Boolean);
  return ways.length > 0 ? `${ways.join(", ")}, or pass` : "you can only pass";
}

/** A move by what it would do now; one that is prepared is made later. */
function moveWords({ kind, touches, move, says }: LegalMove, board: Board, isNow: boolean): string {
  const [first, goal] = touches;
  const zone = first && zoneOf(board, first.zone);
  const lane = laneOf(goal?.zone ?? first?.zone ?? "");
  if (kind === "draw" && zone) {
    const top = zone.cards.at(-1);
    return zone.id === "a" ? "Draw from your deck" : `Draw ${top?.facing === "up" && isNow ? `${top.face} ` : ""}from ${lane}`;
  }
  if (kind === "attack") return `Fight in ${lane}${isNow ? damageWords(zoneOf(board, `a${first?.zone.slice(1)}`)) : ""}`;
  if (kind === "discard") return `Discard ${first?.card} to ${lane}`;
  if (kind === "exchange") return `Trade ${first?.card} for two cards`;
  return kind === "play" ? `Play ${first?.card} to ${lane}, face ${move.startsWith("u") ? "up" : "down"}` : says;
}

function damageWords(attackers: Zone | undefined): string {
  const damage = attackers?.facts.damage;
  return damage === undefined ? "" : `: ${damage || "no"} damage`;
}

/** What keeps a place from being touched, or a card from being played. */
function whyNot(card: CardOf<"binmat">, zone: Zone, seat: number, board: Board): string {
  if (zone.kind === "hand") {
    const hasStack = board.zones.some((each) => each.kind === "stack" && each.owner === seat && each.size > 0);
    return card.face.startsWith(">") ? (hasStack ? "Each of your stacks has its BREAK already" : "A BREAK joins a stack: play another card first") : "";
  }
  if (zone.kind === "deck") {
    if (zone.owner !== null) return seat === ATTACKER ? "Your deck is empty; the cards that you lose fill it again" : "Only the attacker draws from this deck";
    return zone.facts.closed ? `Their stack closes ${laneOf(zone.id)}: fight it, or draw elsewhere` : `No card is left in ${laneOf(zone.id)}`;
  }
  if (zone.kind === "pile") return "These cards are gone until the deck is empty; then they are shuffled and become the deck";
  if (zone.owner !== seat) return "This is their stack; yours in this lane is on the other side";
  return seat === DEFENDER && zone.size > 0 ? "The attacker begins the fights; to play a card here, touch the card first" : "To play a card here, touch the card first; a BREAK needs a stack to join";
}

// --- what happened ---

function changeWords(kind: string, change: Change, who: People): string {
  const { card = "a card", to = "", deck, lane, hand } = change;
  if (lane !== undefined) return `${change.card ? `played ${card} and ` : ""}fought in lane ${lane}: ${outcome(change, who)}`;
  if (to === "xa") return `traded ${card} for two${drawnWords(change) ? `: ${drawnWords(change)}` : ""}`;
  if (deck) return drawing(deck, change, who);
  if (to.startsWith("x")) return `discarded ${card} to ${laneOf(to)}`;
  if (to) return `played ${card} face ${change.up ? "up" : "down"} in ${laneOf(to)}`;
  return kind === "pass" && hand ? `passed twice, which cost ${counted(hand, "card")} in hand` : "passed";
}

function drawnWords({ drawn = [] }: Change): string {
  return listed(drawn.filter((face) => face !== null));
}

function drawing(deck: string, change: Change, who: People): string {
  const from = deck === "a" ? (who.isYou(ATTACKER) ? "your deck" : "the attacker's deck") : laneOf(deck);
  if (change.drawn?.length === 0) return `drew from ${from}, which had no card left`;
  return `drew ${drawnWords(change) || "a card"} from ${from}${change.shuffled ? ", after its discards were shuffled" : ""}`;
}

/** "their stack lost 1 card, and you took 2 cards from the deck" */
function outcome({ struck = 0, taken = 0, lost = 0, broke }: Change, who: People): string {
  if (broke) return "the lane broke";
  const losses = [struck > 0 && `${whoseStack(DEFENDER, who)} lost ${counted(struck, "card")}`, taken > 0 && `${who.whom(ATTACKER)} took ${counted(taken, "card")} from the deck`];
  const said = losses.filter(Boolean).join(", and ");
  return said || (lost > 0 ? `no damage, and ${whoseStack(ATTACKER, who)} is gone` : "no damage");
}

function whoseStack(seat: number, who: People): string {
  return who.isYou(seat) ? "your stack" : `${who.whom(seat)}'s stack`;
}

/** "lane 3 broke, 5 damage on 2 cards": how much it was is open if nothing stood in the way. */
function brokenWords({ lane, struck = 0, taken = 0 }: Change, board: Board): string {
  const damage = struck === 0 ? zoneOf(board, `a${lane}`)?.facts.damage : undefined;
  const cards = counted(struck + taken, "card");
  if (damage !== undefined) return `lane ${lane} broke, ${damage} damage on ${cards}`;
  return struck + taken > 1 ? `lane ${lane} broke, its ${cards} were not enough` : `lane ${lane} broke, its last card was not enough`;
}

function captionWords(facts: SceneOf<"binmat">["facts"], who: People): string {
  const { step, role, attack = 0, defence = 0, damage, from, cards = [] } = facts;
  const faces = cards.filter((face) => face !== null);
  const seat = role === "attacker" ? ATTACKER : DEFENDER;
  const whose = who.isYou(seat) ? "your" : `${who.whom(seat)}'s`;
  if (step === "reveal") return `Lane ${facts.lane}: both stacks are turned over`;
  if (step === "trap") return `${whose} TRAP takes ${faces.join(" ")}`;
  if (step === "bounce") return `${whose} BOUNCE (${faces.join(" ")}) ends the fight`;
  if (step === "powers") return damage == null ? noDamage(attack, defence) : `Power ${attack} against ${defence}: ${damage} damage`;
  if (step === "damage" && from?.startsWith("d")) return `Damage takes ${faces.join(" ")} from ${whoseStack(DEFENDER, who)}`;
  if (step === "damage") return `${who.does(ATTACKER, "take", "takes")} ${faces.length === cards.length ? faces.join(" ") : counted(cards.length, "card")} from the deck`;
  if (step === "break through") return "No card is left to take: the lane breaks";
  if (step === "no damage") return `No damage: ${whoseStack(ATTACKER, who)} is gone`;
  return step === "no attackers" ? "Nobody attacks any more: no damage" : "";
}

function noDamage(attack: number, defence: number): string {
  return attack === defence ? "Neither side has power" : `Power ${attack} against ${defence}: the attack is beaten off`;
}

// --- cards by their names, instead of by signs ---

const FACES: Record<string, string> = { a: "10", "@": "TRAP", "*": "WILD", "?": "BOUNCE", ">": "BREAK" };
export const SUIT_WORDS: Record<string, string> = { "&": "FORM", "%": "KIN", "+": "DATA", "!": "CHAOS", "^": "VOID", "#": "CHOICE" };

export function aloud(text: string): string {
  const named = (_: string, face: string, suit: string) => `${FACES[face] ?? face} of ${SUIT_WORDS[suit]}`;
  return text.replace(/(?<![\w%])([2-9a@*?>])([&%+!^#])(?!\w)/g, named);
}
