/**
 * The rules of the identity form, free of zod so that the screen can judge a field without its weight. The schemas
 * of `identity.ts` are made from them. As with the shared rules, the first rule that fails gives the one message.
 */
import { isDay } from "./days.ts";
import { isCountryCode } from "./countries.ts";
import { fieldProblem } from "./field-rules.ts";
import { isPlainLine } from "./plain-text.ts";

/** Documents that prove an identity. */
const DOCUMENT_TYPES = ["passport", "driver_licence", "national_id"] as const;

/** The photos of the form: the document's front, its back where it has one, and the person holding it. */
export const DOCUMENT_SIDES = ["front", "back", "selfie"] as const;
export type DocumentSide = (typeof DOCUMENT_SIDES)[number];

/** Media types that an upload's content may turn out to be. */
export const DOCUMENT_MEDIA_TYPES = ["image/jpeg", "image/png", "application/pdf"] as const;
export type DocumentMediaType = (typeof DOCUMENT_MEDIA_TYPES)[number];

/** The largest upload, in bytes. */
export const LARGEST_DOCUMENT_BYTES = 10 * 1024 * 1024;

/** The form's fields in their order, with the word the messages use for each. */
export const IDENTITY_LABELS = {
  first_name: "First name",
  middle_name: "Middle name",
  last_name: "Last name",
  date_of_birth: "Date of birth",
  street: "Street address",
  city: "City",
  state: "State",
  postcode: "Postcode",
  address_country: "Country",
  document_type: "Document type",
  document_number: "Document number",
  document_country: "Issuing country",
} as const;
export type IdentityField = keyof typeof IDENTITY_LABELS;
export const IDENTITY_FIELDS = Object.keys(IDENTITY_LABELS) as IdentityField[];

/** No draft of a field is longer, in characters. */
export const LONGEST_IDENTITY_TEXT = 120;
const YOUNGEST_YEARS = 18;
const OLDEST_YEARS = 120;

const POSTCODE = /^[A-Za-z0-9][A-Za-z0-9 -]{1,9}$/;
const DOCUMENT_NUMBER = /^[A-Za-z0-9][A-Za-z0-9 /-]{3,28}[A-Za-z0-9]$/;

/** The day `years` before `today`, both `YYYY-MM-DD`; comparing such texts compares the days. */
function yearsBefore(today: string, years: number): string {
  return `${String(Number(today.slice(0, 4)) - years).padStart(4, "0")}${today.slice(4)}`;
}

function dateOfBirth(text: string, today: string): string | undefined {
  if (!isDay(text) || text > today || text < yearsBefore(today, OLDEST_YEARS)) {
    return "Date of birth is not valid.";
  }
  return text > yearsBefore(today, YOUNGEST_YEARS) ? "You must be at least 18 years old" : undefined;
}

/** The value as it is stored. */
export function cleanIdentityField(field: IdentityField, text: string): string {
  const trimmed = text.trim();
  return field === "document_number" ? trimmed.toUpperCase() : trimmed;
}

/**
 * The message of the first rule that a field of the identity form fails, or undefined when it passes them all.
 * @param today the current day as `YYYY-MM-DD`, UTC: the person must be at least 18
 */
export function identityProblem(field: IdentityField, value: unknown, today: string): string | undefined {
  if (field === "first_name" || field === "last_name" || field === "middle_name") {
    return fieldProblem(field, value);
  }
  const label = IDENTITY_LABELS[field];
  if (value === undefined || value === null) return `${label} is a required field`;
  if (typeof value !== "string") return `${label} is not valid.`;
  const text = cleanIdentityField(field, value);
  if (text === "") return `${label} is a required field`;
  if (!isPlainLine(text) || Array.from(text).length > LONGEST_IDENTITY_TEXT) {
    return `${label} is not valid.`;
  }
  const holds = ((): boolean => {
    switch (field) {
      case "address_country":
      case "document_country":
        return isCountryCode(text);
      case "document_type":
        return DOCUMENT_TYPES.some((type) => type === text);
      case "document_number":
        return DOCUMENT_NUMBER.test(text);
      case "postcode":
        return POSTCODE.test(text);
      case "street":
      case "city":
      case "state":
        return /\p{L}/u.test(text);
      case "date_of_birth":
        return true;
    }
  })();
  if (!holds) return `${label} is not valid.`;
  return field === "date_of_birth" ? dateOfBirth(text, today) : undefined;
}

/** Whether a kind of document has a back that must be photographed too. */
export function needsBack(type: string | undefined): boolean {
  return type === "driver_licence" || type === "national_id";
}
