// The lessons that there are, and each as a page.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lessonsListed, problemOf } from "../api";
import { BoardPicture } from "../games/shelf";
import { learnt } from "../memory";
import type { LessonListed } from "../messages";
import { HallBar } from "../parts/hallbar";
import { LessonBoard } from "../parts/lesson";

export function LearnPage({ game }: { game: string }) {
  useEffect(() => {
    document.title = "Learn – Duelhall";
  }, []);
  return game ? <LessonPage game={game} /> : <Lessons />;
}

function Lessons() {
  const lessons = useSignal<LessonListed[]>([]);
  const problem = useSignal("");
  useEffect(() => {
    lessonsListed().then(
      (answer) => (lessons.value = answer.lessons),
      (error) => (problem.value = problemOf(error)),
    );
  }, []);
  return (
    <>
      <HallBar />
      <main class="page">
        <header>
          <h1>Learn</h1>
          <p class="lead quiet">A few moves of each game, with a word about every one.</p>
        </header>
        {problem.value && <p class="notice" role="alert">{problem.value}</p>}
        <ul class="lessons">
          {lessons.value.map(({ game, name, title }) => (
            <li key={game}>
              <a href={`/learn/${game}`}>
                <BoardPicture game={game} />
                <span class="title">{name}</span>
                <span class="small quiet">{title}</span>
                {learnt.value.includes(game) && <span class="done small">✓ done</span>}
              </a>
            </li>
          ))}
        </ul>
      </main>
    </>
  );
}

function LessonPage({ game }: { game: string }) {
  return (
    <div class="lesson-page">
      <HallBar title="Lesson">
        <a href="/learn">All lessons</a>
      </HallBar>
      <main class="table-main">
        <LessonBoard game={game} isAlone />
      </main>
    </div>
  );
}
