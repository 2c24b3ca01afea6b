import fc from "fast-check";
import { propertiesOf, type JsonSchema, type SchemaComponents } from "../json-schemas.ts";

/** Keys that reach a prototype if they are not dropped. */
const PROTOTYPE_KEYS = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];

/** Texts that have broken programs before. */
const NASTY_TEXTS = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202e",
  "１００",
  "𝒲",
  "null",
  "undefined",
  "NaN",
  "Infinity",
  "-0",
  "1e309",
  "0x10",
  "+1",
  "1.",
  ".5",
  "9".repeat(40),
  "9".repeat(5000),
  "a".repeat(5000),
  "(".repeat(2000),
  "%00",
  "%",
  "'; drop table users; --",
  "${7*7}",
  "../../etc/passwd",
  "<script>",
  "=1+1",
  "2026-02-30",
  "9999-12-31",
  "0000-01-01",
  "275760-09-13T00:00:00.000Z",
  ...PROTOTYPE_KEYS,
];

/** Texts that mean something here, so that generated payloads get past the first check. */
const KNOWN_TEXTS = [
  "AUD",
  "NGN",
  "BTC",
  "ETH",
  "BTC,ETH",
  "1",
  "0.01",
  "100.00",
  "500.00",
  "0.00000001",
  "92233720368547758.07",
  "exchange",
  "deposit",
  "withdraw",
  "bank_transfer",
  "read",
  "completed",
  "customer@demo.test",
  "Sturdy-Wattle7",
  "Mary Ann",
  "2026-01-01",
  "2026-01-01T00:00:00.000Z",
];

const anyJson = fc.jsonValue({ maxDepth: 4 });

const text = (known: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known, ...KNOWN_TEXTS) },
    { weight: 2, arbitrary: fc.constantFrom(...NASTY_TEXTS) },
    { weight: 2, arbitrary: fc.string({ maxLength: 80 }) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 80 }) },
    { weight: 1, arbitrary: fc.integer().map(String) },
  );

const number: fc.Arbitrary<number | null> = fc.oneof(
  fc.integer(),
  fc.integer({ min: 0, max: 100 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e-8, 1e21, Number.MAX_SAFE_INTEGER + 2, -1),
);

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Values for a schema: mostly of its shape, with fields left out, added or of another type, and nasty ones among them.
 * @param known texts that name something in the database, so that use cases are reached
 */
export function arbitraryOf(
  given: JsonSchema,
  components: SchemaComponents,
  known: readonly string[],
): fc.Arbitrary<unknown> {
  const schema = components.resolve(given);
  const shaped = shapedArbitrary(schema, components, known);
  return fc.oneof({ weight: 8, arbitrary: shaped }, { weight: 1, arbitrary: anyJson });
}

function shapedArbitrary(
  schema: JsonSchema,
  components: SchemaComponents,
  known: readonly string[],
): fc.Arbitrary<unknown> {
  const variants = [...list(schema["anyOf"]), ...list(schema["oneOf"]), ...list(schema["allOf"])].filter(
    isSchema,
  );
  if (variants.length > 0) return fc.oneof(...variants.map((each) => arbitraryOf(each, components, known)));
  const allowed = list(schema["enum"]);
  if (allowed.length > 0) return fc.oneof(fc.constantFrom(...allowed), text(known));
  if ("const" in schema) return fc.oneof(fc.constant(schema["const"]), text(known), number);
  const types = [schema["type"]].flat().filter((type) => type !== undefined);
  if (types.length === 0) return fc.oneof(text(known), number, anyJson);
  return fc.oneof(...types.map((type) => ofType(type, schema, components, known)));
}

function ofType(
  type: unknown,
  schema: JsonSchema,
  components: SchemaComponents,
  known: readonly string[],
): fc.Arbitrary<unknown> {
  switch (type) {
    case "string":
      return text([...known, ...list(schema["examples"]).filter((each) => typeof each === "string")]);
    case "integer":
    case "number":
      return fc.oneof(number, fc.integer({ min: 1, max: 100 }).map(String), text(known));
    case "boolean":
      return fc.oneof(fc.boolean(), fc.constantFrom("true", 1, null));
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(isSchema(schema["items"]) ? arbitraryOf(schema["items"], components, known) : anyJson, {
        maxLength: 30,
      });
    case "object":
      return objectOf(schema, components, known);
    default:
      return anyJson;
  }
}

function objectOf(
  schema: JsonSchema,
  components: SchemaComponents,
  known: readonly string[],
): fc.Arbitrary<unknown> {
  const fields = Object.entries(propertiesOf(schema)).map(([key, part]): [string, fc.Arbitrary<unknown>] => [
    key,
    fc.oneof(
      { weight: 12, arbitrary: arbitraryOf(part, components, known) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
  ]);
  const foreign = fc.dictionary(fc.oneof(fc.constantFrom(...PROTOTYPE_KEYS), fc.string()), anyJson, {
    maxKeys: 2,
  });
  return fc.tuple(fc.record(Object.fromEntries(fields)), foreign).map(([own, added]) => {
    // As JSON.parse makes it: a key named __proto__ is one like any other.
    const entries = [
      ...Object.entries(added),
      ...Object.entries(own).filter(([, value]) => value !== undefined),
    ];
    return Object.fromEntries(entries);
  });
}
