import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { DomainError } from "@wattle/contracts/errors";
import { JsonNumber } from "@wattle/contracts/money";

/** Deeper bodies are refused before they are parsed: parsing recurses. */
const DEEPEST = 32;

/** Counts nesting without parsing; brackets inside strings do not count. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === 0x5c) index++;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b || character === 0x5b) {
      if (++depth > DEEPEST) return true;
    } else if (character === 0x7d || character === 0x5d) depth--;
  }
  return false;
}

interface ReviverContext {
  readonly source?: string;
}
type SourceReviver = (key: string, value: unknown, context: ReviverContext) => unknown;

const keepNumberText: SourceReviver = (_key, value, context) =>
  typeof value === "number" && context.source !== undefined ? new JsonNumber(context.source) : value;

/**
 * For JSON that someone else will parse.
 * @throws DomainError `malformed_json` for a text nested too deeply
 */
export function refuseDeepJson(text: string): void {
  if (isTooDeep(text)) throw new DomainError("malformed_json", { message: OWN_MESSAGES.nestedTooDeeply });
}

/**
 * If a text has none of these, each of its numbers is a whole one of at most 15 digits, which a double holds and prints
 * as it was written, and no key is `__proto__`. Most bodies are such, and read so in a fraction of the time: the
 * bench's "exchanges over HTTP".
 */
const NEEDS_SOURCE = /-0|\d{16}|\d[.eE]|__proto__|\\/;

/** Puts a `JsonNumber` in place of every number. */
function wrapNumbers(value: unknown): unknown {
  if (typeof value === "number") return new JsonNumber(String(value));
  if (Array.isArray(value)) return value.map(wrapNumbers);
  if (typeof value !== "object" || value === null) return value;
  const record = value as Record<string, unknown>;
  for (const key of Object.keys(record)) record[key] = wrapNumbers(record[key]);
  return record;
}

/**
 * Parses a JSON body; every number keeps the text it was written as (ECMAScript's JSON.parse source text access).
 * @throws DomainError `malformed_json`
 */
export function parseJsonBody(text: string): unknown {
  refuseDeepJson(text);
  try {
    return NEEDS_SOURCE.test(text)
      ? JSON.parse(text, keepNumberText as (this: unknown, key: string, value: unknown) => unknown)
      : wrapNumbers(JSON.parse(text));
  } catch {
    throw new DomainError("malformed_json");
  }
}
