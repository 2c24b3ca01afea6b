import { aroundCalls } from "./around-calls.ts";
import type { DeskCaller } from "./command.ts";

/** The last answer of a procedure, unchanged. */
export interface LastAnswer {
  /** Undefined before the first. */
  readonly value: unknown;
  /**
   * How many rows it has of how many there are, such as `20 of 143` or `20 of more than 1000`; undefined if it is no
   * page.
   */
  readonly count: string | undefined;
}

function countOf(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null || !("meta" in answer && "data" in answer))
    return undefined;
  const { data, meta } = answer as { data: unknown; meta: { total?: unknown; more?: unknown } };
  return Array.isArray(data) && typeof meta.total === "number"
    ? `${data.length} of ${meta.more === true ? "more than " : ""}${meta.total}`
    : undefined;
}

/**
 * The desk's procedures, remembering what was answered last: that is what `--json` prints.
 * @returns the caller to use in the place of the given one, and what to read the answer with
 */
export function rememberAnswers(ops: DeskCaller): {
  readonly ops: DeskCaller;
  readonly last: () => LastAnswer;
} {
  let value: unknown;
  const remembering = aroundCalls(ops, async ({ call }) => (value = await call()));
  return { ops: remembering, last: () => ({ value, count: countOf(value) }) };
}
