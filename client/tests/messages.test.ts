import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decode } from "../src/connection";
import { SCHEMA, type Schema, TYPES, messageTypes } from "../tools/messages";

const schema = JSON.parse(readFileSync(SCHEMA, "utf8")) as Required<Schema>;

test("the types of the messages are those of the schema (npm run messages)", () => {
  expect(readFileSync(TYPES, "utf8")).toBe(messageTypes(schema));
});

/** A value of each plain type; an object has facts, in which nothing is filled in. */
const PLAIN: Record<string, unknown> = { null: null, boolean: true, string: "words", integer: 3, number: 0.5, object: { cards: [{}] } };

/** Anything of a type: as it may be sent, and with all that was left out of it. */
function anything(type: Schema, chance: () => number): [unknown, unknown] {
  const pick = <Each>(list: Each[]) => list[Math.floor(chance() * list.length)] as Each;
  if (type.$ref) return anything(schema.$defs[type.$ref.split("/").at(-1) ?? ""] ?? {}, chance);
  if (type.anyOf) return anything(pick(type.anyOf), chance);
  if (type.items) {
    const each = Array.from({ length: pick([0, 1, 2]) }, () => anything(type.items ?? {}, chance));
    return [each.map(([sent]) => sent), each.map(([, whole]) => whole)];
  }
  if (type.properties) {
    const isLeftOut = (name: string) => !type.required?.includes(name) && chance() < 0.5;
    const fields = Object.entries(type.properties).map(([name, field]): [string, unknown, unknown] =>
      isLeftOut(name) ? [name, undefined, field.default] : [name, ...anything(field, chance)],
    );
    return [Object.fromEntries(fields.map(([name, sent]) => [name, sent])), Object.fromEntries(fields.map(([name, , whole]) => [name, whole]))];
  }
  const value = type.enum ? pick(type.enum) : (type.const ?? PLAIN[type.type ?? ""]);
  return [value, value];
}

test.each((schema.$defs["ToClient"]?.anyOf ?? []).map((type) => [type.$ref, type]))("what is left out of %s is filled in, and nothing else", (_, type) => {
  let state = 7919;
  const chance = () => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let each = 0; each < 100; each++) {
    const [sent, whole] = anything(type as Schema, chance);
    expect(decode(JSON.parse(JSON.stringify(sent)))).toEqual(whole);
  }
});
