import { z } from "zod";

/** A JSON schema (draft 2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Turns zod schemas into JSON schemas that share their named parts (`.meta({ id })`) as components.
 * @throws when one name is used for two different schemas
 */
export class SchemaComponents {
  readonly #components = new Map<string, JsonSchema>();

  get all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The schema of what a client sends (`input`) or gets (`output`). */
  of(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const {
      $schema: _dialect,
      $defs,
      ...json
    } = z.toJSONSchema(schema, {
      io,
      target: "draft-2020-12",
      unrepresentable: "any",
      override: ({ jsonSchema }) => {
        // Answers may grow: a client that refuses unknown keys would break.
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        // Clients need not judge an answer's contents by their letters.
        if (io === "output") delete jsonSchema.pattern;
        delete jsonSchema.id;
        writePortably(jsonSchema);
      },
    });
    for (const [name, part] of Object.entries($defs ?? {})) this.add(name, withComponentRefs(part));
    return withComponentRefs(json);
  }

  /** @returns the reference to the component */
  add(name: string, schema: JsonSchema): JsonSchema {
    const known = this.#components.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`the name ${name} is used for two schemas`);
    }
    this.#components.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Follows a reference to a component; any other schema is itself. */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    if (typeof $ref !== "string") return schema;
    return this.#components.get($ref.slice($ref.lastIndexOf("/") + 1)) ?? schema;
  }
}

/**
 * Terms that only JavaScript means are written for everyone: `\d` has other scripts' digits in it in Python, and the
 * bounds of a safe integer say nothing of the field.
 */
function writePortably(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.pattern !== undefined) schema.pattern = schema.pattern.replaceAll(String.raw`\d`, "[0-9]");
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}

function withComponentRefs(value: unknown): JsonSchema {
  return rewrite(value) as JsonSchema;
}

function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === "$ref" && typeof part === "string"
        ? part.replace("#/$defs/", "#/components/schemas/")
        : rewrite(part),
    ]),
  );
}

/** The properties of an object schema; none of any other. */
export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { properties } = schema;
  return isRecord(properties) ? (properties as Record<string, JsonSchema>) : {};
}

/** Names of the properties an object schema requires. */
export function requiredOf(schema: JsonSchema): readonly string[] {
  const { required } = schema;
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

/** An object schema without some of its properties. */
export function withoutProperties(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const { required: _required, ...rest } = schema;
  const properties = Object.entries(propertiesOf(schema)).filter(([name]) => !names.includes(name));
  const required = requiredOf(schema).filter((name) => !names.includes(name));
  return {
    ...rest,
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

/**
 * An object schema with `required` as the zod schema really behaves: fields with rules of their own accept `undefined`
 * as far as their type says, and then refuse it with their own text. Found by parsing an empty object, then again with
 * empty objects for each required object, and the example without each of its fields: some are wanted only next to others.
 */
export function withTrueRequired(
  schema: z.ZodType,
  json: JsonSchema,
  resolve: SchemaComponents,
  example: unknown,
): JsonSchema {
  const refused = (sample: unknown): string[][] => {
    const parsed = schema.safeParse(sample);
    return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.map(String));
  };
  const missed = (sample: object): string[] =>
    refused(sample).flatMap((path) => (path.length === 1 ? path : []));
  const whole = isRecord(example) ? example : {};
  const top = [
    ...missed({}),
    ...Object.keys(whole).filter((key) => missed({ ...whole, [key]: undefined }).includes(key)),
  ];
  const properties = Object.entries(propertiesOf(json)).map(([name, part]): [string, JsonSchema] => {
    const inner = resolve.resolve(part);
    if (!top.includes(name) || Object.keys(propertiesOf(inner)).length === 0) return [name, part];
    const nested = refused({ [name]: {} }).flatMap(([first, second, ...rest]) =>
      first === name && second !== undefined && rest.length === 0 ? [second] : [],
    );
    return [name, { ...inner, required: [...new Set([...requiredOf(inner), ...nested])] }];
  });
  // If only some of the kinds need a field, these kinds say so.
  const kinds = Array.isArray(json["oneOf"]) ? json["oneOf"].filter(isRecord).map(requiredOf) : [];
  const required = [...new Set([...requiredOf(json), ...top])].filter(
    (name) => Object.hasOwn(propertiesOf(json), name) && kinds.every((kind) => kind.includes(name)),
  );
  if (properties.length === 0) return json;
  return {
    ...json,
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}
