/**
 * The shared form rules (specification, section 5), free of zod so that a public page can check a field without
 * its weight. The schemas of `field-schemas.ts` are made from these functions: a form and the server cannot
 * disagree.
 *
 * Rules of one field are tried in order and the first that fails gives the one message shown. A missing value is
 * tried first everywhere: the message of an empty field is that it is required, not that it is too short.
 */

import { MIXED_SCRIPTS, mixesScripts } from "./name-scripts.ts";
import { isPlainLine, isPlainMessage } from "./plain-text.ts";

/** The fields that have a shared rule, with the word the messages use for each. */
const FIELD_LABELS = {
  name: "Name",
  first_name: "First name",
  last_name: "Last name",
  middle_name: "Middle name",
  email: "Email",
  terms: "Terms of Service",
  password: "Password",
  password_confirmation: "Password confirmation",
  message: "Message",
} as const;

export type RuledField = keyof typeof FIELD_LABELS;

/** Values that a rule may look at apart from its own. */
export interface RuleContext {
  /** True on a form that changes an existing account: the password may then be left empty. */
  readonly editing?: boolean | undefined;
  /** The password typed with a password confirmation. */
  readonly password?: unknown;
}

/** Lengths in characters (Unicode code points), both ends included. */
export const FIELD_LENGTHS = {
  name: { min: 2, max: 35 },
  first_name: { min: 2, max: 15 },
  last_name: { min: 2, max: 15 },
  middle_name: { min: 0, max: 100 },
  email: { min: 1, max: 254 },
  password: { min: 8, max: 30 },
  message: { min: 10, max: 500 },
} as const;

export const PASSWORD_TEXT =
  "One uppercase and lowercase letter required, 8 characters minimum (max 30 characters), one number required, one of the following special characters: ~!@#$%^&*()-_=+{};:,<.>?'[]";

const ENGLISH_LETTERS = /^[A-Za-z ]*$/;
const EMAIL =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
// Brackets by their number: inside a class, not every language reads them as themselves.
export const PASSWORD_CHARACTERS = /^[A-Za-z0-9~!@#$%^&*()\-_=+{};:,<.>?'\x5b\x5d]*$/;
/** A capital, a small letter, a digit and a sign: a new password has one of each. */
export const PASSWORD_NEEDS = [/[A-Z]/, /[a-z]/, /[0-9]/, /[~!@#$%^&*()\-_=+{};:,<.>?'\x5b\x5d]/] as const;

const required = (field: RuledField): string => `${FIELD_LABELS[field]} is a required field`;
const notValid = (field: RuledField): string => `${FIELD_LABELS[field]} is not valid.`;
const lengthOf = (text: string): number => Array.from(text).length;
const isMissing = (value: unknown): value is undefined | null => value === undefined || value === null;

/** The value as it is stored: texts lose the space around them, an email address its capitals. */
export function cleanField(field: RuledField, text: string): string {
  if (field === "password" || field === "password_confirmation") return text;
  return field === "email" ? text.trim().toLowerCase() : text.trim();
}

function englishName(field: "name" | "first_name" | "last_name", text: string): string | undefined {
  const { min, max } = FIELD_LENGTHS[field];
  if (!ENGLISH_LETTERS.test(text)) return "Only English letters";
  if (lengthOf(text) < min) return notValid(field);
  // The specification gives this one text to all three, the 35 characters of `name` included.
  if (lengthOf(text) > max) return "Must be exactly 15 characters";
  return undefined;
}

function newPassword(text: string): string | undefined {
  const { min, max } = FIELD_LENGTHS.password;
  const holds =
    text.length >= min &&
    text.length <= max &&
    PASSWORD_CHARACTERS.test(text) &&
    PASSWORD_NEEDS.every((need) => need.test(text));
  return holds ? undefined : PASSWORD_TEXT;
}

function message(text: string): string | undefined {
  const { min, max } = FIELD_LENGTHS.message;
  if (lengthOf(text) < min) return `Min ${min} characters`;
  if (lengthOf(text) > max) return `Must be exactly ${max} characters`;
  if (!isPlainMessage(text)) return notValid("message");
  return undefined;
}

function passwordConfirmation(value: unknown, password: unknown): string | undefined {
  if (isMissing(password) || password === "") return undefined;
  if (isMissing(value) || value === "") return required("password_confirmation");
  return value === password ? undefined : "Passwords do not match";
}

/**
 * The message of the first rule that `value` fails, or undefined when it passes them all.
 *
 * @param value what the form or the payload holds; anything that is not the field's type fails with the generic
 *   '{field} is not valid.'
 * @param context `editing` for `password`, `password` for `password_confirmation`; other fields ignore it
 */
export function fieldProblem(
  field: RuledField,
  value: unknown,
  context: RuleContext = {},
): string | undefined {
  if (field === "terms") return value === true ? undefined : required("terms");
  if (field === "password_confirmation") return passwordConfirmation(value, context.password);
  const mayBeEmpty = field === "middle_name" || (field === "password" && context.editing === true);
  if (isMissing(value)) return mayBeEmpty ? undefined : required(field);
  if (typeof value !== "string") return notValid(field);
  const text = cleanField(field, value);
  if (text === "") return mayBeEmpty ? undefined : required(field);
  switch (field) {
    case "name":
    case "first_name":
    case "last_name":
      return englishName(field, text);
    case "middle_name":
      if (mixesScripts(text)) return MIXED_SCRIPTS;
      return !isPlainLine(text) || lengthOf(text) > FIELD_LENGTHS.middle_name.max
        ? notValid(field)
        : undefined;
    case "email":
      return EMAIL.test(text) && text.length <= FIELD_LENGTHS.email.max
        ? undefined
        : "Email must be a valid email";
    case "password":
      return newPassword(text);
    case "message":
      return message(text);
  }
}
