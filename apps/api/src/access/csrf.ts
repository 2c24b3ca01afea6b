import { createSecretKey } from "node:crypto";
import type { Ids } from "../clock.ts";
import { isMacOf, macOf, type Secrets } from "./mac.ts";

export const CSRF_COOKIE = "XSRF-TOKEN";

export interface CsrfTokens {
  /**
   * The `Set-Cookie` value of a new token.
   * @param fingerprint the session's, or null for a visitor
   */
  cookie(fingerprint: string | null): string;
  /** Whether we issued `token` for this session (null: for any visitor). */
  holds(token: string | undefined, fingerprint: string | null): boolean;
  /** Whether `token` looks like one of ours: enough for a visitor, of whom none is ever asked for. */
  looksIssued(token: string | undefined): boolean;
}

const NONCE_BYTES = 12;
/** Tokens that are remembered at most, some hundred bytes each. */
const MOST_PROVEN = 16_384;
/** A nonce of 12 bytes and a MAC of 32, as base64url text. */
const TOKEN = /^[\w-]{16}\.[\w-]{43}$/;

/**
 * CSRF tokens: a nonce and its HMAC-SHA-256 with the session's fingerprint (OWASP's signed double submit). The
 * cookie is readable, so that the page can echo it; a token of one session is worthless in another.
 */
export function createCsrfTokens(secrets: Secrets, secure: boolean, ids: Ids): CsrfTokens {
  const keyOf = (secret: string) => createSecretKey(Buffer.from(secret));
  const signing = keyOf(secrets[0]);
  const keys = secrets.map(keyOf);
  /**
   * Tokens that were found to hold, and for whom, which never changes. A session sends its own with each request, and
   * making its MAC again costs 3 µs: the bench's rows for signed-in customers.
   */
  const proven = new Map<string, string | null>();
  const textOf = (nonce: string, fingerprint: string | null): string =>
    `csrf ${nonce} ${fingerprint ?? "guest"}`;
  return {
    cookie(fingerprint) {
      const nonce = ids.token(NONCE_BYTES);
      return `${CSRF_COOKIE}=${nonce}.${macOf(signing, textOf(nonce, fingerprint))}; Path=/; SameSite=Lax${secure ? "; Secure" : ""}`;
    },
    looksIssued: (token) => token !== undefined && TOKEN.test(token),
    holds(token, fingerprint) {
      if (token === undefined) return false;
      if (proven.get(token) === fingerprint) return true;
      const [nonce, given, ...rest] = token.split(".");
      if (nonce === undefined || given === undefined || rest.length > 0) return false;
      const holds = isMacOf(keys, textOf(nonce, fingerprint), given);
      if (holds) {
        if (proven.size >= MOST_PROVEN) proven.clear();
        proven.set(token, fingerprint);
      }
      return holds;
    },
  };
}
