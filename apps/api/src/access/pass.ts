import { isMacOf, macOf, type Secrets } from "./mac.ts";

/** A pass, which a solved captcha is exchanged for. */
export interface Pass {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A pass as text: its id, its end and our signature over both. */
export function signPass([secret]: Secrets, { id, expiresAt }: Pass): string {
  const body = `${id}.${expiresAt.toString(36)}`;
  return `${body}.${macOf(secret, `pass ${body}`)}`;
}

/** The pass where we signed it; undefined otherwise. Whether it has expired or was used is the caller's to judge. */
export function readPass(secrets: Secrets, text: string): Pass | undefined {
  const [id, end, given, ...rest] = text.split(".");
  if (id === undefined || end === undefined || given === undefined || rest.length > 0) return undefined;
  if (!isMacOf(secrets, `pass ${id}.${end}`, given)) return undefined;
  return { id, expiresAt: Number.parseInt(end, 36) };
}
