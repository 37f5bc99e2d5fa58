// Small pictures of our own.

const SYMBOLS: Record<string, preact.JSX.Element> = {
  spear: <path d="M12 2 L15 8 L13 8 V22 H11 V8 L9 8 Z" fill="currentColor" />,
  sword: (
    <path d="M19 3 L20 4 L11 15 L13.5 17.5 L12 19 L9.5 16.5 L5.5 20.5 L3.5 18.5 L7.5 14.5 L5 12 L6.5 10.5 L9 13 Z" fill="currentColor" />
  ),
  shield: (
    <path d="M12 3 L19 5.5 V12 C19 16.5 16 19.5 12 21.5 C8 19.5 5 16.5 5 12 V5.5 Z" fill="none" stroke="currentColor" stroke-width="2.2" />
  ),
  fortress: <path d="M3 21 V5 H7 V8 H10 V5 H14 V8 H17 V5 H21 V21 H14 V15 H10 V21 Z" fill="currentColor" />,
  bow: (
    <g fill="none" stroke="currentColor" stroke-width="2">
      <path d="M7 3 C18 6 18 18 7 21" />
      <path d="M7 3 V21" stroke-width="1.2" />
      <path d="M4 12 H20 M17 9.5 L20 12 L17 14.5" />
    </g>
  ),
  crown: <path d="M3 18 L2.5 7 L8 12 L12 4.5 L16 12 L21.5 7 L21 18 Z" fill="currentColor" />,
};

export function symbolIcon(name: string) {
  return <svg viewBox="0 0 24 24">{SYMBOLS[name] ?? null}</svg>;
}
