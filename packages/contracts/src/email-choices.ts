import { z } from "zod";
import { OPTIONAL_EMAILS } from "./emails.ts";

const kind = z.enum(OPTIONAL_EMAILS, { error: "Choose a kind of email" });

/** The optional emails that a customer gets. */
export const emailChoices = z.object({ on: z.array(kind) });
export type EmailChoices = z.infer<typeof emailChoices>;

export const emailChoiceInput = z.object({ kind, on: z.boolean("Choose true or false") });
