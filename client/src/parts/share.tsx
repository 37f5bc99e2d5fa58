// The link by which a friend sits down, also as a QR code for a phone.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { encode } from "uqr";

const QUIET = 2;

export function linkTo(table: string, token: string): string {
  return `${location.origin}/t/${table}#${token}`;
}

export function Share({ table, token }: { table: string; token: string }) {
  const link = linkTo(table, token);
  const isCopied = useSignal(false);
  useEffect(() => {
    isCopied.value = false;
  }, [link]);
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    isCopied.value = true;
  };
  return (
    <section class="share" aria-label="Invite a friend">
      <h2>Your friend's seat is free</h2>
      <p>Send this link, or let a phone read the code.</p>
      <Code text={link} />
      <code>{link}</code>
      <button type="button" class="button main" onClick={() => void copy()}>
        {isCopied.value ? "Copied" : "Copy the link"}
      </button>
    </section>
  );
}

function Code({ text }: { text: string }) {
  const { data, size } = encode(text, { border: QUIET });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the link" shape-rendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  );
}
