// A lesson with the game's own board: what is said stands above the hand, and below it what can be done.
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { lessonOf, makeTable, problemOf } from "../api";
import { bring, frontOf } from "../games";
import { LessonTurn, decodedLesson } from "../lesson";
import { habits, keep } from "../memory";
import { go } from "../route";
import { moveFocus } from "./arrows";
import { useKeptFocus } from "./focus";
import { PlayContext } from "./play";
import { Scenes } from "./scenes";
import { NOTHING, travel } from "./travel";
import { Voice, Written } from "./voice";
import { aloud, headline, losingWords, moveWords } from "./words";

interface LessonProps {
  /** The name of the game. */
  game: string;
  /** Whether there is nothing else on the page, so that keys are meant for it. */
  isAlone?: boolean;
}

/** The lesson of a game; it loads the game's module and one file. */
export function LessonBoard({ game, isAlone = false }: LessonProps) {
  const turn = useSignal<LessonTurn | null>(null);
  const problem = useSignal("");
  useEffect(() => {
    const begin = async () => {
      const [lesson] = await Promise.all([lessonOf(game), bring({ name: game, client: "" })]);
      turn.value = new LessonTurn(decodedLesson(lesson));
    };
    begin().catch((error) => (problem.value = problemOf(error)));
  }, [game]);
  if (problem.value) return <p class="notice" role={isAlone ? "alert" : undefined}>{problem.value}</p>;
  return turn.value ? <LessonView turn={turn.value} isAlone={isAlone} /> : <p class="lesson quiet">The lesson is coming …</p>;
}

export function LessonView({ turn, isAlone = false }: { turn: LessonTurn; isAlone?: boolean }) {
  const around = useRef<HTMLElement>(null);
  const board = useRef<HTMLDivElement>(null);
  const before = useRef(NOTHING);
  const play = useMemo(() => turn.at(() => undefined), [turn]);
  const state = turn.state.value;
  useKeptFocus(around, [state, turn.showing.value, turn.touched.value]);
  useLayoutEffect(() => {
    if (board.current) before.current = travel(board.current, before.current);
  }, [state, turn.showing.value === null]);
  useEffect(() => {
    const now = document.activeElement;
    const isLost = now === document.body || now?.matches(".lesson [data-piece]:not(.offered)");
    if (isLost && turn.isThere.value && turn.number.value > 0) around.current?.querySelector<HTMLElement>(".offered, .main")?.focus({ preventScroll: true });
  }, [turn.number.value, turn.isThere.value]);
  useEffect(() => listenToKeys(turn, around, isAlone), [turn]);
  const Board = frontOf(state.game.name).board;
  return (
    <PlayContext.Provider value={play}>
      <section class="lesson" aria-label={turn.lesson.title} data-step={turn.number.value + 1} ref={around}>
        <div class="play-area">
          {turn.showing.value ? (
            <Scenes table={turn} state={state} />
          ) : (
            <div class="board" ref={board}>
              <Board board={state.board} seat={state.seat} tried={turn.tried.value?.board ?? null} standing={<Says turn={turn} />} />
            </div>
          )}
        </div>
        {!turn.showing.value && <Bar turn={turn} />}
        <Voice table={turn} />
      </section>
    </PlayContext.Provider>
  );
}

function Says({ turn }: { turn: LessonTurn }) {
  const { game } = turn.state.value;
  return (
    <div class="lesson-says">
      {turn.note.value && (
        <p class="lesson-note">
          <Written text={turn.note.value} says={aloud(game.name, turn.note.value)} />
        </p>
      )}
      <p>
        <Written text={turn.says.value} says={aloud(game.name, turn.says.value)} />
      </p>
    </div>
  );
}

/** What can be done: with the card that is touched, with the step, and with the lesson. */
function Bar({ turn }: { turn: LessonTurn }) {
  const meant = turn.meant.value;
  const [first] = meant;
  const warning = meant.length === 1 && first ? losingWords(turn.losing.value, first, turn.state.value, turn.tried.value?.board ?? null) : "";
  const steps = turn.lesson.steps.length - 1;
  return (
    <footer class="lesson-bar">
      {warning && <p class="notice">{warning}</p>}
      <div class="row">
        {turn.isOver.value ? <PlayOn turn={turn} /> : <Doing turn={turn} />}
      </div>
      <div class="row tools">
        <button type="button" class="button" disabled={turn.number.value === 0} onClick={() => turn.back()}>
          Back
        </button>
        <span class="small quiet number">{turn.isOver.value ? "Done" : `${turn.number.value + 1} of ${steps}`}</span>
        {turn.isOver.value ? (
          <button type="button" class="button" onClick={() => turn.again()}>
            Again
          </button>
        ) : (
          <button type="button" class="button" onClick={() => void turn.next()}>
            Skip
          </button>
        )}
      </div>
    </footer>
  );
}

function Doing({ turn }: { turn: LessonTurn }) {
  const { touch } = turn.step.value;
  if (!turn.isThere.value) return <p class="ask quiet" />;
  if (!turn.isAsked.value || (touch && turn.isSeen.value)) {
    return (
      <button type="button" class="button main" onClick={() => void turn.next()}>
        {touch ? "Let go, and go on" : "Next"}
      </button>
    );
  }
  const moves = touch ? [] : [...turn.meant.value, ...(turn.touched.value.length === 0 ? turn.buttons.value : [])];
  return (
    <>
      {moves.map((move) => (
        <button key={move.move} type="button" class={turn.meant.value.length === 1 ? "button main" : "button"} onClick={() => void turn.play(move.move)}>
          {moveWords(move, turn.state.value)}
        </button>
      ))}
      {turn.touched.value.length > 0 && (
        <button type="button" class="button" onClick={() => turn.letGo()}>
          Cancel
        </button>
      )}
      {turn.touched.value.length + moves.length === 0 && <p class="ask quiet">{headline(turn.state.value)}</p>}
    </>
  );
}

const OPPONENTS = { novice: "Novice", adept: "Adept" };

/** A real game, after the lesson. */
function PlayOn({ turn }: { turn: LessonTurn }) {
  const problem = useSignal("");
  const begin = async (opponent: string) => {
    const { game } = turn.state.value;
    try {
      const { table, tokens, watch, code } = await makeTable({ game: game.full_name, opponent, name: habits.value.name });
      const [token] = tokens;
      if (!token) return;
      keep({ table, token, code, beside: null, watch, game: game.title, opponent, opened: Date.now() });
      go(`/t/${table}#${token}`);
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  return (
    <>
      {Object.entries(OPPONENTS).map(([name, says], at) => (
        <button key={name} type="button" class={at === 0 ? "button main" : "button"} onClick={() => void begin(name)}>
          {says}
        </button>
      ))}
      {problem.value && <p class="notice" role="alert">{problem.value}</p>}
    </>
  );
}

function listenToKeys(turn: LessonTurn, around: { current: HTMLElement | null }, isAlone: boolean): () => void {
  const pressed = (event: KeyboardEvent) => {
    const isMeant = isAlone || around.current?.contains(document.activeElement);
    if (!isMeant || !around.current || (event.target as Element).closest("input, select, textarea")) return;
    const board = around.current.querySelector<HTMLElement>(".board");
    if (event.key === "Escape") turn.letGo();
    else if (board && event.key.startsWith("Arrow")) moveFocus(event, board);
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}
