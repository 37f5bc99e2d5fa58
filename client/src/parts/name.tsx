// What a person wants to be called; this device remembers it.
import { habits, prefer } from "../memory";

const LONGEST = 40;

export function NameField({ says }: { says: string }) {
  const { name } = habits.value;
  return (
    <label>
      <span>{says}</span>
      <input type="text" maxLength={LONGEST} autocomplete="nickname" value={name} onInput={(event) => prefer({ name: event.currentTarget.value })} />
      {name.length >= LONGEST && <span role="status">A name has at most {LONGEST} letters.</span>}
    </label>
  );
}
