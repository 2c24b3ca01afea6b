import { z } from "zod";
import { id, time } from "./ids.ts";
import {
  ABOUT_CHOICES,
  ABOUT_FIELDS,
  ABOUT_LABELS,
  aboutMissing,
  type AboutField,
} from "./identity-about.ts";
import {
  cleanIdentityField,
  DOCUMENT_MEDIA_TYPES,
  DOCUMENT_SIDES,
  IDENTITY_FIELDS,
  IDENTITY_LABELS,
  identityProblem,
  LONGEST_IDENTITY_TEXT,
  type IdentityField,
} from "./identity-rules.ts";
import { IDENTITY_PROVIDERS, PROVIDER_STATES } from "./identity-checks.ts";
import { isPlainLine } from "./plain-text.ts";
import { USER_STATUSES } from "./accounts.ts";

/** A field as far as it has been typed: any short text. The form's rules are for the whole form, when it is sent. */
const draftText = (field: IdentityField) =>
  z
    .string(`${IDENTITY_LABELS[field]} is not valid.`)
    .max(LONGEST_IDENTITY_TEXT, `${IDENTITY_LABELS[field]} is not valid.`)
    .refine(isPlainLine, `${IDENTITY_LABELS[field]} is not valid.`)
    .optional();

const aboutError =
  (field: AboutField) =>
  ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? aboutMissing(field) : `${ABOUT_LABELS[field]} is not valid.`;
const aboutChoice = <const Field extends keyof typeof ABOUT_CHOICES>(field: Field) =>
  z.enum(ABOUT_CHOICES[field], { error: aboutError(field) });

/** Answers of the form's second step. */
const identityAbout = z
  .object({
    occupation: aboutChoice("occupation"),
    purpose: aboutChoice("purpose"),
    source_of_funds: aboutChoice("source_of_funds"),
    /** Expected deposits of a month, in the home currency. */
    expected_monthly: aboutChoice("expected_monthly"),
    /** Whether the customer, a relative or a close associate is in a senior public position. */
    politically_exposed: z.boolean({ error: aboutError("politically_exposed") }),
  })
  .meta({ id: "IdentityAbout" });

/** The form is sent with these answers, or else with those that were kept. */
export const sendIdentityInput = z.object({ about: identityAbout.optional() }).optional();

/** Draft of the identity form, every field optional. */
export const identityDraft = z
  .object({
    first_name: draftText("first_name"),
    middle_name: draftText("middle_name"),
    last_name: draftText("last_name"),
    date_of_birth: draftText("date_of_birth"),
    street: draftText("street"),
    city: draftText("city"),
    state: draftText("state"),
    postcode: draftText("postcode"),
    address_country: draftText("address_country"),
    document_type: draftText("document_type"),
    document_number: draftText("document_number"),
    document_country: draftText("document_country"),
    about: identityAbout.partial().meta({ id: "IdentityAboutDraft" }).optional(),
  })
  .meta({ id: "IdentityDraft" });
export type IdentityDraft = z.output<typeof identityDraft>;

/** A whole form, each field as it is stored. */
export type IdentityForm = Readonly<Record<IdentityField, string>>;

/**
 * Judges a whole form by the rules of `identity-rules.ts`.
 * @param today `YYYY-MM-DD`, UTC
 * @returns the form as it is stored, or the messages by field
 */
export function readIdentityForm(
  draft: IdentityDraft,
  today: string,
): { readonly form: IdentityForm } | { readonly problems: Readonly<Record<string, string[]>> } {
  const problems: Record<string, string[]> = {};
  for (const field of IDENTITY_FIELDS) {
    const problem = identityProblem(field, draft[field], today);
    if (problem !== undefined) problems[field] = [problem];
  }
  if (Object.keys(problems).length > 0) return { problems };
  const cleaned = IDENTITY_FIELDS.map((field) => [field, cleanIdentityField(field, draft[field] ?? "")]);
  return { form: Object.fromEntries(cleaned) as IdentityForm };
}

/** A stored upload, as its owner and the desk see it. */
export const identityDocument = z
  .object({
    id,
    side: z.enum(DOCUMENT_SIDES),
    media_type: z.enum(DOCUMENT_MEDIA_TYPES),
    /** Size in bytes. */
    bytes: z.int(),
    file_name: z.string(),
    created_at: time,
  })
  .meta({ id: "IdentityDocument" });
export type IdentityDocument = z.infer<typeof identityDocument>;

/** Differences between the waiting form and the one that was sent back before it. */
export const sinceLastTry = z
  .object({
    sent_back_at: time,
    /** Message to the customer at that time. */
    message: z.string(),
    /** Fields with other text, in the order of the form; empty text where a field had, or has, none. */
    changed: z.array(z.object({ field: z.enum(IDENTITY_FIELDS), before: z.string(), after: z.string() })),
    /** Sides whose photo is another one, was added or was taken out; `before` is what was sent then. */
    photos: z.array(z.object({ side: z.enum(DOCUMENT_SIDES), before: identityDocument.nullable() })),
    /** Answers of the second step as they were, of questions that are answered otherwise now; null if there was none. */
    answers: z.array(
      z.object({ field: z.enum(ABOUT_FIELDS), before: z.union([z.string(), z.boolean()]).nullable() }),
    ),
  })
  .meta({ id: "SinceLastTry" });
export type SinceLastTry = z.infer<typeof sinceLastTry>;

/** How far an account's identity check is. */
export const identityState = z
  .object({
    status: z.enum(USER_STATUSES),
    /** Why it was rejected; null otherwise. */
    reason: z.string().nullable(),
    draft: identityDraft,
    documents: z.array(identityDocument),
    /** How far the check by an identity provider is, which takes the place of photos; null if there is no provider. */
    check: z
      .object({
        provider: z.enum(IDENTITY_PROVIDERS),
        state: z.enum(["none", "started", "checking", "retry", "done"]),
      })
      .nullable(),
    submitted_at: time.nullable(),
    decided_at: time.nullable(),
    saved_at: time.nullable(),
  })
  .meta({ id: "IdentityState" });
export type IdentityState = z.infer<typeof identityState>;

export const documentInput = z.object({ id });

/** The page at the provider where a customer is checked. It opens for half an hour. */
export const startedIdentityCheck = z.object({ url: z.url({ protocol: /^https$/ }) });
export type StartedIdentityCheck = z.infer<typeof startedIdentityCheck>;

/** An identity provider's answer about a customer, for compliance. */
export const identityCheck = z.object({
  provider: z.enum(IDENTITY_PROVIDERS),
  state: z.enum(PROVIDER_STATES),
  /** Facts that it read from the document; empty text if it says nothing. */
  found: z.object({
    name: z.string(),
    birth_date: z.string(),
    /** Type and country in the provider's words. */
    document: z.string(),
    document_number: z.string(),
  }),
  /** Facts that are not as in the form, or not known. */
  differs: z.array(z.enum(["name", "birth_date", "document_number"])),
  /** The provider's own words for what it declines. */
  labels: z.array(z.string()),
  started_at: time,
  changed_at: time,
  /** The provider's page about the customer; null until it knows one. */
  url: z.url().nullable(),
});
export type IdentityCheckReport = z.infer<typeof identityCheck>;
