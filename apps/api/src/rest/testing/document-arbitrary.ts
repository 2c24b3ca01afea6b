import fc from "fast-check";
import { propertiesOf, requiredOf, type JsonSchema } from "../json-schemas.ts";

/** A field that a value is wanted for. */
export interface WantedField {
  /** The component that the schema is, where it is one: `AmountInput`. */
  readonly component: string | undefined;
  /** The field's or parameter's name; empty for a body. */
  readonly name: string;
}

/** The values of a field if its schema does not say which are right; undefined leaves it to the schema. */
export type Narrowing = (field: WantedField) => fc.Arbitrary<unknown> | undefined;

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const schemasOf = (value: unknown): readonly JsonSchema[] =>
  Array.isArray(value) ? value.filter(isSchema) : [];
const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === "number" ? value : otherwise;

/** Values that are right by a schema of an OpenAPI document, and nothing else is known of them. */
export class DocumentArbitrary {
  readonly #components: Readonly<Record<string, unknown>>;
  readonly #narrowed: Narrowing;

  constructor(components: Readonly<Record<string, unknown>>, narrowed: Narrowing) {
    this.#components = components;
    this.#narrowed = narrowed;
  }

  /** @param name the field's or parameter's name */
  of(given: JsonSchema, name = ""): fc.Arbitrary<unknown> {
    const { $ref } = given;
    const component = typeof $ref === "string" ? $ref.slice($ref.lastIndexOf("/") + 1) : undefined;
    const named = component === undefined ? given : this.#components[component];
    const schema = isSchema(named) ? named : {};
    return this.#narrowed({ component, name }) ?? this.#shaped(schema, name);
  }

  #shaped(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
    const kinds = [...schemasOf(schema["oneOf"]), ...schemasOf(schema["anyOf"])];
    if (kinds.length > 0) return fc.oneof(...kinds.map((kind) => this.of(kind, name)));
    if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as unknown[]));
    if ("const" in schema) return fc.constant(schema["const"]);
    const types = [schema["type"]].flat();
    return fc.oneof(...types.map((type) => this.#ofType(type, schema)));
  }

  #ofType(type: unknown, schema: JsonSchema): fc.Arbitrary<unknown> {
    switch (type) {
      case "string":
        return textOf(schema);
      case "integer":
        return fc.integer({
          min: numberOf(schema["minimum"], 0),
          max: numberOf(schema["maximum"], 2 ** 31 - 1),
        });
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      case "array":
        return fc.array(this.of(isSchema(schema["items"]) ? schema["items"] : {}), {
          minLength: numberOf(schema["minItems"], 0),
          maxLength: Math.min(numberOf(schema["maxItems"], 10), 20),
        });
      case "object":
        return this.#objectOf(schema);
      default:
        throw new Error(`a schema without a type: ${JSON.stringify(schema).slice(0, 200)}`);
    }
  }

  #objectOf(schema: JsonSchema): fc.Arbitrary<unknown> {
    const fields = Object.entries(propertiesOf(schema)).map(
      ([name, part]): [string, fc.Arbitrary<unknown>] => [name, this.of(part, name)],
    );
    const { additionalProperties } = schema;
    if (fields.length === 0 && isSchema(additionalProperties)) {
      return fc.dictionary(fc.string(), this.of(additionalProperties), { maxKeys: 3 });
    }
    return fc.record(Object.fromEntries(fields), { requiredKeys: [...requiredOf(schema)] });
  }
}

const lengthOf = (text: string): number => Array.from(text).length;

/** Texts of the right length that fit the schema's pattern. */
function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  const { pattern } = schema;
  const [minLength, maxLength] = [numberOf(schema["minLength"], 0), numberOf(schema["maxLength"], 200)];
  const fits = (text: string): boolean => lengthOf(text) >= minLength && lengthOf(text) <= maxLength;
  if (typeof pattern !== "string") return fc.string({ unit: "grapheme", minLength, maxLength }).filter(fits);
  // A pattern without its ends would be given anything around it.
  const whole = new RegExp(pattern.startsWith("^") ? pattern : `^(?:${pattern})$`, "u");
  return fc.stringMatching(whole, { size: minLength > 5 ? "medium" : "small" }).filter(fits);
}
