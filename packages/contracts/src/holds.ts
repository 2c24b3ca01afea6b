import { z } from "zod";
import { HOLD_KINDS } from "./choices.ts";
import { id, time } from "./ids.ts";
import { internalNote, internalNoteField } from "./staff-texts.ts";

export type HoldKind = (typeof HOLD_KINDS)[number];

const MISSING = "Choose what to hold";

/** Puts kinds of calls of a customer on hold, or releases them. */
export const holdInput = z.object({
  id,
  on: z
    .array(z.enum(HOLD_KINDS, { error: MISSING }), { error: MISSING })
    .min(1, MISSING)
    .max(HOLD_KINDS.length, MISSING),
  internal_note: internalNoteField,
});

/** A hold, from when it was put until it is released. */
export const holdRecord = z
  .object({
    id,
    on: z.enum(HOLD_KINDS),
    internal_note: internalNote,
    held_by: z.string(),
    held_at: time,
    /** Null, as the next two, while it lasts. */
    released_by: z.string().nullable(),
    released_at: time.nullable(),
    release_note: internalNote.nullable(),
  })
  .meta({ id: "Hold" });
export type HoldRecord = z.infer<typeof holdRecord>;

/** The customer's current holds. */
export const customerHolds = z.object({
  id,
  on: z.array(z.enum(HOLD_KINDS)),
  /** All holds, released ones too, newest first. */
  holds: z.array(holdRecord),
});
export type CustomerHolds = z.infer<typeof customerHolds>;
