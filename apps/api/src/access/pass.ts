import { createHmac, timingSafeEqual } from "node:crypto";

/** What a solved captcha is exchanged for. */
export interface Pass {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const macOf = (secret: string, body: string): string =>
  createHmac("sha256", secret).update(`pass ${body}`).digest("base64url");

/** A pass as text: its id, its end and our signature over both. */
export function signPass(secret: string, { id, expiresAt }: Pass): string {
  const body = `${id}.${expiresAt.toString(36)}`;
  return `${body}.${macOf(secret, body)}`;
}

/** The pass where we signed it; undefined otherwise. Whether it has expired or was used is the caller's to judge. */
export function readPass(secret: string, text: string): Pass | undefined {
  const [id, end, given, ...rest] = text.split(".");
  if (id === undefined || end === undefined || given === undefined || rest.length > 0) return undefined;
  const [expected, actual] = [Buffer.from(macOf(secret, `${id}.${end}`)), Buffer.from(given)];
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined;
  return { id, expiresAt: Number.parseInt(end, 36) };
}
