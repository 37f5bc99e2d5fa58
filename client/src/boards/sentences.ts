// Where a game stands in words, where the board does not show it already.
import { sentence } from "../english";
import type { BoardMessage } from "../messages";

/** What is said to whoever moves in Frontline, and not to those who wait. */
const TASK = /^(Pick a card|Deploy your army)( for )?/;

const SENTENCES: Record<string, (board: BoardMessage, seat: number | null) => string> = {
  binmat: () => "",
  blade: (board, seat) => {
    const scores = board.facts["score"] as number[];
    const isOwn = seat !== null && board.facts["to_move"] === seat && board.facts["stage"] === "turn";
    return isOwn ? `Top ${scores[1 - seat]}.` : board.sentence;
  },
  frontline: (board, seat) => (board.facts["to_move"] === seat ? board.sentence : board.sentence.replace(TASK, "")),
  monsters: (board) => (board.facts["choice"] ? board.sentence.replace(/^.*?\. /, "") : ""),
};

/** What is said to whoever decides; where a turn goes on while the other side answers, it is not called theirs. */
const CALLS: Record<string, string> = { monsters: "Your move." };

export function callOf(game: string): string {
  return CALLS[game] ?? "Your turn.";
}

export function sentenceOf(game: string, board: BoardMessage, seat: number | null): string {
  return sentence(SENTENCES[game]?.(board, seat) ?? board.sentence);
}

const FACES: Record<string, string> = { a: "10", "@": "TRAP", "*": "WILD", "?": "BOUNCE", ">": "BREAK" };
const SUITS: Record<string, string> = { "&": "FORM", "%": "KIN", "+": "DATA", "!": "CHAOS", "^": "VOID", "#": "CHOICE" };

/** Words for what is written in signs, which a screen reader would spell or leave out. */
const ALOUD: Record<string, (text: string) => string> = {
  binmat: (text) =>
    text.replace(/(?<![\w%])([2-9a@*?>])([&%+!^#])(?!\w)/g, (_, face: string, suit: string) => `${FACES[face] ?? face} of ${SUITS[suit]}`),
};

/** A sentence about a game as it is said. */
export function aloud(game: string, text: string): string {
  return ALOUD[game]?.(text) ?? text;
}
