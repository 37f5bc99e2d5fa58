// What is said of Blade: rows, scores, and what a card does to them.
import type { SessionState } from "../../messages";
import { type BoardOf, type CardOf, type SceneOf, zoneOf } from "../../parts/play";
import type { ChangeOf } from "../../parts/play";
import type { People } from "../../people";
import type { Texts } from "../front";

type Board = BoardOf<"blade">;

const NAMES: Record<string, string> = { B: "Bolt", M: "Mirror" };

export const texts: Texts<Board, SceneOf<"blade">, CardOf<"blade">> = {
  now: ({ seat }, board, who) => {
    const { score, stage, to_move } = board.facts;
    if (to_move === null) return "";
    const isYou = to_move === seat;
    if (stage === "initialization") return opening(isYou);
    return `${who.does(to_move, "need", "needs")} more than ${score[1 - to_move]}`;
  },
  move: ({ move }, board) => {
    const own = board.facts.to_move ?? 0;
    if (board.facts.stage === "initialization") return `Lay the ${nameOf(move)}`;
    if (move === "B") return striking(newest(board, 1 - own, isValid));
    if (move === "M") return "Swap the rows";
    const last = newest(board, own);
    return move === "1" && last && !isValid(last) ? `Raise your ${nameOf(last.face)}` : `Lay the ${move}`;
  },
  told: ({ seat, change }, who) => changeWords(seat, change, who),
  loses: ({ reason }, board, after) => {
    const own = board.facts.to_move ?? 0;
    if (reason === "special-last") return "a Bolt or a Mirror must not be your last card";
    if (reason !== "lower-score") return "you would have no card left to lay";
    const need = `more than ${after ? after.facts.score[1 - own] : board.facts.score[1 - own]}`;
    return after ? `you would have ${after.facts.score[own]}, and need ${need}` : `you need ${need}`;
  },
  caption: ({ facts, caption }) => {
    const [one, other] = facts.score ?? [];
    return facts.step === "tie" ? `${one} to ${other}: a tie. Both rows go` : caption;
  },
  ending: ({ winner, reason }, state, board, who) => {
    const score = board.facts.score;
    if (winner === null) return reason === "hands-empty" ? `both hands are empty, at ${score.join(" to ")}` : "";
    const loser = 1 - winner;
    if (reason === "special-last") return `the ${nameOf(lastCard(state))} was ${possessive(who, loser)} last card`;
    if (reason === "hand-empty") return `${who.whom(loser)} had no card left`;
    if (reason === "hands-empty") return `both hands are empty, and ${score[winner]} is more than ${score[loser]}`;
    if (reason === "stranded") return `${who.whom(loser)} had no card to lay for the new row`;
    if (reason !== "lower-score") return "";
    return who.isYou(winner)
      ? `${who.whom(loser)} could not get past ${score[winner]}`
      : `the ${nameOf(lastCard(state))} made ${score[loser]}, and ${who.whom(loser)} needed more than ${score[winner]}`;
  },
};

function opening(isYou: boolean): string {
  return isYou ? "No deck is left: lay a card from your hand to start the new row" : "No deck is left: both lay a card to start the new rows";
}

function nameOf(face: string): string {
  return NAMES[face] ?? face;
}

function isValid(card: CardOf<"blade">): boolean {
  return !card.marks.includes("invalid");
}

function newest(board: Board, owner: number, which: (card: CardOf<"blade">) => boolean = () => true): CardOf<"blade"> | undefined {
  return zoneOf(board, `field${owner}`)?.cards.findLast(which);
}

function striking(target: CardOf<"blade"> | undefined): string {
  return target ? `Strike their ${nameOf(target.face)}` : "Play the Bolt";
}

function lastCard({ moves }: SessionState): string {
  return (moves.at(-1)?.change as ChangeOf<"blade"> | undefined)?.card ?? "last card";
}

function possessive(who: People, seat: number): string {
  return who.isYou(seat) ? "your" : `${who.whom(seat)}'s`;
}

/** "You struck their 6: 8 to 6." */
function changeWords(seat: number, change: ChangeOf<"blade">, who: People): string {
  const { card = "", opens, struck, raised, score = [], tied } = change;
  const did = opens ? `laid the ${nameOf(card)} to start the row`
    : struck ? `struck ${targetOf(seat, who)} ${nameOf(struck)}`
    : raised ? `raised the ${nameOf(raised)} again`
    : card === "M" ? "swapped the rows"
    : card === "B" ? "played the Bolt"
    : `laid the ${card}`;
  const near = who.seat ?? seat;
  const result = tied ? ": a tie, and new rows" : opens ? "" : `: ${score[near]} to ${score[1 - near]}`;
  return `${who.who(seat)} ${did}${result}.`;
}

/** Whose card was struck: the other side's, by whoever struck it. */
function targetOf(striker: number, who: People): string {
  return who.isYou(striker) ? "their" : who.whose(1 - striker);
}
