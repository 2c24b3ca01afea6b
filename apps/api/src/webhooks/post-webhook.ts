import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { addressOfHost, isPublicAddress, lookupPublic } from "./public-address.ts";

const TIMEOUT_MILLISECONDS = 15_000;

/** Answer of an endpoint, or the reason why there is none. */
export type Posted =
  | { readonly status: number; readonly error: null }
  | { readonly status: null; readonly error: string };

/** Target of a request. */
interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether addresses may be other than public ones. */
  readonly privateToo: boolean;
  /** Milliseconds. */
  readonly timeout?: number;
  /** Gives up at once. */
  readonly signal?: AbortSignal;
}

/**
 * One message for a name that leads nowhere and for an address that is not public: to tell them apart would say which
 * names our own network knows.
 */
const NO_PUBLIC_ADDRESS = "no_public_address";
const NO_ADDRESS_CODES: ReadonlySet<unknown> = new Set([
  "private_address",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENODATA",
]);

/** A word for what went wrong, without an address or what a server said. */
function failureWord(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "timeout";
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  if (NO_ADDRESS_CODES.has(code)) return NO_PUBLIC_ADDRESS;
  return typeof code === "string" ? code : "connection_failed";
}

/** Sends something by POST. Redirects are not followed, and of the answer only the status counts. */
export function postWebhook({ url, headers, body, privateToo, timeout, signal }: Post): Promise<Posted> {
  const target = new URL(url);
  const address = addressOfHost(target.hostname);
  if (!privateToo && address !== undefined && !isPublicAddress(address)) {
    return Promise.resolve({ status: null, error: NO_PUBLIC_ADDRESS });
  }
  const late = AbortSignal.timeout(timeout ?? TIMEOUT_MILLISECONDS);
  const ended = signal === undefined ? late : AbortSignal.any([late, signal]);
  return new Promise((resolve) => {
    const fail = (error?: unknown): void =>
      resolve({ status: null, error: failureWord(ended.aborted ? ended.reason : error) });
    const send = target.protocol === "https:" ? requestHttps : requestHttp;
    const request = send(
      target,
      {
        method: "POST",
        agent: false,
        signal: ended,
        headers: {
          ...headers,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          connection: "close",
        },
        ...(!privateToo && { lookup: lookupPublic }),
      },
      (response) => {
        resolve({ status: response.statusCode ?? 0, error: null });
        // The rest of an answer is not wanted.
        response.on("error", () => undefined);
        request.destroy();
      },
    );
    request.on("error", fail);
    request.on("close", () => fail());
    request.end(body);
  });
}
