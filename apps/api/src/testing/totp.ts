import { TOTP } from "otpauth";
import type { TestApp } from "./app-for-test.ts";
import { mutate } from "./call-procedure.ts";
import type { TestClient } from "./client.ts";

/** Code of an authenticator app at a time (milliseconds since 1970). */
export const codeAt = (secret: string, now: number): string =>
  TOTP.generate({ secret: secretOf(secret), timestamp: now });

const secretOf = (base32: string) => new TOTP({ secret: base32 }).secret;

/** Turns two-step login on for a client who has just logged in. The next code is that of 30 seconds later. */
export async function turnOnTotp(
  api: TestApp,
  client: TestClient,
): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  const begun = await mutate<{ secret: string }>(client, "secondFactor.totpBegin");
  const { secret } = begun.data;
  const done = await mutate<{ recovery_codes: string[] }>(client, "secondFactor.totpConfirm", {
    code: codeAt(secret, api.clock.now()),
  });
  if (done.status !== 200) throw new Error(`turning two-step login on answered ${done.status} ${done.code}`);
  return { secret, recoveryCodes: done.data.recovery_codes };
}
