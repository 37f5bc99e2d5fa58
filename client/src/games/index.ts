// Every game in a folder of its own here registers itself when it is brought.
import type { GameInfo } from "../messages";
import { bringFromElsewhere } from "./elsewhere";
import { isRegistered } from "./front";

const OURS = import.meta.glob("./*/index.tsx");

/** Load what a game brings to the page. */
export async function bring({ name, client }: Pick<GameInfo, "name" | "client">): Promise<void> {
  const ours = OURS[`./${name}/index.tsx`];
  await (ours ? ours() : bringFromElsewhere(name, client));
}

/** Whether there is nothing more to wait for before a game can be shown: one from elsewhere is shown plain at first. */
export function isBrought(name: string): boolean {
  return isRegistered(name) || !(`./${name}/index.tsx` in OURS);
}

export { frontOf } from "./front";
