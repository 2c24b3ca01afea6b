/** Reports to the authority, as drafts until they are filed outside. Only compliance learns of them. */
import { z } from "zod";
import { FILING_FORMATS, FILING_KINDS } from "./choices.ts";
import { cursor } from "./cursor.ts";
import { isDay } from "./days.ts";
import { id, time } from "./ids.ts";
import { wholeNumber } from "./paging.ts";
import { isPlainLine } from "./plain-text.ts";

const LONGEST_FIELD = 5_000;
const LONGEST_NAME = 40;
const LONGEST_RECEIPT = 60;

const kind = z.enum(FILING_KINDS, "Choose a kind");

/** Texts by the names of `filing-fields.ts`. */
const filingTexts = z
  .record(
    z.string().max(LONGEST_NAME),
    z.string("Enter a text").max(LONGEST_FIELD, "At most 5,000 characters"),
  )
  .meta({ id: "FilingTexts" });

export const draftFilingInput = z.object({
  kind,
  case: id.optional(),
  /** Reference of a transaction. */
  reference: z.string("Check the reference and try again").max(LONGEST_NAME).optional(),
});
export const filingInput = z.object({ id });
export const saveFilingInput = z.object({ id, fields: filingTexts });
export const filedInput = z.object({
  id,
  /** The authority’s number for it. */
  receipt: z
    .string("Enter the receipt’s number")
    .trim()
    .min(1, "Enter the receipt’s number")
    .max(LONGEST_RECEIPT, "At most 60 characters")
    .refine(isPlainLine, "Enter the receipt’s number"),
  filed_on: z.string("Choose a day").refine(isDay, "Choose a day"),
});
export const filingsInput = z
  .object({ kind: kind.optional(), after: cursor.optional(), limit: wholeNumber(1, 200).default(50) })
  .prefault({});
export const filingFileInput = z.object({ id, format: z.enum(FILING_FORMATS, "Choose pdf or csv") });

export const filingRecord = z
  .object({
    id,
    kind,
    case: id.nullable(),
    customer: z.object({ id, email: z.string(), name: z.string() }),
    reference: z.string().nullable(),
    fields: filingTexts,
    created_at: time,
    due_at: time,
    /** Null until it is filed. */
    receipt: z.string().nullable(),
    filed_on: z.string().nullable(),
    /** Its texts are not those that were filed: someone changed them in the database. */
    altered: z.boolean(),
  })
  .meta({ id: "Filing" });
export type FilingRecord = z.infer<typeof filingRecord>;

export const filingsPage = z.object({ data: z.array(filingRecord), next: z.string().nullable() });

export const filingFile = z.object({
  filename: z.string(),
  /** Base64. */
  content: z.string(),
});
