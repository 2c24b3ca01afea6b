/**
 * Facts of the API's document that programs rely on, as a list, and the ones that a newer document takes away.
 * Descriptions, examples and error texts are not among the facts.
 */
import { isRecord, propertiesOf, requiredOf, type JsonSchema } from "./json-schemas.ts";
import type { OpenApiDocument, Operation } from "./openapi.ts";

/** One thing that programs rely on. */
export interface Fact {
  /** Place: `POST /api/get-rate`, a parameter of it, or a component's field such as `HeldRate.rate`. */
  readonly at: string;
  /** `in`: programs send it, so that it may only grow wider. `out`: they read it, so that it may only grow narrower. */
  readonly way: "in" | "out";
  /** JSON types and names of components, `null` among them, in order. */
  readonly types: readonly string[];
  readonly required: boolean;
  /** The only values there are. */
  readonly words?: readonly unknown[];
  /** Lengths, sizes, formats and patterns. */
  readonly bounds?: Readonly<Record<string, unknown>>;
}

const LOWER_BOUNDS = ["minimum", "exclusiveMinimum", "minLength", "minItems"];
const UPPER_BOUNDS = ["maximum", "exclusiveMaximum", "maxLength", "maxItems"];
const BOUNDS = [...LOWER_BOUNDS, ...UPPER_BOUNDS, "pattern", "format"];

type Way = Fact["way"];

const schemasOf = (value: unknown): readonly JsonSchema[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
const componentOf = ({ $ref }: JsonSchema): string | undefined =>
  typeof $ref === "string" ? $ref.slice($ref.lastIndexOf("/") + 1) : undefined;
const isNull = ({ type }: JsonSchema): boolean => type === "null";
const sorted = (values: Iterable<string>): string[] => [...new Set(values)].toSorted();

/** How a kind among several is called: by the field that has one value in it. */
function kindName(schema: JsonSchema, index: number): string {
  const named = Object.values(propertiesOf(schema)).find((field) => "const" in field || "enum" in field);
  const [word] = named === undefined ? [] : [named["const"] ?? named["enum"]].flat();
  return typeof word === "string" ? word : String(index + 1);
}

/** Collects the facts of a document, each component once for each way that it goes. */
class Surface {
  readonly facts: Fact[] = [];
  readonly #components: Readonly<Record<string, unknown>>;
  readonly #seen = new Set<string>();

  constructor({ components }: OpenApiDocument) {
    this.#components = components["schemas"] ?? {};
  }

  /** @param at what has the schema: a body, a parameter, a field */
  add(at: string, way: Way, schema: JsonSchema, required = true): void {
    const kinds = [...schemasOf(schema["oneOf"]), ...schemasOf(schema["anyOf"])];
    const all = kinds.length === 0 ? [schema] : kinds;
    const present = all.filter((kind) => !isNull(kind));
    const names = present.flatMap(
      (kind) => componentOf(kind) ?? [kind["type"] ?? schema["type"] ?? "any"].flat(),
    );
    const words = present.flatMap((kind) =>
      "const" in kind ? [kind["const"]] : Array.isArray(kind["enum"]) ? (kind["enum"] as unknown[]) : [],
    );
    const [only, ...others] = present;
    const bound: JsonSchema = others.length === 0 ? { ...only, ...schema } : schema;
    const bounds = Object.fromEntries(
      BOUNDS.flatMap((name) => (bound[name] === undefined ? [] : [[name, bound[name]]])),
    );
    this.facts.push({
      at,
      way,
      types: sorted([...names.map(String), ...(present.length < all.length ? ["null"] : [])]),
      required,
      ...(words.length > 0 && { words }),
      ...(way === "in" && Object.keys(bounds).length > 0 && { bounds }),
    });
    for (const [index, kind] of present.entries()) {
      this.#inside(present.length > 1 ? `${at}(${kindName(kind, index)})` : at, way, kind);
    }
  }

  #inside(at: string, way: Way, schema: JsonSchema): void {
    const name = componentOf(schema);
    if (name !== undefined) {
      const component = this.#components[name];
      if (!isRecord(component) || this.#seen.has(`${way} ${name}`)) return;
      this.#seen.add(`${way} ${name}`);
      this.add(name, way, component);
      return;
    }
    const required = requiredOf(schema);
    for (const [field, part] of Object.entries(propertiesOf(schema))) {
      this.add(`${at}.${field}`, way, part, required.includes(field));
    }
    const { items, additionalProperties } = schema;
    if (isRecord(items)) this.add(`${at}[]`, way, items);
    if (isRecord(additionalProperties)) this.add(`${at}.*`, way, additionalProperties);
  }

  addOperation(at: string, operation: Operation): void {
    const scope = operation["x-token-scope"];
    const keys = operation.security.map((each) => sorted(Object.keys(each)).join(" and ") || "nothing");
    this.facts.push({
      at,
      way: "in",
      types: [operation.operationId],
      required: false,
      words: [...keys, ...(scope === undefined ? [] : [`scope ${JSON.stringify(scope)}`])],
    });
    for (const { name, in: place, schema, required } of operation.parameters) {
      this.add(`${at} ${place} ${name}`, "in", schema, required);
    }
    const body = operation.requestBody?.content["application/json"].schema;
    if (body !== undefined) this.add(`${at} body`, "in", body);
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      if (status >= "400") continue;
      this.facts.push({ at: `${at} ${status}`, way: "out", types: Object.keys(content), required: true });
      const answer = content["application/json"];
      if (answer !== undefined) this.add(`${at} ${status} body`, "out", answer.schema);
    }
  }
}

/** With which statuses a code is answered. */
const statusesOf = ({ paths }: OpenApiDocument, code: string): string[] =>
  sorted(
    Object.values(paths)
      .flatMap((verbs) => Object.values(verbs))
      .flatMap(({ responses }) => Object.entries(responses))
      .flatMap(([status, { content }]) =>
        Object.hasOwn(content?.["application/json"]?.examples ?? {}, code) ? [`status ${status}`] : [],
      ),
  );

/** Everything that programs rely on of a document. */
export function surfaceOf(document: OpenApiDocument): readonly Fact[] {
  const surface = new Surface(document);
  for (const [path, verbs] of Object.entries(document.paths)) {
    for (const [verb, operation] of Object.entries(verbs)) {
      surface.addOperation(`${verb.toUpperCase()} ${path}`, operation);
    }
  }
  surface.add("webhooks", "out", { $ref: "#/components/schemas/Event" });
  const codes = document.components["schemas"]?.["ErrorCode"] as JsonSchema;
  for (const code of codes["enum"] as readonly string[]) {
    surface.facts.push({
      at: `error ${code}`,
      way: "out",
      types: statusesOf(document, code),
      required: true,
    });
  }
  return surface.facts;
}

/** Values of `some` that are not in `all`. */
const without = (some: readonly unknown[], all: readonly unknown[]): readonly unknown[] =>
  some.filter((value) => !all.includes(value));

/** Whether a bound takes what it took before: the same, or a number on the wider side. */
function isAsWide(name: string, before: unknown, now: unknown): boolean {
  if (before === now) return true;
  if (typeof before !== "number" || typeof now !== "number") return false;
  return (LOWER_BOUNDS.includes(name) && now < before) || (UPPER_BOUNDS.includes(name) && now > before);
}

const narrowedBounds = (before: Fact, after: Fact): string[] =>
  Object.entries(after.bounds ?? {}).flatMap(([name, now]) =>
    isAsWide(name, before.bounds?.[name], now) ? [] : [`has another ${name}: \`${JSON.stringify(now)}\``],
  );

/** Parts of a sent fact that are no longer accepted. */
function takenLess(before: Fact, after: Fact): string[] {
  const lost = [
    ...without(before.types, after.types),
    ...(after.words === undefined
      ? []
      : before.words === undefined
        ? ["any value"]
        : without(before.words, after.words)),
  ];
  return [
    ...lost.map((value) => `no longer takes ${String(value)}`),
    ...(after.required && !before.required ? ["is required"] : []),
    ...narrowedBounds(before, after),
  ];
}

/** Parts of a read fact that programs may not expect. New words are: they are said to come. */
const readMore = (before: Fact, after: Fact): string[] => [
  ...without(after.types, before.types).map((type) => `may be ${String(type)}`),
  ...(before.required && !after.required ? ["may be missing"] : []),
];

/** Path of a fact: the operation or component, and each part of the way to it. */
const parentOf = (at: string): string =>
  at.replace(/(?:\.[^. ]+|\[\]| (?:query|header|path) \S+| body)$/, "");

/**
 * Breaks that programs written for one document would meet in another, a sentence each; none if the newer one only
 * adds.
 * @param before facts of the document that was released
 */
export function incompatibilities(before: readonly Fact[], after: readonly Fact[]): string[] {
  const keyOf = ({ at, way }: Fact): string => `${way} ${at}`;
  const now = new Map(after.map((fact) => [keyOf(fact), fact]));
  const known = new Set(before.map(keyOf));
  const changed = before.flatMap((fact) => {
    const found = now.get(keyOf(fact));
    if (found === undefined) return [`\`${fact.at}\` is gone`];
    const differences = fact.way === "in" ? takenLess(fact, found) : readMore(fact, found);
    return differences.map((difference) => `\`${fact.at}\` ${difference}`);
  });
  const demanded = after.filter(
    (fact) =>
      fact.way === "in" && fact.required && !known.has(keyOf(fact)) && known.has(`in ${parentOf(fact.at)}`),
  );
  return [...new Set([...changed, ...demanded.map(({ at }) => `\`${at}\` is required`)])];
}
