// Beginnings and ends of sentences, and numbers of things.

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Words as a sentence, whether or not they are one already. */
export function sentence(words: string): string {
  return words && capital(words) + (/[.!?…]$/.test(words) ? "" : ".");
}

/** "1 table", "2 tables" */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** "a, b or c" */
export function listed(words: string[], last = "and"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}
