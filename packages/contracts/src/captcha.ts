import { z } from "zod";
import { ERRORS } from "./errors.ts";
import { TOKEN_TEXT } from "./portable-patterns.ts";

const LONGEST_TOKEN = 8_000;

/**
 * The pass of a solved captcha, in the payload of a call that needs one. A client that keeps cookies may leave it
 * out: the check also sets it as a cookie.
 */
export const captchaField = z
  .string({ error: ERRORS.captcha_required.message })
  .max(LONGEST_TOKEN, ERRORS.captcha_failed.message)
  .meta({ pattern: TOKEN_TEXT })
  .nullish()
  .meta({ description: "Pass of POST /api/captcha; may be left out where its cookie is sent" });

/** `recaptchaToken` is whatever the widget of the configured provider gives: for altcha its payload. */
export const captchaInput = z.object({
  recaptchaToken: z
    .string({ error: ERRORS.captcha_required.message })
    .min(1, ERRORS.captcha_required.message)
    .max(LONGEST_TOKEN, ERRORS.captcha_failed.message)
    .meta({ pattern: TOKEN_TEXT }),
});

/** A pass for one call within ten minutes. */
export const captchaPass = z.object({ pass: z.string(), expires_at: z.string() }).meta({ id: "CaptchaPass" });
export type CaptchaPass = z.infer<typeof captchaPass>;

export const CAPTCHA_PROVIDERS = ["altcha", "recaptcha", "none"] as const;

/** Settings that a screen needs to show the widget. */
export const captchaSettings = z.object({
  provider: z.enum(CAPTCHA_PROVIDERS),
  /** Public key of reCAPTCHA; null for the others. */
  site_key: z.string().nullable(),
});
export type CaptchaSettings = z.infer<typeof captchaSettings>;
