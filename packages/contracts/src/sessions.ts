import { z } from "zod";
import { captchaField } from "./captcha.ts";
import { isWithin } from "./plain-text.ts";
import { EMAIL_ADDRESS } from "./portable-patterns.ts";
import { id, time } from "./ids.ts";
import { secondFactorProof } from "./second-factor.ts";

const LONGEST_PASSWORD = 200;

/** Sign-in. The password's own rule is not applied here: only whether it is the right one. */
export const loginInput = z.object({
  email: z
    .string({ error: "Email is a required field" })
    .trim()
    .min(1, "Email is a required field")
    .max(254, "Email must be a valid email")
    .pipe(z.email("Email must be a valid email"))
    .transform((text) => text.toLowerCase())
    .meta({ format: "email", pattern: EMAIL_ADDRESS }),
  password: z
    .string({ error: "Password is a required field" })
    .min(1, "Password is a required field")
    .refine((text) => isWithin(text, LONGEST_PASSWORD), "Password is too long")
    .meta({ maxLength: LONGEST_PASSWORD }),
  remember: z.boolean().optional(),
  /** Asked for where the account has one, once the password is right. */
  second_factor: secondFactorProof.optional(),
  /** Asked for after some failures. */
  captcha: captchaField,
});

export const sessionItem = z
  .object({
    id,
    current: z.boolean(),
    created_at: time,
    last_used_at: time,
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
  })
  .meta({ id: "Session" });
export type SessionItem = z.infer<typeof sessionItem>;

/** A login to the caller's account, or a failed try. */
export const signInItem = z
  .object({ id, succeeded: z.boolean(), created_at: time, ip: z.string(), user_agent: z.string().nullable() })
  .meta({ id: "SignIn" });
export type SignInItem = z.infer<typeof signInItem>;

export const endSessionInput = z.object({ id });
export const endedSessions = z.object({ ended: z.int() });
