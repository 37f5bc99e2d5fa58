// The first thing to touch on the first page: what Blade is about, and the way to its lesson.
import { BoardPicture } from "../games/shelf";

export function TryIt() {
  return (
    <section class="try" aria-labelledby="try">
      <BoardPicture game="blade" />
      <div>
        <h2 id="try">Try it: Blade, two minutes</h2>
        <p>A row’s score is the sum of its cards. Lay a card that lifts you above them, turn after turn.</p>
        <a class="button main" href="/learn/blade">Begin</a>
      </div>
    </section>
  );
}
