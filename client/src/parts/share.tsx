// The link by which a friend is invited, also as a QR code for a phone.
import { encode } from "uqr";
import { CopyButton } from "./copying";

const QUIET = 2;

export function linkTo(table: string, token: string): string {
  return `${location.origin}/t/${table}#${token}`;
}

/** Whether an address means the device itself, wherever it is opened. */
export function isOnlyHere(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\./.test(host);
}

export function Share({ code }: { code: string }) {
  const link = `${location.origin}/i/${code}`;
  return (
    <section class="share" aria-label="Invite a friend">
      <p>Send this link, or let a phone read the code. Whoever sits down first plays.</p>
      <Code text={link} />
      <code class="link">{link}</code>
      <CopyButton text={link} says="Copy the link" className="button main" />
      {isOnlyHere(location.hostname) && (
        <p class="small quiet">
          At this address, only this device finds the server. <code>duelhall serve --host 0.0.0.0</code> opens it to your network.
        </p>
      )}
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
