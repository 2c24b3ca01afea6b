import { staffRolesOf } from "@wattle/contracts/accounts";
import { isConfidential } from "@wattle/contracts/confidential";
import { DomainError, type ErrorCode } from "@wattle/contracts/errors";
import { staffMay } from "@wattle/contracts/staff-access";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { asInternalNote, type InternalNote } from "@wattle/contracts/staff-texts";
import { decideApproval, findApproval, findPeople, type ApprovalDecision } from "@wattle/db/approvals";
import type { Reader, WriteTx } from "@wattle/db/database";
import type { ApprovalRow } from "@wattle/db/tables";
import type { SignedInUser } from "../../access/admission.ts";
import { recordAct, type Operator } from "../../audit/record-act.ts";
import type { Services } from "../../services.ts";
import { openProposal, statusAt } from "./proposal.ts";
import { lockStaff, mayAct } from "../../audit/lock-staff.ts";
import { sharedBy } from "./warnings.ts";
import { againOnViolation, perform } from "./perform.ts";
import { mayReadCases } from "../../audit/may-read-cases.ts";
import { isThirdPerson } from "./propose.ts";
import { isReviewed, type AnyAct, type StaffCall } from "./act.ts";

/** Finds the act behind a procedure; undefined if there is none (any more). */
export type FindAct = (path: string) => AnyAct | undefined;

/** The outcome of an approved request: the act's answer, or null if it could no longer be done. */
export interface Approved {
  readonly row: ApprovalRow;
  readonly result: Readonly<Record<string, unknown>> | null;
}

/** @throws DomainError `not_found` */
export async function requestOf(reader: Reader, id: string): Promise<ApprovalRow> {
  const row = await findApproval(reader, id);
  if (row === undefined) throw new DomainError("not_found");
  return row;
}

/** Says who was first, or that it is too late. */
async function conflict(reader: Reader, id: string, now: bigint): Promise<DomainError> {
  const row = await requestOf(reader, id);
  const status = statusAt(row, now);
  if (status === "expired") {
    return new DomainError("state_conflict", { message: OWN_MESSAGES.approvalExpired });
  }
  const [person] = await findPeople(reader, [row.decided_by ?? ""]);
  const message = person && ownMessage.alreadyDecided(status, person.first_name);
  return new DomainError("state_conflict", message === undefined ? {} : { message });
}

/**
 * Ends a request, and the audit log has it under both names.
 * @throws DomainError `state_conflict` where someone was first, or its time is over
 */
async function end(
  tx: WriteTx,
  { services, user }: Pick<StaffCall, "services" | "user">,
  id: string,
  decision: Pick<ApprovalDecision, "status" | "note">,
): Promise<ApprovalRow> {
  const at = BigInt(services.clock.now());
  const row = await decideApproval(tx, id, { ...decision, by: user.id, at });
  if (row === undefined) throw await conflict(tx, id, at);
  const shared = decision.status === "withdrawn" ? [] : await sharedBy(tx, row.proposed_by, user.id);
  await recordAct(tx, services, user, {
    action: `${isConfidential(row.act) ? "confidential" : "approval"}.${decision.status}`,
    subject: row.id,
    details: {
      act: row.act,
      about: row.subject,
      customer: row.customer_id ?? undefined,
      requested_by: row.proposed_by,
      input_hash: row.input_hash,
      ...(shared.length > 0 && { people_share: shared }),
      ...(row.note !== null && { internal_note: row.note }),
    },
  });
  return row;
}

/** The act could not be done. The decision about the request is not kept either. */
class ActFailed extends Error {
  readonly why: string;
  constructor(why: string, cause?: unknown) {
    super(why, { cause });
    this.name = "ActFailed";
    this.why = why;
  }
}

/** Errors that pass, and one that is about who approves: the request goes on waiting. */
const PASSING: ReadonlySet<ErrorCode> = new Set(["rate_unavailable", "service_unavailable", "own_act"]);

/** Turns a refusal of the act into its failure; anything else goes on. */
function failureOf(thrown: unknown): unknown {
  if (!(thrown instanceof DomainError) || PASSING.has(thrown.code)) return thrown;
  const texts = new Set([thrown.message, ...Object.values(thrown.fields ?? {}).flat()]);
  return new ActFailed([...texts].join(" "), thrown);
}

async function orFailed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw failureOf(thrown);
  }
}

/** Does what was asked for, as it is now, in the transaction that approves it. @throws ActFailed */
async function carryOut(
  tx: WriteTx,
  { services, user }: StaffCall,
  row: ApprovalRow,
  act: AnyAct,
  { input, known, proposer }: { input: unknown; known: unknown; proposer: Operator },
): Promise<Readonly<Record<string, unknown>>> {
  return orFailed(async () => {
    const operator = { ...proposer, approvedBy: user.id, approverEmail: user.email };
    const plan = await act.plan(tx, { services, operator, known }, input);
    if (!isReviewed(plan)) throw new ActFailed("One person can do this now.");
    const { state } = openProposal(services.vault, row);
    // The approver has read this. A proposal that is judged again may apply the same input to something else.
    if (plan.subject !== row.subject || (plan.customer ?? null) !== row.customer_id) {
      throw new ActFailed(`Changed meanwhile. It was about ${row.subject}. It is about ${plan.subject}.`);
    }
    if (plan.state !== state)
      throw new ActFailed(`Changed meanwhile. It was: ${state}. It is: ${plan.state}.`);
    return { ...((await perform(tx, services, operator, plan)) as object), outcome: "done" };
  });
}

/** Approves and does in one transaction. @throws ActFailed, having done neither */
async function approveAndDo(ctx: StaffCall, row: ApprovalRow, act: AnyAct): Promise<Approved> {
  const { services, user } = ctx;
  const parsed = act.input.safeParse(openProposal(services.vault, row).input);
  if (!parsed.success) throw new ActFailed(parsed.error.issues.map(({ message }) => message).join(" "));
  const input: unknown = parsed.data;
  const known = await orFailed(() => Promise.resolve(act.look?.(services, input, user)));
  const work = async (tx: WriteTx): Promise<Approved> => {
    const locked = await lockStaff(tx, user.id, row.act, [row.proposed_by]);
    const approved = await end(tx, ctx, row.id, { status: "approved" });
    const proposer = locked.find(({ id }) => id === row.proposed_by);
    if (proposer !== undefined && !mayAct(proposer, row.act)) {
      throw new ActFailed("The person who asked may no longer do this.");
    }
    const by = { id: row.proposed_by, ...(proposer && { email: proposer.email }) };
    const result = await carryOut(tx, ctx, row, act, { input, known, proposer: by });
    return { row: approved, result };
  };
  const approved = await againOnViolation(() => services.database.write(work));
  await act.after?.(ctx, input, approved.result as never);
  return approved;
}

/** Keeps that a request could not be done. */
async function fail(ctx: StaffCall, row: ApprovalRow, why: string): Promise<Approved> {
  return ctx.services.database.write(async (tx) => {
    const failed = await end(tx, ctx, row.id, { status: "failed", note: asInternalNote(why) });
    return { row: failed, result: null };
  });
}

/** A request that someone else made. @throws DomainError `own_act`, `not_found`, `state_conflict` */
async function othersRequest(
  { database, clock }: Pick<Services, "database" | "clock">,
  user: SignedInUser,
  id: string,
): Promise<ApprovalRow> {
  const row = await requestOf(database.read, id);
  const now = BigInt(clock.now());
  if (isConfidential(row.act) && !mayReadCases(user)) throw new DomainError("not_found");
  if (statusAt(row, now) !== "pending") throw await conflict(database.read, id, now);
  const [proposer] = await findPeople(database.read, [row.proposed_by]);
  const people = { proposer: proposer ?? { id: row.proposed_by, email: "" }, about: row.customer_id };
  if (!isThirdPerson(user, people)) throw new DomainError("own_act");
  return row;
}

/**
 * Approves a request and does what it asks for, judged again as things are now: both in one transaction. If it can no
 * longer be done, the request ends as `failed`, with the reason as its note.
 * @throws DomainError `not_found`; `own_act` for the own request, or one about an account of the own email address;
 * `forbidden` without a role that has the act; `state_conflict` if it was decided before, saying by whom, or has
 * expired; `rate_unavailable`
 */
export async function approve(ctx: StaffCall, findAct: FindAct, id: string): Promise<Approved> {
  const row = await othersRequest(ctx.services, ctx.user, id);
  try {
    const act = findAct(row.act);
    if (act === undefined) throw new ActFailed("This act no longer exists.");
    // Before it is looked at: to end a request as failed is a decision, too.
    if (!staffMay(staffRolesOf(ctx.user.roles), row.act)) throw new DomainError("forbidden");
    return await approveAndDo(ctx, row, act);
  } catch (thrown) {
    if (!(thrown instanceof ActFailed)) throw thrown;
    return fail(ctx, row, thrown.why);
  }
}

/**
 * Refuses a request.
 * @throws DomainError `not_found`, `own_act`, `forbidden`, `state_conflict`
 */
export async function reject(
  { services, user }: StaffCall,
  id: string,
  reason: InternalNote,
): Promise<ApprovalRow> {
  const { act } = await othersRequest(services, user, id);
  return services.database.write(async (tx) => {
    await lockStaff(tx, user.id, act);
    return end(tx, { services, user }, id, { status: "rejected", note: reason });
  });
}

/**
 * Takes the own request back.
 * @throws DomainError `not_found`, `forbidden` for one of someone else, `state_conflict`
 */
export async function withdraw({ services, user }: StaffCall, id: string): Promise<ApprovalRow> {
  return services.database.write(async (tx) => {
    const { proposed_by, act } = await requestOf(tx, id);
    if (isConfidential(act) && !mayReadCases(user)) throw new DomainError("not_found");
    if (proposed_by !== user.id) throw new DomainError("forbidden");
    return end(tx, { services, user }, id, { status: "withdrawn" });
  });
}
