// Writes src/messages.ts from docs/reference/web.schema.json: node tools/messages.ts
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Schema {
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

const HEAD = "// Made from docs/reference/web.schema.json by tools/messages.ts; change the types there.\n";

/** What the server says: it is decoded when it arrives, so that no field is left out in these types. */
const ARRIVES = "ToClient";

const SHAPES = `/** By the tag of each message and the type of each part: what is left out because it is usual, and the types of its own parts. */
export const SHAPES: Record<string, { usual: Record<string, unknown>; parts: Record<string, string> }> = `;

/** What boards of a game have is a type and no interface, so that it is a record of something, too. */
const FACTS = "Facts";

export function messageTypes(schema: Schema): string {
  const parts = schema.$defs ?? {};
  const arriving = reached(parts, ARRIVES);
  const types = Object.entries(parts).map(([name, part]) => definition(name, part, arriving.has(name)));
  const shapes = [...arriving].flatMap((name) => shapeOf(name, parts[name] ?? {}));
  return [HEAD, ...types, `${SHAPES}{\n${shapes.join("\n")}\n};\n`].join("\n");
}

function reached(parts: Record<string, Schema>, name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const part = parts[name] ?? {};
  for (const each of [part, ...Object.values(part.properties ?? {})]) {
    for (const held of refs(each)) reached(parts, held, found);
  }
  return found;
}

/** The types that a field can hold. */
function refs(field: Schema): string[] {
  const inner = [...(field.anyOf ?? []), ...(field.items ? [field.items] : [])];
  return [...(field.$ref ? [typeOf(field)] : []), ...inner.flatMap(refs)];
}

function shapeOf(name: string, part: Schema): string[] {
  const fields = Object.entries(part.properties ?? {});
  const usual = fields.flatMap(([field, { default: value }]) => (value === undefined ? [] : [[field, value]]));
  const held = fields.flatMap(([field, type]) => refs(type).map((each) => [field, each]));
  if (new Set(held.map(([field]) => field)).size < held.length) throw new Error(`${name}: a part of one of several types cannot be decoded`);
  if (usual.length + held.length === 0) return [];
  const tag = part.properties?.["type"]?.const ?? part.properties?.["type"]?.enum?.[0] ?? name;
  return [`  ${JSON.stringify(tag)}: ${JSON.stringify({ usual: Object.fromEntries(usual), parts: Object.fromEntries(held) })},`];
}

function definition(name: string, part: Schema, isWhole: boolean): string {
  const says = part.description ? `/** ${part.description} */\n` : "";
  if (name.endsWith(FACTS)) return `${says}export type ${name} = ${inline(part)};\n`;
  if (part.properties) return `${says}export interface ${name} ${fields(part, isWhole)}\n`;
  return `${says}export type ${name} = ${typeOf(part)};\n`;
}

function fields(part: Schema, isWhole: boolean): string {
  const required = new Set(part.required ?? []);
  const lines = Object.entries(part.properties ?? {}).map(([name, field]) => {
    const says = field.description ? `  /** ${field.description} */\n` : "";
    return `${says}  ${name}${isWhole || required.has(name) ? "" : "?"}: ${typeOf(field)};`;
  });
  return `{\n${lines.join("\n")}\n}`;
}

/** The same on one line, for what is no message. */
function inline(part: Schema): string {
  return fields({ ...part, description: "" }, false).replace(/\n */g, " ");
}

function typeOf(part: Schema): string {
  if (part.$ref) return part.$ref.split("/").at(-1) ?? "unknown";
  if (part.enum) return part.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (part.const !== undefined) return JSON.stringify(part.const);
  if (part.anyOf) return part.anyOf.map(typeOf).join(" | ");
  if (part.properties) return inline(part);
  if (part.type === "array") return part.items ? `(${typeOf(part.items)})[]` : "unknown[]";
  if (part.type === "object") return `Record<string, ${valueType(part)}>`;
  return NAMES[part.type ?? ""] ?? "unknown";
}

function valueType(part: Schema): string {
  return typeof part.additionalProperties === "object" ? typeOf(part.additionalProperties) : "unknown";
}

export const SCHEMA = join(import.meta.dirname, "../../docs/reference/web.schema.json");
export const TYPES = join(import.meta.dirname, "../src/messages.ts");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(TYPES, messageTypes(JSON.parse(readFileSync(SCHEMA, "utf8")) as Schema));
}
