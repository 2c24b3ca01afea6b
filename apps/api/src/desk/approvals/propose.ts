import { staffRolesOf } from "@wattle/contracts/accounts";
import type { AwaitingApproval } from "@wattle/contracts/approvals";
import { isConfidential } from "@wattle/contracts/confidential";
import { DomainError } from "@wattle/contracts/errors";
import { ownMessage } from "@wattle/contracts/own-messages";
import { staffMay } from "@wattle/contracts/staff-access";
import { asInternalNote, type InternalNote } from "@wattle/contracts/staff-texts";
import { lockUser } from "@wattle/db/accounts";
import { findPendingApproval, findPeople, insertApproval, listPendingOf } from "@wattle/db/approvals";
import type { WriteTx } from "@wattle/db/database";
import { listShared } from "@wattle/db/people-alike";
import { listStaff } from "@wattle/db/staff";
import type { ApprovalRow, User } from "@wattle/db/tables";
import type { SignedInUser } from "../../access/admission.ts";
import { noteMoved, peopleReasons } from "../../audit/people-needed.ts";
import { mayAct } from "../../audit/lock-staff.ts";
import { isOnePerson } from "../../audit/same-mailbox.ts";
import { recordAct } from "../../audit/record-act.ts";
import { isoTime } from "../../clock.ts";
import { tellOperator } from "../../events/tell-operator.ts";
import { approvalWaitingMail } from "../../mail/approval-mails.ts";
import { mailTime } from "../../mail/mail-time.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { momentText } from "../../moment-text.ts";
import { keepChanges } from "./changes.ts";
import { hashOfInput, openProposal, readableSubject, sealProposal } from "./proposal.ts";
import { alikeOf, fullName, sharedText } from "./warnings.ts";
import { againOnViolation, judge, perform } from "./perform.ts";
import { readsOf } from "./reads.ts";
import type { ActServices, AnyAct, AnyReviewedAct, ReviewedPlan, StaffCall } from "./act.ts";

/** How long a request waits before it expires. */
const APPROVAL_MILLISECONDS = 72 * 60 * 60_000;

interface People {
  readonly proposer: Pick<User, "id" | "email">;
  /** The account that a request is about. */
  readonly about: string | null;
}

/** Whether someone is neither who asked for a request nor whom it is about. */
export const isThirdPerson = (someone: Pick<User, "id" | "email">, { proposer, about }: People): boolean =>
  !isOnePerson(someone, proposer) && someone.id !== about;

/** Whether someone may decide a request for an act while it waits. */
export const mayDecide = (
  someone: Pick<SignedInUser, "id" | "email" | "roles">,
  { act, ...people }: People & { readonly act: string },
): boolean => isThirdPerson(someone, people) && staffMay(staffRolesOf(someone.roles), act);

interface Proposed {
  readonly path: string;
  readonly act: AnyReviewedAct;
  readonly by: SignedInUser;
  readonly input: unknown;
  readonly plan: ReviewedPlan<unknown>;
  readonly reasons: readonly string[];
}

/** Details for the second person. */
export const detailsOf = ({ details }: ReviewedPlan<unknown>): { name: string; value: InternalNote }[] =>
  Object.entries(details).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: typeof value === "string" ? asInternalNote(value) : value }],
  );

/** The key under which a request is made once, if its input has one. */
function keyOf(input: unknown): string | null {
  const key = (input as { readonly idempotency_key?: unknown } | undefined)?.idempotency_key;
  return typeof key === "string" ? key : null;
}

const answerOf = (row: ApprovalRow): AwaitingApproval => ({
  outcome: "awaiting_approval",
  approval: {
    id: row.id,
    act: row.act,
    reasons: JSON.parse(row.reasons) as string[],
    expires_at: isoTime(row.expires_at),
  },
});

/** All that an email says of an act that is only for compliance. */
const CONFIDENTIAL_REQUEST = {
  title: "Do an act of compliance",
  subject: "the desk says which",
  looks: undefined,
  reasons: ["It needs two people."],
  warnings: [],
} as const;

/** Tells those who may approve it, apart from the one who asks. */
async function mailApprovers(
  tx: WriteTx,
  services: ActServices,
  { path, act, by, plan, reasons }: Proposed,
  row: ApprovalRow,
  warnings: readonly string[],
): Promise<void> {
  const { config } = services;
  const [asking] = await findPeople(tx, [by.id]);
  const [customer] = row.customer_id === null ? [] : await findPeople(tx, [row.customer_id]);
  const team = await listStaff(tx, { withDemo: config.DEMO });
  const shared = await listShared(
    tx,
    by.id,
    team.map(({ id }) => id),
  );
  for (const member of team) {
    if (!isThirdPerson(member, { proposer: by, about: row.customer_id }) || !mayAct(member, path)) continue;
    const mail = approvalWaitingMail(member.first_name, {
      proposer: asking === undefined ? by.first_name : fullName(asking),
      ...(isConfidential(path)
        ? CONFIDENTIAL_REQUEST
        : {
            title: act.title,
            subject: readableSubject(row, customer),
            looks: plan.looks,
            reasons,
            warnings: [...warnings, ...sharedText(by.first_name, shared.get(member.id))],
          }),
      expiresAt: mailTime(row.expires_at, config.TIME_ZONE),
      url: `${config.APP_ORIGIN}/teamaccess/approvals?id=${row.id}`,
    });
    await queueMail(tx, services, { to: member.email, mail, confidential: isConfidential(path) });
  }
}

/**
 * Refuses what can be done only once while a request for it waits, no matter who asks: of two decisions, one would fail.
 * @param once the identifier of what it is done to
 * @throws DomainError `state_conflict`, which says who has asked and when
 */
export async function refuseWaiting(
  tx: WriteTx,
  { vault, clock, config }: Pick<ActServices, "vault" | "clock" | "config">,
  path: string,
  once: string,
): Promise<void> {
  const pending = await listPendingOf(tx, path, BigInt(clock.now()));
  const first = pending.find((row) => openProposal(vault, row).once === once);
  if (first === undefined) return;
  const [person] = await findPeople(tx, [first.proposed_by]);
  const at = momentText(Number(first.created_at), config.TIME_ZONE);
  throw new DomainError("state_conflict", { message: ownMessage.askedBy(person?.first_name ?? "Staff", at) });
}

/**
 * Keeps an act until a second person decides. The same request under its idempotency key is kept once.
 * @throws DomainError `idempotency_conflict`; `state_conflict` if a request for what can be done once waits already
 */
async function wait(tx: WriteTx, services: ActServices, proposed: Proposed): Promise<AwaitingApproval> {
  const { path, by, input, plan, reasons } = proposed;
  const { ids, clock, vault } = services;
  const now = BigInt(clock.now());
  const [key, hash] = [keyOf(input), hashOfInput(path, input)];
  const earlier = key === null ? undefined : await findPendingApproval(tx, { proposedBy: by.id, key, now });
  if (earlier !== undefined) {
    if (earlier.input_hash === hash) return answerOf(earlier);
    throw DomainError.at("idempotency_key", "idempotency_conflict");
  }
  if (plan.once !== undefined) {
    // A concurrent second request waits here until the first is written.
    if (plan.customer !== undefined) await lockUser(tx, plan.customer);
    await refuseWaiting(tx, services, path, plan.once);
  }
  const alike = await alikeOf(tx, plan);
  const id = ids.uuid();
  const row: ApprovalRow = {
    id,
    act: path,
    status: "pending",
    subject: plan.subject,
    customer_id: plan.customer ?? null,
    reasons: JSON.stringify(reasons),
    proposal: sealProposal(vault, id, {
      input,
      details: detailsOf(plan),
      changes: await keepChanges(tx, plan.changes),
      reads: readsOf(plan),
      warnings: alike.texts,
      state: plan.state,
      once: plan.once,
    }),
    input_hash: hash,
    idempotency_key: key,
    proposed_by: by.id,
    created_at: now,
    expires_at: now + BigInt(APPROVAL_MILLISECONDS),
    decided_by: null,
    decided_at: null,
    note: null,
  };
  await insertApproval(tx, row);
  await recordAct(tx, services, by, {
    action: isConfidential(path) ? "confidential.requested" : "approval.requested",
    subject: id,
    details: {
      act: path,
      about: plan.subject,
      customer: plan.customer,
      reasons,
      input_hash: hash,
      ...(alike.texts.length > 0 && { looks_alike: alike.ids }),
    },
  });
  await mailApprovers(tx, services, proposed, row, alike.texts);
  await tellOperator(tx, services, {
    type: "approval.waiting",
    data: { approval: id, act: isConfidential(path) ? null : path, expires_at: isoTime(row.expires_at) },
  });
  return answerOf(row);
}

/** Why one person is not enough for what was planned, and what it moves. */
export async function reasonsOf(
  tx: WriteTx,
  services: ActServices,
  { act, by, plan }: { readonly act: AnyAct } & Pick<Proposed, "by" | "plan">,
) {
  const moving = { moves: act.moves, by: by.id, customer: plan.customer, worth: plan.worth };
  const sums = await peopleReasons(tx, services, moving);
  return { moving, reasons: services.config.APPROVALS === "off" ? [] : [...plan.reasons, ...sums] };
}

/**
 * Does an act if one person is enough; otherwise keeps it until a second one decides. Both are judged while the row of
 * the one who asks is held: many calls at once cannot pass a limit together.
 * @param path the act's procedure
 * @throws DomainError what the act refuses; `own_act` for an account of the own email address; `forbidden`
 */
export async function propose(
  act: AnyReviewedAct,
  path: string,
  ctx: StaffCall,
  input: unknown,
): Promise<object> {
  const { services, user } = ctx;
  const known = await act.look?.(services, input, user);
  const work = async (tx: WriteTx): Promise<object> => {
    const plan = await judge<ReviewedPlan<unknown>>(tx, ctx, { path, act, known }, input);
    const { moving, reasons } = await reasonsOf(tx, services, { act, by: user, plan });
    if (reasons.length > 0) return wait(tx, services, { path, act, by: user, input, plan, reasons });
    await noteMoved(tx, services, moving);
    return { ...((await perform(tx, services, user, plan)) as object), outcome: "done" };
  };
  const answer = await againOnViolation(() => services.database.write(work));
  if ("outcome" in answer && answer.outcome === "done") await act.after?.(ctx, input, answer as never);
  return answer;
}
