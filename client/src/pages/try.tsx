// The first thing to touch on the first page: Blade's lesson, for which there need be no table. Whoever has done it needs
// the room for other things.
import { useState } from "preact/hooks";
import { learnt } from "../memory";
import { LessonBoard } from "../parts/lesson";

export function TryIt() {
  const [isDone] = useState(() => learnt.peek().includes("blade"));
  if (isDone) return null;
  return (
    <section class="try" aria-labelledby="try">
      <h2 id="try">Try it: Blade, two minutes</h2>
      <LessonBoard game="blade" />
    </section>
  );
}
