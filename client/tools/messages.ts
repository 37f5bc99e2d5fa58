// Writes src/messages.ts from docs/web.schema.json: node tools/messages.ts
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  default?: unknown;
  title?: string;
  description?: string;
}

const NAMES: Record<string, string> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

const HEAD = "// Made from docs/web.schema.json by tools/messages.ts; change the types there.\n";

export function messageTypes(schema: Schema): string {
  const parts = Object.entries(schema.$defs ?? {}).map(([name, part]) => definition(name, part));
  return [HEAD, ...parts].join("\n");
}

function definition(name: string, part: Schema): string {
  const says = part.description ? `/** ${part.description} */\n` : "";
  if (part.properties) return `${says}export interface ${name} ${fields(part)}\n`;
  return `${says}export type ${name} = ${typeOf(part)};\n`;
}

function fields(part: Schema): string {
  const required = new Set(part.required ?? []);
  const lines = Object.entries(part.properties ?? {}).map(([name, field]) => {
    const says = field.description ? `  /** ${field.description} */\n` : "";
    return `${says}  ${name}${required.has(name) ? "" : "?"}: ${typeOf(field)};`;
  });
  return `{\n${lines.join("\n")}\n}`;
}

function typeOf(part: Schema): string {
  if (part.$ref) return part.$ref.split("/").at(-1) ?? "unknown";
  if (part.enum) return part.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (part.const !== undefined) return JSON.stringify(part.const);
  if (part.anyOf) return part.anyOf.map(typeOf).join(" | ");
  if (part.type === "array") return part.items ? `(${typeOf(part.items)})[]` : "unknown[]";
  if (part.type === "object") return `Record<string, ${valueType(part)}>`;
  return NAMES[part.type ?? ""] ?? "unknown";
}

function valueType(part: Schema): string {
  return typeof part.additionalProperties === "object" ? typeOf(part.additionalProperties) : "unknown";
}

export const SCHEMA = join(import.meta.dirname, "../../docs/web.schema.json");
export const TYPES = join(import.meta.dirname, "../src/messages.ts");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(TYPES, messageTypes(JSON.parse(readFileSync(SCHEMA, "utf8")) as Schema));
}
