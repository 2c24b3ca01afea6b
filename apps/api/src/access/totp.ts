import { Secret, TOTP } from "otpauth";
import type { Ids } from "../clock.ts";

/** RFC 6238 as every authenticator app has it. */
const ALGORITHM = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Steps by which an app's clock may be wrong, either way. */
const WINDOW = 1;
/** As long as the output of SHA-1 (RFC 4226, section 4). */
const SECRET_BYTES = 20;
const CODE = /^[0-9]{6}$/;

const secretOf = (base32: string): Secret => Secret.fromBase32(base32);

/** A new secret, in base32. */
export const newTotpSecret = (ids: Ids): string =>
  new Secret({ buffer: Uint8Array.from(Buffer.from(ids.token(SECRET_BYTES), "base64url")).buffer }).base32;

/** The `otpauth:` address that an app reads from a QR code. */
export const totpUri = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ ...ALGORITHM, issuer, label, secret: secretOf(secret) }).toString();

/**
 * The time step that a code belongs to.
 * @param code as it was typed: spaces count for nothing
 * @param now milliseconds since 1970
 * @returns undefined for a code that is no code of this secret, or not of now
 */
export function totpStep(secret: string, code: string, now: number): bigint | undefined {
  const token = code.replaceAll(/\s/g, "");
  if (!CODE.test(token)) return undefined;
  const delta = TOTP.validate({
    ...ALGORITHM,
    secret: secretOf(secret),
    token,
    timestamp: now,
    window: WINDOW,
  });
  if (delta === null) return undefined;
  return BigInt(TOTP.counter({ period: ALGORITHM.period, timestamp: now }) + delta);
}
