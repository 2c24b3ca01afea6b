import { createHmac, timingSafeEqual, type KeyObject } from "node:crypto";

/** Secrets of the installation: the first signs, and what any of them has signed counts, so that one can be replaced. */
export type Secrets = readonly [string, ...string[]];

type MacKey = string | Buffer | KeyObject;

/** HMAC-SHA-256 of a text, as base64url. */
export const macOf = (key: MacKey, text: string): string =>
  createHmac("sha256", key).update(text).digest("base64url");

/** Whether a MAC is that of a text with one of the keys. */
export function isMacOf(keys: readonly MacKey[], text: string, given: string): boolean {
  const actual = Buffer.from(given);
  return keys.some((key) => {
    const expected = Buffer.from(macOf(key, text));
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  });
}
