import { RateSourceError } from "./rate-source.ts";

/** A price answer is a few hundred bytes; what is larger is not one. */
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Asks a price service with GET and gives its JSON answer, every number in it as its own source text (`1e-8` arrives
 * as the string `"1e-8"`), so that a price never passes through a float.
 *
 * Sends nothing but the address: no cookies, no CSRF or requested-with headers. Redirects are refused, because they
 * would hand the access key in the address to any server the answer names.
 *
 * @param now epoch milliseconds, to read a `Retry-After` given as a date
 * @param maxBytes a longer answer is refused
 * @throws RateSourceError (`unreachable`, `rate_limited`, `refused`, `garbage`), or `signal.reason` once aborted
 */
export async function fetchAnswer(
  url: URL,
  {
    fetch,
    now,
    signal,
    maxBytes = MAX_ANSWER_BYTES,
  }: { fetch: typeof globalThis.fetch; now: () => number; signal: AbortSignal; maxBytes?: number },
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json" },
      credentials: "omit",
      redirect: "manual",
      signal,
    });
    const failure = failureOfStatus(response, now());
    if (failure !== undefined) {
      await response.body?.cancel();
      throw failure;
    }
    return parseAnswer(await readText(response, maxBytes));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RateSourceError) throw error;
    // The error of fetch is not passed on whole: its text may repeat the address, and the address holds the key.
    throw new RateSourceError("unreachable", `no answer (${networkCode(error)})`);
  }
}

/** A member of a JSON object, `undefined` if there is no such object or no such member of its own. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

function failureOfStatus(response: Response, nowMs: number): RateSourceError | undefined {
  const { status } = response;
  if (status === 200) return undefined;
  const message = `HTTP status ${status}`;
  const retryAfterSeconds = readRetryAfter(response.headers.get("retry-after"), nowMs);
  if (status === 429) return new RateSourceError("rate_limited", message, { retryAfterSeconds });
  if (status >= 500) return new RateSourceError("unreachable", message, { retryAfterSeconds });
  return new RateSourceError("refused", message);
}

/** `Retry-After` is whole seconds or an HTTP date (RFC 9110, 10.2.3). */
function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number.parseInt(header, 10);
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, Math.ceil((dateMs - nowMs) / 1000));
}

export async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop by throwing cancels the rest of the body.
    if (bytes > maxBytes) throw new RateSourceError("garbage", "the answer is too large");
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new RateSourceError("garbage", "the answer is not UTF-8");
  }
}

type ParseWithSource = (
  text: string,
  reviver: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
) => unknown;

export function parseAnswer(text: string): unknown {
  const parse: ParseWithSource = JSON.parse;
  try {
    return parse(text, (_key, value, context) => (typeof value === "number" ? context?.source : value));
  } catch {
    throw new RateSourceError("garbage", "the answer is not JSON");
  }
}

function networkCode(error: unknown): string {
  const code = member(member(error, "cause"), "code");
  return typeof code === "string" ? code : "connection failed";
}
