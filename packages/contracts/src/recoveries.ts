/** Customers who lost their second factor: what they send, and how staff decide. */
import { z } from "zod";
import { captchaField } from "./captcha.ts";
import { RECOVERY_STATUSES } from "./choices.ts";
import { id, time } from "./ids.ts";
import { identityDocument } from "./identity.ts";
import { countedMeta, paging } from "./paging.ts";
import { loginInput } from "./sessions.ts";
import { customerMessageField, internalNote, internalNoteField } from "./staff-texts.ts";

export type RecoveryStatus = (typeof RECOVERY_STATUSES)[number];

/** Asked for where the code of two-step login is. */
export const recoveryInput = loginInput
  .pick({ email: true, password: true })
  .extend({ captcha: captchaField });

export const recoveriesInput = paging.extend({
  status: z.enum(RECOVERY_STATUSES, { error: "Choose a status" }).optional(),
});
export const approveRecoveryInput = z.object({ id, internal_note: internalNoteField.optional() });
/** The customer reads `message`. */
export const rejectRecoveryInput = approveRecoveryInput.extend({ message: customerMessageField });

/** A recovery as staff read it. The photos are opened like all identity documents. */
export const recoveryRecord = z
  .object({
    id,
    status: z.enum(RECOVERY_STATUSES),
    customer: z.object({ id, email: z.string(), name: z.string() }),
    /** Documents that the customer sent to recover the account. */
    photo: identityDocument,
    /** Documents that verified the customer's identity. */
    documents: z.array(identityDocument),
    created_at: time,
    /** When two-step login goes off, once approved. */
    due_at: time.nullable(),
    ended_at: time.nullable(),
    /** Why staff rejected it. */
    note: internalNote.nullable(),
  })
  .meta({ id: "Recovery" });
export type RecoveryRecord = z.infer<typeof recoveryRecord>;
export const recoveriesPage = z.object({ data: z.array(recoveryRecord), meta: countedMeta });
