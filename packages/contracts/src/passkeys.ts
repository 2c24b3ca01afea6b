/** Messages of browsers and authenticators about passkeys: WebAuthn Level 3, in its JSON form. */
import { z } from "zod";
import { id, time } from "./ids.ts";
import { isPlainLine } from "./plain-text.ts";

export const PASSKEY_LIMITS = { name: 60, perAccount: 10 } as const;

const LONGEST = 16_384;
const LONGEST_ID = 1400;
const base64url = (most: number) =>
  z
    .string("Passkey is not valid.")
    .min(1, "Passkey is not valid.")
    .max(most, "Passkey is not valid.")
    .regex(/^[A-Za-z0-9_-]+$/, "Passkey is not valid.");

const credential = {
  id: base64url(LONGEST_ID),
  rawId: base64url(LONGEST_ID),
  type: z.literal("public-key", "Passkey is not valid."),
};

/** A browser's answer after a passkey has signed a challenge (`AuthenticationResponseJSON`). */
export const passkeyAnswer = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(LONGEST),
      authenticatorData: base64url(LONGEST),
      signature: base64url(LONGEST),
      userHandle: base64url(LONGEST_ID).nullish(),
    }),
  })
  .meta({ id: "PasskeyAnswer" });
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()).optional(),
});

/** Options for a browser to have a challenge signed (`PublicKeyCredentialRequestOptionsJSON`). */
export const passkeyRequest = z
  .object({
    challenge: z.string(),
    /** Milliseconds. */
    timeout: z.int().nonnegative(),
    rpId: z.string(),
    /** Empty for a login: the authenticator knows whose passkeys it has. */
    allowCredentials: z.array(descriptor),
    userVerification: z.literal("required"),
  })
  .meta({ id: "PasskeyRequest" });
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

/** Options for a browser to make a passkey (`PublicKeyCredentialCreationOptionsJSON`). */
export const newPasskeyOptions = z.object({
  challenge: z.string(),
  /** Milliseconds. */
  timeout: z.int(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
  /** Authenticators that have a passkey of the account already. */
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});
export type NewPasskeyOptions = z.infer<typeof newPasskeyOptions>;

const passkeyName = z
  .string({ error: "Name is a required field" })
  .trim()
  .min(1, "Name is a required field")
  .max(PASSKEY_LIMITS.name, `Use at most ${PASSKEY_LIMITS.name} characters`)
  .refine(isPlainLine, "Name is not valid.");

/** A browser's answer after it has made a passkey (`RegistrationResponseJSON`). */
export const registerPasskeyInput = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(LONGEST),
    attestationObject: base64url(LONGEST),
    transports: z
      .array(z.string().max(40, "Passkey is not valid."))
      .max(10, "Passkey is not valid.")
      .nullish(),
  }),
  /** Its owner's name for it, such as the device's name. */
  name: passkeyName.default("Passkey"),
});
export type RegisterPasskeyInput = z.output<typeof registerPasskeyInput>;

export const renamePasskeyInput = z.object({ id, name: passkeyName });
export const removePasskeyInput = z.object({ id });

/** A login with a passkey: the browser's answer. Unlike a password it says whose it is. */
export const passkeyLoginInput = passkeyAnswer.extend({ remember: z.boolean().optional() });
export type PasskeyLoginInput = z.output<typeof passkeyLoginInput>;

/** A passkey as its owner sees it. */
export const passkeyItem = z.object({
  id,
  name: z.string(),
  created_at: time,
  /** When it last logged in or confirmed; null for never. */
  last_used_at: time.nullable(),
});
export type PasskeyItem = z.infer<typeof passkeyItem>;

/** A passkey that was just added, with new recovery codes if the account had none: they are shown once. */
export const addedPasskey = passkeyItem.extend({ recovery_codes: z.array(z.string()).nullable() });
export type AddedPasskey = z.infer<typeof addedPasskey>;

/** Whether the password logs in without a passkey. */
export const passwordAloneInput = z.object({ allowed: z.boolean("Choose yes or no") });
