import { z } from "zod";
import { time } from "./ids.ts";
import { passkeyAnswer } from "./passkeys.ts";
import { isWithin } from "./plain-text.ts";

/** How many recovery codes an account gets at a time. */
export const RECOVERY_CODES = 10;

const LONGEST_CODE = 64;

/** A code as someone types it, with spaces or without. Whether it is one the account has is judged later. */
const codeField = z
  .string({ error: "Code is a required field" })
  .min(1, "Code is a required field")
  .refine((text) => isWithin(text, LONGEST_CODE), "Code is not valid.")
  .meta({ maxLength: LONGEST_CODE });

/** The proof that follows the password: an authenticator app's code, or a recovery code. */
export const secondFactorProof = z
  .object({ kind: z.enum(["totp", "recovery"]), code: codeField })
  .meta({ id: "SecondFactor" });
export type SecondFactorProof = z.infer<typeof secondFactorProof>;

/** Set-up of an authenticator app: the secret in base32, and the same as the address of a QR code. */
export const totpSecret = z.object({ secret: z.string(), uri: z.string() });
export type TotpSecret = z.infer<typeof totpSecret>;

export const totpConfirmInput = z.object({ code: codeField });

/** Shown once; afterwards only their hashes are known. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()).length(RECOVERY_CODES) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

/** Factors of an account in addition to its password. */
export const secondFactorStatus = z.object({
  /** Since when an authenticator app is asked for; null if it is not. */
  totp_since: time.nullable(),
  recovery_codes_left: z.int(),
  /** How many passkeys it has. */
  passkeys: z.int(),
  /** Whether the password logs in without a passkey, although there is one: its owner's choice. */
  password_alone: z.boolean(),
  /** Whether nothing else is open to the session before it has proved one: it is of staff, who must have one here. */
  needed_first: z.boolean(),
});
export type SecondFactorStatus = z.infer<typeof secondFactorStatus>;

const PASSWORD_MISSING = "Password is a required field";

/** Proves that the session's owner is there: by password and, if there is one, code, or by a passkey. */
export const confirmInput = z
  .object({
    /** The password's own rule is not applied here. */
    password: z.string(PASSWORD_MISSING).min(1, PASSWORD_MISSING).max(200, "Password is too long").optional(),
    second_factor: secondFactorProof.optional(),
    /** Instead of both: an answer to `sessions.confirmOptions`. */
    passkey: passkeyAnswer.optional(),
  })
  .refine(({ password, passkey }) => password !== undefined || passkey !== undefined, {
    path: ["password"],
    message: PASSWORD_MISSING,
  });
export type ConfirmInput = z.infer<typeof confirmInput>;

/** Until when acts that need a confirmation are open to the session. */
export const confirmed = z.object({ confirmed_until: time });
export type Confirmed = z.infer<typeof confirmed>;
