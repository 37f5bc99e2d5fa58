// What a screen reader hears: one place that only ever grows at its end.
import type { Table } from "../table";

export function Voice({ table }: { table: Table }) {
  return (
    <div class="hidden-words" role="log" aria-live="polite" aria-label="What happens">
      {table.voice.value.map(({ number, says }) => (
        <p key={number}>{says}</p>
      ))}
    </div>
  );
}
