// Where a game stands in words, where the board does not show it already.
import type { BoardMessage } from "../messages";

const SENTENCES: Record<string, (board: BoardMessage, seat: number | null) => string> = {
  binmat: () => "",
  blade: (board, seat) => {
    const scores = board.facts["score"] as number[];
    const isOwn = seat !== null && board.facts["to_move"] === seat && board.facts["stage"] === "turn";
    return isOwn ? `Top ${scores[1 - seat]}.` : board.sentence;
  },
  monsters: (board) => (board.facts["choice"] ? board.sentence.replace(/^.*?\. /, "") : ""),
};

export function sentenceOf(game: string, board: BoardMessage, seat: number | null): string {
  return SENTENCES[game]?.(board, seat) ?? board.sentence;
}
