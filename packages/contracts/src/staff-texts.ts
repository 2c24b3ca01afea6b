/**
 * Texts of staff: notes that stay among staff, and messages to customers. The two have types that do not fit each
 * other's places.
 */
import { z } from "zod";
import { isPlainMessage } from "./plain-text.ts";

const LONGEST_NOTE = 2000;
const LONGEST_MESSAGE = 300;
/** With room for a signed rate, which proves a price. */
const LONGEST_REPLY = 5000;

declare const forStaff: unique symbol;
/**
 * A note of staff for staff. It is stored and sent as text, but its type is no `string`: it fits neither an answer to a
 * customer, nor a mail, nor an error message, nor a column that customers read.
 */
export interface InternalNote {
  readonly [forStaff]: true;
}

/** Marks a text as only for staff. There is no way back. */
export const asInternalNote = (text: string): InternalNote => text as unknown as InternalNote;

/** Text of several lines, above one letter, without what cannot be seen. */
const text = (label: string, longest: number) =>
  z
    .string({ error: `${label} is a required field` })
    .trim()
    .min(1, `${label} is a required field`)
    .max(longest, `${label} is not valid.`)
    .refine(isPlainMessage, `${label} is not valid.`);

/** Why staff did something, only for staff. */
export const internalNoteField = text("Internal note", LONGEST_NOTE).transform(asInternalNote);

/** Why staff refuse what a colleague asks for. */
export const reasonField = text("Reason", LONGEST_NOTE).transform(asInternalNote);

/** A note of staff in an answer to staff. */
export const internalNote = z
  .custom<InternalNote>((value) => typeof value === "string")
  .meta({
    type: "string",
    description: "Only for staff",
  });

/** A note of staff about a customer, only for staff. */
export const noteTextField = text("Text", LONGEST_NOTE).transform(asInternalNote);

/** Plain text to the customer, who reads it in the history and in a mail. */
export const customerMessageField = text("Message", LONGEST_MESSAGE);

/** Plain text to who wrote an enquiry, who reads it in a mail. */
export const replyField = text("Reply", LONGEST_REPLY);
