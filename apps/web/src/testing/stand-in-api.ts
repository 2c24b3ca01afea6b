import { ERRORS, type ErrorCode, type FieldErrors } from "@wattle/contracts/errors";
import { vi } from "vitest";

/** A call as it arrived. */
export interface ArrivedCall {
  readonly path: string;
  readonly input: unknown;
}

export type Answerer = (input: unknown) => unknown;

/** An answer with one of the contract's errors. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  constructor(code: ErrorCode, fields?: FieldErrors) {
    super(Object.values(fields ?? {})[0]?.[0] ?? ERRORS[code].message);
    this.code = code;
    this.fields = fields;
  }
}

/** No answer at all: the network is down. */
export class NoAnswer extends Error {}

/** An answer that comes when the test says so. */
export function later(): { readonly promise: Promise<unknown>; readonly answer: (value: unknown) => void } {
  let answer: (value: unknown) => void = () => undefined;
  const promise = new Promise<unknown>((resolve, reject) => {
    answer = (value) => (value instanceof Error ? reject(value) : resolve(value));
  });
  return { promise, answer };
}

/** Calls that pages make by themselves: nothing is paused, and an act has no effects worth a line. */
const BY_THEMSELVES: Readonly<Record<string, Answerer>> = {
  "switches.paused": () => [],
  "ops.acts.preview": () => ({ changes: [], reads: null, reasons: [] }),
};

async function answerTo(answerers: Readonly<Record<string, Answerer>>, call: ArrivedCall): Promise<object> {
  const answerer = answerers[call.path] ?? BY_THEMSELVES[call.path];
  try {
    if (answerer === undefined) throw new Refusal("not_found");
    return { result: { data: await answerer(call.input) } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, fields } = error;
    const httpStatus = ERRORS[code].status;
    return {
      error: {
        code: -32000,
        message,
        data: {
          httpStatus,
          path: call.path,
          code,
          message,
          ...(fields && { errors: fields }),
          request_id: "r",
        },
      },
    };
  }
}

function callsOf(url: URL, body: unknown): ArrivedCall[] {
  const inputs: unknown = JSON.parse(
    typeof body === "string" ? body : (url.searchParams.get("input") ?? "{}"),
  );
  const byIndex = new Map(Object.entries(inputs ?? {}));
  return url.pathname
    .replace("/trpc/", "")
    .split(",")
    .map((path, index) => ({ path, input: byIndex.get(String(index)) }));
}

/**
 * Stands in for the server at the network's edge: `fetch` speaks tRPC's batch format, so that everything of ours up to
 * there is the product's own. Procedures can be answered differently from one moment to the next.
 */
export function standInApi(first: Readonly<Record<string, Answerer>>) {
  const answerers: Record<string, Answerer> = { ...first };
  const arrived: ArrivedCall[] = [];
  const speak = async (target: unknown, options?: RequestInit): Promise<Response> => {
    const calls = callsOf(new URL(String(target), "http://localhost"), options?.body);
    arrived.push(...calls);
    const cut = new Promise<never>((_resolve, reject) => {
      options?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
    });
    const answers = await Promise.race([
      Promise.all(calls.map((call) => answerTo(answerers, call))),
      cut,
    ]).catch((error: unknown) => {
      throw error instanceof NoAnswer ? new TypeError("Failed to fetch") : error;
    });
    return new Response(JSON.stringify(answers), { headers: { "content-type": "application/json" } });
  };
  vi.stubGlobal("fetch", vi.fn(speak));
  return {
    /** Inputs of the calls of one procedure so far, oldest first. */
    inputs: (path: string): unknown[] =>
      arrived.filter((call) => call.path === path).map((call) => call.input),
    /** Answers a procedure like this from now on. */
    answer: (path: string, answerer: Answerer): void => {
      answerers[path] = answerer;
    },
  };
}
export type StandInApi = ReturnType<typeof standInApi>;
