// What the first page shows of the games that come with Duelhall, before anything of them is loaded.
import type { JSX } from "preact";

const LANES = [0, 1, 2, 3, 4, 5];

/** Emblems, 56 by 40. */
export const EMBLEMS: Record<string, JSX.Element> = {
  blade: (
    <g fill="none" stroke="currentColor" stroke-width="2">
      <path d="M6 34 L24 6 M14 34 L32 6 M22 34 L40 6" />
      <path d="M2 37 H54" stroke-width="1" />
      <path d="M47 10 L41 21 H47 L43 32" stroke="var(--opponent)" />
    </g>
  ),
  frontline: (
    <g fill="currentColor">
      {[0, 1, 2, 3].map((at) => (
        <rect key={at} x={4 + at * 13} y="4" width="9" height="12" fill="var(--opponent)" />
      ))}
      {[0, 1, 2, 3].map((at) => (
        <rect key={at} x={4 + at * 13} y="24" width="9" height="12" fill="var(--you)" />
      ))}
      <path d="M2 20 H54" stroke="currentColor" />
    </g>
  ),
  monsters: (
    <g fill="none" stroke="currentColor" stroke-width="2">
      <circle cx="14" cy="20" r="10" stroke="var(--you)" stroke-width="4" stroke-dasharray="9 3" />
      <circle cx="42" cy="20" r="10" stroke="var(--opponent)" stroke-width="4" stroke-dasharray="9 3" />
      <path d="M24 20 H32" />
    </g>
  ),
  binmat: (
    <g fill="currentColor">
      {LANES.map((lane) => (
        <rect key={lane} x={2 + lane * 9} y={[6, 14, 2, 18, 10, 4][lane]} width="7" height={[30, 22, 34, 18, 26, 32][lane]} opacity={lane % 2 ? 0.45 : 1} />
      ))}
    </g>
  ),
};

export const PLAIN_EMBLEM = <rect x="16" y="2" width="25" height="35" rx="2" fill="none" stroke="currentColor" stroke-width="2" />;
