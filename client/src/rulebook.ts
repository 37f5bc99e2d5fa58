// The rulebook of a game: its numbered paragraphs, and which of them speak of a card.

export interface Paragraph {
  /** "B10", or several where one paragraph has them. */
  numbers: string[];
  /** In Markdown, without the number before it. */
  text: string;
}

const HEAD = /^\*\*((?:[A-Z]\d+(?:, )?)+)\.\*\*\s*/;
const FOR_PROGRAMMERS = "\n## Where each ruling is";

const IN_A_TERMINAL = /\n\n`duelhall [^]*?(?=\n\n)/;

/** What players read: all but the list of functions at the end, and how to begin in a terminal. */
export function forPlayers(rulebook: string): string {
  const [beginning = "", ...chapters] = (rulebook.split(FOR_PROGRAMMERS)[0] ?? "").split("\n## ");
  return [beginning.replace(IN_A_TERMINAL, ""), ...chapters].join("\n## ");
}

export function paragraphsOf(rulebook: string): Paragraph[] {
  return rulebook.split(/\n\s*\n/).flatMap((each) => {
    const text = each.trim();
    const head = HEAD.exec(text);
    return head ? [{ numbers: (head[1] ?? "").split(", "), text: text.slice(head[0].length).replaceAll("\n", " ") }] : [];
  });
}

export interface Mention {
  number: string;
  /** The sentence that speaks of it. */
  says: string;
}

const MOST = 8;

/**
 * The rulings that speak of a card: they name it anywhere, or begin with a word that its text has
 * before a colon, such as `Field`.
 */
export function speakingOf(paragraphs: Paragraph[], name: string, printed: string[]): Mention[] {
  const [named, labels] = [wordsOf(name), labelsIn(printed)];
  const found = paragraphs.flatMap(({ numbers, text }) => {
    const sentences = text.split(/(?<=\.)\s+/);
    const first = sentences.slice(0, 1).filter((sentence) => labels.some((word) => has(sentence, word)));
    const says = sentences.find((sentence) => named.some((word) => has(sentence, word))) ?? first[0];
    return says ? [{ number: numbers[0] ?? "", says }] : [];
  });
  return found.slice(0, MOST);
}

/** "BOUNCE of VOID" is spoken of as a BOUNCE, "shield, broken spear" as shields and spears, and a 7 as a number. */
function wordsOf(name: string): string[] {
  const words = name.replace(/ of [A-Z]+$/, "").match(/\p{L}{3,}/gu)?.filter((word) => word !== "broken") ?? [];
  return words.length > 0 ? words : /^\d/.test(name) ? ["number card", "a number", "the numbers", `a ${Number.parseInt(name, 10)}`] : [];
}

/** The words before colons: "ATK:1 / DEF:~", "Field: your attack +1." */
function labelsIn(printed: string[]): string[] {
  return printed.flatMap((line) => [...line.matchAll(/\b([A-Z]\w+):/g)].map((found) => found[1] ?? ""));
}

function has(text: string, word: string): boolean {
  return new RegExp(`(?<![\\p{L}\\d])${word}s?(?![\\p{L}\\d])`, "u").test(text);
}

/** Rulebooks do not change while a page is open: each is asked for once. */
const read = new Map<string, Promise<string>>();

export function rulebookOf(game: string): Promise<string> {
  const known = read.get(game);
  if (known) return known;
  const asked = fetch(`/api/rules/${encodeURIComponent(game)}`).then((answer) => (answer.ok ? answer.text() : ""), () => "");
  read.set(game, asked);
  void asked.then((text) => text || read.delete(game));
  return asked;
}
