/** Acts of staff that need a second person: what they answer while they wait, and how they are decided. */
import { z } from "zod";
import { APPROVAL_STATUSES, STAFF_ROLES, STORED_APPROVAL_STATUSES } from "./choices.ts";
import { id, time } from "./ids.ts";
import { countedMeta, paging } from "./paging.ts";
import { internalNote, reasonField } from "./staff-texts.ts";

export type StoredApprovalStatus = (typeof STORED_APPROVAL_STATUSES)[number];
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** Answer of an act that waits for a second person: nothing is done yet. */
const awaitingApproval = z.object({
  outcome: z.literal("awaiting_approval"),
  approval: z.object({
    id,
    /** The procedure that is to be done. */
    act: z.string(),
    /** Why one person is not enough. */
    reasons: z.array(z.string()),
    expires_at: time,
  }),
});
export type AwaitingApproval = z.infer<typeof awaitingApproval>;

/** The answer of an act that may need a second person: what it answers otherwise, as `done`. */
export const doneOrAwaiting = <Shape extends z.ZodRawShape>(output: z.ZodObject<Shape>) =>
  z.discriminatedUnion("outcome", [
    z.object({ ...output.shape, outcome: z.literal("done") }),
    awaitingApproval,
  ]);

/** A value, and how the act changes it. */
const change = z.object({ what: z.string(), before: z.string(), after: z.string(), now: z.boolean() });
const detail = z.object({ name: z.string(), value: internalNote });
/** The email that the act sends, without its links; or a text that shows elsewhere, with the place as its subject. */
const reads = z.object({ to: z.string().nullable(), subject: z.string(), text: z.string() });

const person = z.object({ id: z.string(), name: z.string(), email: z.string() });

/** A request for a second person, as staff read it. */
export const approvalRecord = z
  .object({
    id,
    act: z.string(),
    /** The act in words. */
    title: z.string(),
    /**
     * The act's input: the identifier of a bank line, of a batch of payouts, of a deposit account, of a customer; the
     * reference of a deposit. Null if that is something else.
     */
    input_id: z.string().nullable(),
    status: z.enum(APPROVAL_STATUSES),
    /** The subject of the act. */
    subject: z.string(),
    /** Exact details of the act. */
    details: z.array(detail),
    /**
     * Its changes. A balance is `now`, as of the moment of the answer, where one request is read that waits; all else
     * is as it was when the act was asked for.
     */
    changes: z.array(change),
    /** The text for the customer; null if there is none, or it is known only once the act is done. */
    reads: reads.nullable(),
    reasons: z.array(z.string()),
    /**
     * Warnings for the second person: names that look like others, and what the reader shares with the one who asked: a device, a
     * network address, a phone.
     */
    warnings: z.array(z.string()),
    proposed_by: person,
    created_at: time,
    expires_at: time,
    decided_by: person.nullable(),
    decided_at: time.nullable(),
    /** Why it was rejected, or why it could not be done any more. */
    note: internalNote.nullable(),
    /** Whether the reader asked for it. */
    own: z.boolean(),
    /** Whether the reader may approve or reject it. */
    may_decide: z.boolean(),
    /** Roles that may approve it. */
    approver_roles: z.array(z.enum(STAFF_ROLES)),
    /** How many people other than the one who asked have such a role; with none it waits for someone to get one. */
    approvers: z.number().int(),
  })
  .meta({ id: "Approval" });
export type ApprovalRecord = z.infer<typeof approvalRecord>;

/** Newest first. */
export const approvalsInput = paging.extend({
  status: z.enum(APPROVAL_STATUSES, { error: "Choose a status" }).optional(),
});
export const approvalsPage = z.object({
  data: z.array(approvalRecord),
  meta: countedMeta,
  /** Whether this installation asks for a second person at all. */
  required: z.boolean(),
});

export const approvalInput = z.object({ id });
export const rejectApprovalInput = z.object({ id, reason: reasonField });

/** `result` is what the act answers once it is done; null if it could not be done any more, and `note` says why. */
export const approvedRecord = approvalRecord.safeExtend({
  result: z.record(z.string(), z.unknown()).nullable(),
});
export type ApprovedRecord = z.infer<typeof approvedRecord>;

/** An act of staff by the name of its procedure, with what it would be called with. */
export const previewActInput = z.object({ act: z.string(), input: z.unknown() });

/** A preview of an act. Anyone who approves it reads the same. */
export const actPreview = z
  .object({
    title: z.string(),
    subject: z.string(),
    details: z.array(detail),
    changes: z.array(change),
    reads: reads.nullable(),
    /** Why one person is not enough; none where one is. */
    reasons: z.array(z.string()),
    people: z.union([z.literal(1), z.literal(2)]),
  })
  .meta({ id: "ActPreview" });
export type ActPreview = z.infer<typeof actPreview>;
