/** Cases of compliance. Customers, partners and support never learn that there is any. */
import { z } from "zod";
import { CASE_KINDS, CASE_OUTCOMES, CASE_STATUSES, LIST_SOURCES } from "./choices.ts";
import { cursor } from "./cursor.ts";
import { isDay } from "./days.ts";
import { id, time } from "./ids.ts";
import { listEntry } from "./lists.ts";
import { wholeNumber } from "./paging.ts";
import { internalNote, internalNoteField, noteTextField } from "./staff-texts.ts";

/** Newest first. */
export const casesInput = z
  .object({
    status: z.enum(CASE_STATUSES, "Choose a status").optional(),
    kind: z.enum(CASE_KINDS, "Choose a kind").optional(),
    /** The identifier of a member of staff. */
    assignee: id.optional(),
    after: cursor.optional(),
    limit: wholeNumber(1, 200).default(50),
  })
  .prefault({});

export const caseInput = z.object({ id });
export const assignCaseInput = z.object({ id, staff: id });
export const noteCaseInput = z.object({ id, text: noteTextField });
export const markCaseInput = z.object({ id, terrorism: z.boolean("Choose yes or no") });
const isoTimeText = z.iso.datetime({ offset: true });
export const snoozeCaseInput = z.object({
  id,
  /** The day on which it is open again, or the time: `2026-11-30`, `2026-11-30T09:00:00Z`. */
  until: z
    .string("Choose a day")
    .refine((text) => isDay(text) || isoTimeText.safeParse(text).success, "Choose a day"),
  internal_note: internalNoteField,
});
export const closeCaseInput = z.object({
  id,
  outcome: z.enum(CASE_OUTCOMES, "Choose an outcome"),
  internal_note: internalNoteField,
});

const customer = z.object({ id, email: z.string(), name: z.string() });

/** The compared name: the customer's, or of someone whom the customer pays or who pays for the customer. */
const comparedIdentity = z.object({
  of: z.enum(["customer", "payee", "payer"]),
  name: z.string(),
  birth_date: z.string().nullable(),
  countries: z.array(z.string()),
});
export type ComparedIdentity = z.infer<typeof comparedIdentity>;

/** A comparison and its score from 0 to 1, which is the sum of its parts. */
const screeningHit = z
  .object({
    id,
    source: z.enum(LIST_SOURCES),
    /** The version of the list. */
    version: z.string(),
    asked: comparedIdentity,
    entry: listEntry,
    score: z.number(),
    parts: z.object({ name: z.number(), birth_date: z.number(), country: z.number() }),
    found_at: time,
  })
  .meta({ id: "ScreeningHit" });
export type ScreeningHitRecord = z.infer<typeof screeningHit>;

/** A case as a row of the list. */
const caseSummary = z
  .object({
    id,
    kind: z.enum(CASE_KINDS),
    /** The rule that opened it; null if none did. */
    rule: z.string().nullable(),
    status: z.enum(CASE_STATUSES),
    customer,
    opened_at: time,
    due_at: time,
    /** The identifier of who works on it. */
    assignee: id.nullable(),
    terrorism: z.boolean(),
    snoozed_until: time.nullable(),
    closed_at: time.nullable(),
    outcome: z.enum(CASE_OUTCOMES).nullable(),
  })
  .meta({ id: "CaseSummary" });
export type CaseSummary = z.infer<typeof caseSummary>;

/** Staff who may work on cases. */
const colleagues = z.array(z.object({ id, name: z.string() }));

export const casesPage = z.object({
  data: z.array(caseSummary),
  next: z.string().nullable(),
  colleagues,
});

const caseNote = z.object({ id, author: z.string(), text: internalNote, created_at: time });

export const caseRecord = caseSummary
  .extend({
    /** References of the transactions that a rule found. */
    rows: z.array(z.string()),
    hits: z.array(screeningHit),
    notes: z.array(caseNote),
    /** Identifiers of reports to the authority. */
    filings: z.array(id),
    /** The customer's other cases, newest first. */
    linked: z.array(caseSummary),
    colleagues,
  })
  .meta({ id: "Case" });
export type CaseRecord = z.infer<typeof caseRecord>;
