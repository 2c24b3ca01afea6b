import { z } from "zod";
import { EMAIL_ADDRESS, ENGLISH_NAME, LINE, LINES } from "./portable-patterns.ts";
import {
  cleanField,
  FIELD_LENGTHS,
  fieldProblem,
  PASSWORD_CHARACTERS,
  PASSWORD_TEXT,
  type RuledField,
} from "./field-rules.ts";

type TextField = Exclude<RuledField, "terms" | "middle_name" | "password" | "password_confirmation">;

/** One issue at most: the first rule that fails. Yields the text as it is stored. */
function textField(field: TextField, pattern: string) {
  const { min, max } = FIELD_LENGTHS[field];
  return z
    .custom<string>(() => true)
    .transform((value: unknown, context): string => {
      const problem = fieldProblem(field, value);
      if (problem !== undefined || typeof value !== "string") {
        context.addIssue({ code: "custom", message: problem ?? "" });
        return z.NEVER;
      }
      return cleanField(field, value);
    })
    .meta({ type: "string", minLength: min, maxLength: max, pattern });
}

/** The support form's name: English letters and spaces, 2 to 35 characters. */
export const nameField = textField("name", ENGLISH_NAME);
/** English letters and spaces, 2 to 15 characters. */
export const firstNameField = textField("first_name", ENGLISH_NAME);
/** English letters and spaces, 2 to 15 characters. */
export const lastNameField = textField("last_name", ENGLISH_NAME);
/** A valid email address; yields lower case. */
export const emailField = textField("email", EMAIL_ADDRESS).meta({ format: "email" });
/** 10 to 500 characters. */
export const messageField = textField("message", LINES);

/** Optional, may be null or empty; yields null for each of these. */
export const middleNameField = z
  .custom<string | null | undefined>(() => true)
  .optional()
  .transform((value: unknown, context): string | null => {
    const problem = fieldProblem("middle_name", value);
    if (problem !== undefined) {
      context.addIssue({ code: "custom", message: problem });
      return z.NEVER;
    }
    return typeof value === "string" ? cleanField("middle_name", value) || null : null;
  })
  .meta({ type: ["string", "null"], maxLength: FIELD_LENGTHS.middle_name.max, pattern: LINE });

/** Must be `true`. */
export const termsField = z
  .custom<true>(() => true)
  .superRefine((value: unknown, context) => {
    const problem = fieldProblem("terms", value);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  })
  .meta({ const: true, type: "boolean" });

/** A new password, required. */
export const passwordField = z
  .custom<string>(() => true)
  .transform((value: unknown, context): string => {
    const problem = fieldProblem("password", value);
    if (problem !== undefined || typeof value !== "string") {
      context.addIssue({ code: "custom", message: problem ?? "" });
      return z.NEVER;
    }
    return value;
  })
  .meta({
    type: "string",
    minLength: FIELD_LENGTHS.password.min,
    maxLength: FIELD_LENGTHS.password.max,
    description: PASSWORD_TEXT,
    // The description says what else it needs: look-ahead is not in every language, and some programs know only one pattern.
    pattern: PASSWORD_CHARACTERS.source,
  });

/** A new password that may be left out or empty: yields the empty text then. */
export const passwordFieldEditing = z
  .custom<string | undefined>(() => true)
  .optional()
  .transform((value: unknown, context): string => {
    const problem = fieldProblem("password", value, { editing: true });
    if (problem !== undefined) {
      context.addIssue({ code: "custom", message: problem });
      return z.NEVER;
    }
    return typeof value === "string" ? value : "";
  })
  .meta({ type: "string" });

/** The repeated password; {@link checkPasswordConfirmation} compares it once the whole payload is read. */
export const passwordConfirmationField = z
  .custom<string | undefined>(() => true)
  .optional()
  .transform((value: unknown): string => (typeof value === "string" ? value : ""))
  .meta({ type: "string" });

/**
 * Adds the confirmation's issue, for `superRefine` on an object that has both fields:
 * `.superRefine(checkPasswordConfirmation, BESIDE_OTHER_ISSUES)`. A password that fails its own rule is not
 * compared.
 */
export function checkPasswordConfirmation(
  payload: { readonly password: string; readonly password_confirmation: string },
  context: z.core.$RefinementCtx,
): void {
  if (typeof payload.password !== "string") return;
  const problem = fieldProblem("password_confirmation", payload.password_confirmation, payload);
  if (problem !== undefined) {
    context.addIssue({ code: "custom", path: ["password_confirmation"], message: problem });
  }
}

/** Runs a check although other fields have failed, so that a form hears of every field in one answer; not on what is no object. */
export const BESIDE_OTHER_ISSUES = {
  when: ({ value }: z.core.ParsePayload): boolean => typeof value === "object" && value !== null,
};
