/**
 * Each call of the OpenAPI document as curl, Python and TypeScript would make it, with the operation's own examples. The three take the token
 * from one place each, which the page's guide sets up.
 */
import { addressOf, needsToken, takesKey } from "../operation-facts.ts";
import type { Operation } from "../openapi.ts";

export const LANGUAGES = ["curl", "Python", "TypeScript"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A call with one of its bodies. */
export interface Call {
  readonly origin: string;
  /** In lower case, as the document has it. */
  readonly verb: string;
  readonly path: string;
  readonly operation: Operation;
  readonly body?: unknown;
}

/** The package for programs in TypeScript, which the installation serves. */
const CLIENT = "@wattle/client";
/** Stands for a key that the caller makes up, one for each intent. */
const KEY = "order-2031";
/** Columns that the inside of a call may take on one line. */
const LINE = 76;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** For a shell: a text in single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function curlOf({ origin, verb, path, operation, body }: Call): string {
  const method = verb.toUpperCase();
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${origin}${addressOf(path, operation)}"`,
    ...(needsToken(operation) ? ['-H "Authorization: Bearer $WATTLE_TOKEN"'] : []),
    ...(takesKey(operation) ? [`-H "Idempotency-Key: ${KEY}"`] : []),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(body))}`]),
  ].join(" \\\n  ");
}

/** How a language writes values. */
interface Notation {
  readonly words: Readonly<Record<string, string>>;
  readonly key: (key: string) => string;
  /** Between the braces of an object and its parts, if they are on one line. */
  readonly gap: string;
}

const PYTHON: Notation = {
  words: { null: "None", true: "True", false: "False" },
  key: (key) => JSON.stringify(key),
  gap: "",
};
const TYPESCRIPT: Notation = {
  words: {},
  key: (key) => (/^[a-z_$][\w$]*$/i.test(key) ? key : JSON.stringify(key)),
  gap: " ",
};

/** A value as that language writes it: on one line if it fits, else a line for each part. */
function literal(value: unknown, notation: Notation, indent = ""): string {
  if (!isRecord(value) && !Array.isArray(value)) {
    const text = JSON.stringify(value);
    return notation.words[text] ?? text;
  }
  const partsAt = (inner: string): string[] =>
    Array.isArray(value)
      ? value.map((each) => literal(each, notation, inner))
      : Object.entries(value).map(([key, each]) => `${notation.key(key)}: ${literal(each, notation, inner)}`);
  const [opens, closes] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const parts = partsAt(indent);
  if (parts.length === 0) return opens + closes;
  const gap = Array.isArray(value) ? "" : notation.gap;
  const line = [opens, parts.join(", "), closes].join(gap);
  if (!line.includes("\n") && indent.length + line.length <= LINE) return line;
  const inner = `${indent}  `;
  return [opens, ...partsAt(inner).map((each) => `${inner}${each},`), `${indent}${closes}`].join("\n");
}

function pythonOf({ verb, path, operation, body }: Call): string {
  const address = JSON.stringify(addressOf(path, operation));
  const headers = takesKey(operation)
    ? [`headers=headers | {"Idempotency-Key": ${JSON.stringify(KEY)}}`]
    : needsToken(operation)
      ? ["headers=headers"]
      : [];
  const json = body === undefined ? [] : [`json=${literal(body, PYTHON, "  ")}`];
  const more = [...headers, ...json];
  if (more.length === 0) return `answer = requests.${verb}(url + ${address})`;
  return [
    `answer = requests.${verb}(`,
    ...[`url + ${address}`, ...more].map((each) => `  ${each},`),
    ")",
  ].join("\n");
}

/** Parameters of a kind that have an example, by name. */
function parametersIn(place: "path" | "query", { parameters }: Operation): Record<string, unknown> {
  const own = parameters.filter(
    (each) => each.in === place && (place === "path" || each.example !== undefined),
  );
  return Object.fromEntries(own.map(({ name, example }) => [name, example ?? name]));
}

function typescriptOf({ verb, path, operation, body }: Call): string {
  const [path_, query] = [parametersIn("path", operation), parametersIn("query", operation)];
  const params = {
    ...(Object.keys(path_).length > 0 && { path: path_ }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(takesKey(operation) && { header: { "Idempotency-Key": KEY } }),
  };
  const success = Object.entries(operation.responses).find(([status]) => status < "300")?.[1];
  const types = Object.keys(success?.content ?? {});
  const parseAs = types.includes("text/event-stream")
    ? "stream"
    : types.length > 0 && !types.includes("application/json")
      ? types.every((type) => type.startsWith("text/"))
        ? "text"
        : "blob"
      : undefined;
  const options = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(body !== undefined && { body }),
    ...(parseAs !== undefined && { parseAs }),
  };
  const given = Object.keys(options).length === 0 ? "" : `, ${literal(options, TYPESCRIPT)}`;
  return `const { data, error } = await wattle.${verb.toUpperCase()}(${JSON.stringify(path)}${given});`;
}

const WRITERS: Readonly<Record<Language, (call: Call) => string>> = {
  curl: curlOf,
  Python: pythonOf,
  TypeScript: typescriptOf,
};

/** The call in a language. Amounts in it are those of the document's examples. */
export const sampleOf = (language: Language, call: Call): string => WRITERS[language](call);

/** Comes before any sample of a language; curl's takes its token from the environment. */
export const setUpOf = (origin: string): Readonly<Record<Language, string>> => ({
  curl: "export WATTLE_TOKEN=wat_…",
  Python: [
    "import requests",
    "",
    `url = ${JSON.stringify(origin)}`,
    'headers = {"Authorization": "Bearer wat_…"}',
  ].join("\n"),
  TypeScript: [
    `import { createWattle } from ${JSON.stringify(CLIENT)};`,
    "",
    `const wattle = createWattle({ url: ${JSON.stringify(origin)}, token: "wat_…" });`,
  ].join("\n"),
});
