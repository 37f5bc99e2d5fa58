// What is said of Blade.
import type { BoardOf } from "../../parts/play";
import type { Texts } from "../front";

type Board = BoardOf<"blade">;

export const texts: Texts<Board> = {
  now: (state, board) => {
    const { score, stage, to_move } = board.facts;
    if (state.seat === null || to_move !== state.seat || stage !== "turn") return board.sentence;
    return `You need more than ${score[1 - state.seat]}.`;
  },
};
