// What a screen reader hears: one place that only ever grows at its end.
import type { Table } from "../table";

/** A text as it is written, and, for those who hear it, as it is said. */
export function Written({ text, says }: { text: string; says: string }) {
  if (says === text) return <>{text}</>;
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <span class="hidden-words">{says}</span>
    </>
  );
}

export function Voice({ table }: { table: Pick<Table, "voice"> }) {
  return (
    <div class="hidden-words" role="log" aria-live="polite" aria-label="What happens">
      {table.voice.value.map(({ number, says }) => (
        <p key={number}>{says}</p>
      ))}
    </div>
  );
}
