// What the first page shows of the games that come with Duelhall, before anything of them is loaded: drawings of
// their boards, 200 by 120, with what would be seen on them.
import type { ComponentChildren, JSX } from "preact";

interface PieceProps {
  x: number;
  y: number;
  width?: number;
  height?: number;
  fill?: string;
  edge?: string;
  children?: ComponentChildren;
}

/** A card or a unit: its children are drawn from its upper left corner. */
function Piece({ x, y, width = 30, height = 42, fill = "var(--card)", edge = "var(--edge)", children }: PieceProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width={width} height={height} rx="2.5" fill={fill} stroke={edge} />
      {children}
    </g>
  );
}

interface WordsProps {
  x: number;
  y: number;
  size?: number;
  at?: "start" | "middle" | "end";
  weight?: number;
  fill?: string;
  children: ComponentChildren;
}

function Words({ x, y, size = 13, at = "middle", weight = 600, fill = "var(--ink)", children }: WordsProps) {
  return <text x={x} y={y} font-size={size} text-anchor={at} font-weight={weight} fill={fill}>{children}</text>;
}

// --- Blade: two rows and their scores ---

function Blades({ x, y, value, isOffered = false }: { x: number; y: number; value: number; isOffered?: boolean }) {
  return (
    <Piece x={x} y={y} edge={isOffered ? "var(--you)" : "var(--edge)"}>
      <Words x={4} y={14} at="start">{value}</Words>
      <g transform="translate(15 40) scale(.29)" fill="var(--ink)">
        {Array.from({ length: value }, (_, each) => (
          <path key={each} d={BLADE_SHAPE} transform={`rotate(${(each - (value - 1) / 2) * Math.min(16, 66 / (value - 1))})`} />
        ))}
      </g>
    </Piece>
  );
}

const BLADE_SHAPE = "M0 -88 L4.2 -72 L2.8 -27 H8 V-23 H1.8 V-10 H-1.8 V-23 H-8 V-27 H-2.8 L-4.2 -72 Z";

const BLADE = (
  <>
    {[3, 6, 5].map((value, each) => <Blades key={each} x={44 + each * 34} y={10} value={value} />)}
    <Words x={21} y={39} size={24} weight={700} fill="var(--opponent)">14</Words>
    <path d="M8 60 H192" stroke="var(--hairline)" />
    <path d="M8 60 H66" stroke="var(--opponent)" stroke-width="3" />
    {[5, 6].map((value, each) => <Blades key={each} x={44 + each * 34} y={68} value={value} />)}
    <Blades x={112} y={64} value={4} isOffered />
    <Words x={21} y={97} size={24} weight={700} fill="var(--you)">11</Words>
    <Words x={170} y={96} size={18} weight={700} fill="var(--you)">→ 15</Words>
  </>
);

// --- Frontline: two armies, front to front ---

const SIGNS: Record<string, JSX.Element> = {
  spear: <path d="M14 24 V9 M14 4 L17.5 11 H10.5 Z" />,
  sword: <path d="M7 21 L20 7 M8 15 L13 20" />,
  shield: <path d="M14 5 L21 8 V14 C21 19 17 22 14 23.5 C11 22 7 19 7 14 V8 Z" fill="none" />,
  crown: <path d="M6 21 V10 L10 14 L14 7 L18 14 L22 10 V21 Z" />,
  fort: <path d="M6 22 V8 H10 V11 H12 V8 H16 V11 H18 V8 H22 V22 H16 V17 H12 V22 Z" />,
  bow: <path d="M9 4 C21 8 21 20 9 24 Z M9 14 H23" fill="none" />,
};

const ARMIES: [string, number, number, boolean][] = [
  ["fort", 52, 2, false], ["bow", 84, 2, false],
  ["sword", 20, 31, false], ["shield", 52, 31, false], ["spear", 84, 31, false], ["sword", 118, 31, false],
  ["spear", 52, 63, true], ["sword", 84, 63, true], ["shield", 118, 63, true], ["spear", 150, 63, true],
  ["crown", 84, 92, true], ["fort", 118, 92, true],
];

const FRONTLINE = (
  <>
    <path d="M115 0 V120" stroke="var(--edge)" stroke-dasharray="3 3" />
    {ARMIES.map(([sign, x, y, isOwn], each) => (
      <Piece key={each} x={x} y={y} width={28} height={26} fill={`var(--${isOwn ? "you" : "opponent"}-wash)`} edge={`var(--${isOwn ? "you" : "opponent"})`}>
        <g transform="translate(1 0) scale(.93)" fill="var(--ink)" stroke="var(--ink)" stroke-width="2">{SIGNS[sign]}</g>
      </Piece>
    ))}
    <path d="M98 62 V58 M95 61 L98 56 L101 61" fill="none" stroke="var(--loses)" stroke-width="2" />
  </>
);

// --- Monsters: two rings of HP, and between them the chain ---

function Ring({ y, left, of, seat }: { y: number; left: number; of: number; seat: string }) {
  const whole = 2 * Math.PI * 18;
  const step = whole / of;
  return (
    <g transform={`translate(27 ${y}) rotate(-90)`} fill="none" stroke-width="5">
      <circle r="18" stroke="var(--hairline)" stroke-dasharray={`${step - 2} 2`} />
      <circle r="18" stroke={`var(--${seat})`} stroke-dasharray={`${`${step - 2} 2 `.repeat(left)}0 ${whole}`} />
      <g transform="rotate(90)"><text y="6" font-size="18" font-weight="700" text-anchor="middle" fill="var(--ink)" stroke="none">{left}</text></g>
    </g>
  );
}

function Move({ x, use, number, seat }: { x: number; use: string; number: string; seat: string }) {
  return (
    <Piece x={x} y={10} width={58} height={64}>
      <path d="M6 11 H44" stroke="var(--ink)" stroke-width="3" />
      <rect y="19" width="58" height="16" fill={`var(--${seat})`} />
      <Words x={29} y={31} size={11.5} weight={700} fill="var(--on-colour)">{use}</Words>
      <Words x={29} y={57} size={21} weight={700}>{number}</Words>
    </Piece>
  );
}

const MONSTERS = (
  <>
    <Ring y={30} left={7} of={9} seat="opponent" />
    <Ring y={90} left={8} of={10} seat="you" />
    <Move x={56} use="ATTACK" number="9" seat="you" />
    <Move x={130} use="DEFEND" number="4" seat="opponent" />
    <Words x={122} y={48} size={20} weight={700}>:</Words>
    <Words x={122} y={104} size={18} weight={700}>2 damage</Words>
  </>
);

// --- BINMAT: six lanes, decks below, stacks on both sides ---

const LANES: [string, string, string][] = [["", "", ""], ["8+", "", ""], ["", "4!", ""], ["", "", "5&"], ["7^", "2#", "6!"], ["", "", "7%"]];

function Lane({ at, attack, defend, top }: { at: number; attack: string; defend: string; top: string }) {
  return (
    <g transform={`translate(${9 + at * 31} 0)`}>
      <path d="M0 9 H27" stroke={`oklch(72% .12 ${[75, 45, 265, 140, 200, 100][at]})`} stroke-width="3" />
      {attack && <Piece x={0} y={16} width={27} height={26} edge="var(--opponent)"><Words x={13.5} y={18}>{attack}</Words></Piece>}
      {defend && <Piece x={0} y={52} width={27} height={26} edge="var(--you)"><Words x={13.5} y={18}>{defend}</Words></Piece>}
      <Piece x={2} y={90} width={23} height={28} fill={top ? "var(--card)" : "var(--wash)"}>
        {top ? <Words x={11.5} y={19} size={12}>{top}</Words> : <path d="M4 24 L19 4 M4 14 L12 4 M11 24 L19 14" stroke="var(--edge)" />}
      </Piece>
    </g>
  );
}

const BINMAT = (
  <>
    <path d="M4 47 H196" stroke="var(--edge)" stroke-dasharray="4 3" />
    {LANES.map(([attack, defend, top], at) => <Lane key={at} at={at} attack={attack} defend={defend} top={top} />)}
  </>
);

const PICTURES: Record<string, JSX.Element> = { blade: BLADE, frontline: FRONTLINE, monsters: MONSTERS, binmat: BINMAT };

/** Whether a game comes with Duelhall. */
export function isOurs(game: string): boolean {
  return game in PICTURES;
}

/** The board of a game; plain cards for one that is not ours. */
export function BoardPicture({ game }: { game: string }) {
  const plain = [30, 85, 140].map((x) => <Piece key={x} x={x} y={39} />);
  return (
    <svg class={`picture ${game}`} viewBox="0 0 200 120" aria-hidden="true">{PICTURES[game] ?? plain}</svg>
  );
}
