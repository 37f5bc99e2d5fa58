const KEYS = [
  ["Arrow keys", "go from card to card"],
  ["Enter", "choose; once more plays it"],
  ["Escape", "let go of what is chosen, close what is open"],
  ["/", "type a move"],
  ["w", "why the last move did what it did"],
  ["h", "a hint"],
  ["u", "take back your last decision"],
  ["l, r", "moves, rules"],
  ["?", "this list"],
] as const;

export function Help({ close }: { close: () => void }) {
  return (
    <div class="curtain" role="dialog" aria-modal="true" aria-label="Keys">
      <h2>Keys</h2>
      <dl class="rule">
        {KEYS.map(([key, says]) => (
          <div key={key} style={{ display: "contents" }}>
            <dt>{key}</dt>
            <dd style={{ textAlign: "left" }}>{says}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="button main" ref={(button) => button?.focus()} onClick={close}>
        Close
      </button>
    </div>
  );
}
