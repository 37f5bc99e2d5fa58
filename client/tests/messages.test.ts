import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SCHEMA, TYPES, messageTypes } from "../tools/messages";

test("the types of the messages are those of the schema (npm run messages)", () => {
  const schema = JSON.parse(readFileSync(SCHEMA, "utf8"));
  expect(readFileSync(TYPES, "utf8")).toBe(messageTypes(schema));
});
