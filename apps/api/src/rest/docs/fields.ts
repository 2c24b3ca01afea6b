/** The fields of a schema as the table that people read. */
import { propertiesOf, requiredOf, type JsonSchema } from "../json-schemas.ts";
import type { Parameter } from "../openapi.ts";
import { escaped, inline } from "./html.ts";

/** One row of a table of fields. */
interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly about: string;
}

export type Schemas = Readonly<Record<string, JsonSchema>>;

function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { $ref } = schema;
  if (typeof $ref !== "string") return schema;
  return schemas[$ref.slice($ref.lastIndexOf("/") + 1)] ?? schema;
}

export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A schema's type in a few words. */
function typeText(given: JsonSchema, schemas: Schemas): string {
  const schema = resolved(given, schemas);
  const allowed = listOf(schema["enum"]);
  if (allowed.length > 0) return allowed.map((value) => `\`${String(value)}\``).join(", ");
  if ("const" in schema) return `\`${String(schema["const"])}\``;
  const variants = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])].filter(isSchema);
  if (variants.length > 0) {
    return [...new Set(variants.map((variant) => typeText(variant, schemas)))].join(" or ");
  }
  const type = schema["type"];
  if (Array.isArray(type)) return type.map(String).join(" or ");
  if (type === "array" && isSchema(schema["items"])) return `list of ${typeText(schema["items"], schemas)}`;
  return typeof type === "string" ? type : "any";
}

/** Further facts: the description, bounds and the default. */
function aboutText(given: JsonSchema, schemas: Schemas): string {
  const schema: JsonSchema = { ...resolved(given, schemas), ...given };
  const { description, minimum, maximum, minLength, maxLength } = schema;
  const bounds = (from: unknown, to: unknown, unit: string): string[] => {
    if (typeof to !== "number") return [];
    return [typeof from === "number" ? `${from} to ${to}${unit}` : `at most ${to}${unit}`];
  };
  return [
    ...(typeof description === "string" ? [description] : []),
    ...bounds(minimum, maximum, ""),
    ...bounds(minLength, maxLength, " characters"),
    ...("default" in schema ? [`\`${[schema["default"]].flat().join(",")}\` unless given`] : []),
  ].join("; ");
}

/** The fields of an object schema, with those of objects inside it by their path. */
export function fieldsOf(given: JsonSchema, schemas: Schemas, prefix = ""): Field[] {
  const schema = resolved(given, schemas);
  const required = requiredOf(schema);
  return Object.entries(propertiesOf(schema)).flatMap(([key, part]): Field[] => {
    const inner = resolved(part, schemas);
    const nested =
      Object.keys(propertiesOf(inner)).length > 0 ? fieldsOf(inner, schemas, `${prefix}${key}.`) : [];
    if (nested.length > 0) return nested;
    return [
      {
        name: `${prefix}${key}`,
        type: typeText(part, schemas),
        required: required.includes(key),
        about: aboutText(part, schemas),
      },
    ];
  });
}

export function fieldTable(title: string, fields: readonly Field[]): string {
  if (fields.length === 0) return "";
  const rows = fields.map(
    ({ name, type, required, about }) =>
      `<tr><th scope="row"><code>${escaped(name)}</code>${required ? "" : " <small>optional</small>"}</th>` +
      `<td>${inline(type)}</td><td>${inline(about)}</td></tr>`,
  );
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escaped(title)}"><table><caption>${escaped(title)}</caption><tbody>${rows.join("")}</tbody></table></div>`;
}

export const parameterFields = (parameters: readonly Parameter[], schemas: Schemas): Field[] =>
  parameters.map(({ name, schema, required, description }) => ({
    name,
    type: typeText(schema, schemas),
    required,
    about: description ?? aboutText(schema, schemas),
  }));
