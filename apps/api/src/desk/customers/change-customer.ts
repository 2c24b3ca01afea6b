import { PERMISSIONS, USER_STATUSES } from "@wattle/contracts/accounts";
import type { AuditAct } from "@wattle/contracts/audit-acts";
import {
  blockCustomerInput,
  customerSummary,
  decideCustomerInput,
  permissionsInput,
  rejectCustomerInput,
  verifyCustomerInput,
  type CustomerSummary,
} from "@wattle/contracts/desk";
import { UNDO_MILLISECONDS } from "@wattle/contracts/choices";
import { DomainError } from "@wattle/contracts/errors";
import { documentInput, identityDocument } from "@wattle/contracts/identity";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { updateUser } from "@wattle/db/accounts";
import { newestAuditOf } from "@wattle/db/audit";
import { changeUserInStatus } from "@wattle/db/customers";
import type { WriteTx } from "@wattle/db/database";
import { cancelEvent } from "@wattle/db/events";
import { findDocumentForDesk, markIdentity } from "@wattle/db/identity";
import { findIdentityCheck } from "@wattle/db/identity-checks";
import { isScreeningOpen } from "@wattle/db/screening";
import { rateSoon } from "@wattle/db/monitoring";
import { cancelMail } from "@wattle/db/outbox";
import type { User, UserChanges, UserStatus } from "@wattle/db/tables";
import { isoTime } from "../../clock.ts";
import { limitActs } from "../parts/limit-acts.ts";
import { keepDecision, sendingBack } from "../../identity/keep-decision.ts";
import { documentOfRow } from "../../identity/read-identity.ts";
import { identityVerifiedMail } from "../../mail/mails.ts";
import type { Letter } from "../../mail/queue-mail.ts";
import type { Plan } from "../approvals/act.ts";
import { listText, stateText } from "../approvals/changes.ts";
import { readRefusal, type Reads } from "../approvals/reads.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { summaryOf } from "./customer-file.ts";
import { lockCustomer } from "./locked-customer.ts";

/** How long mail and event of an act that can be undone wait: two seconds more, for an undo that is sent in the last moment. */
const UNDO_WAIT_MILLISECONDS = UNDO_MILLISECONDS + 2_000;

/** How an account moves from one state to another. */
interface Transition {
  readonly from: readonly UserStatus[];
  readonly action: AuditAct;
  /** Details for the log in addition to the states. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly changes: UserChanges & { readonly status: UserStatus };
  readonly mail?: Letter;
  readonly reads?: Reads;
  /** Runs in the same transaction. */
  readonly also?: (changed: User) => Promise<void>;
}

/** Plans to move a locked account to another state. @throws DomainError `state_conflict` if it is in another one */
export function planTransition(
  tx: WriteTx,
  user: User,
  { from, action, details, changes, mail, reads, also }: Transition,
): Plan<CustomerSummary> {
  const conflict = () => new DomainError("state_conflict", { message: ownMessage.accountIs(user.status) });
  if (!from.includes(user.status)) throw conflict();
  const { id } = user;
  return {
    subject: `the account of ${id}`,
    customer: id,
    changes: [{ what: "Account", before: stateText(user.status), after: stateText(changes.status) }],
    mail,
    reads,
    log: { action, subject: id, details: { from: user.status, to: changes.status, ...details } },
    run: async () => {
      const changed = await changeUserInStatus(tx, id, from, changes);
      if (changed === undefined) throw conflict();
      await also?.(changed);
      return summaryOf(changed);
    },
  };
}

const CHANGING = { errors: ["not_found", "state_conflict"], output: customerSummary } as const;

/** When the identity provider's answer changed, ISO 8601; undefined if there is none. */
const answerAt = async (tx: WriteTx, id: string): Promise<string | undefined> => {
  const check = await findIdentityCheck(tx, id);
  return check && isoTime(check.changed_at);
};

/** Accepts a sent identity; the customer may deposit and withdraw from now on. The log keeps what was looked at. */
export const verifyCustomer = alone({
  ...CHANGING,
  errors: ["not_found", "state_conflict", "screening_open"],
  title: "Verify an identity",
  roles: ["compliance"],
  input: verifyCustomerInput,
  plan: async (tx, { services, operator }, { id, checks, answer_at, internal_note }) => {
    const user = await lockCustomer(tx, id);
    if (answer_at !== undefined && answer_at !== (await answerAt(tx, id)))
      throw new DomainError("state_conflict", { message: OWN_MESSAGES.newAnswer });
    if (await isScreeningOpen(tx, id)) throw new DomainError("screening_open");
    const [mail, event] = [services.ids.uuid(), services.ids.uuid()];
    return planTransition(tx, user, {
      from: ["pending"],
      action: "customer.verified",
      details: { checks, internal_note, mail, event },
      changes: { status: "verified", status_reason: null, permissions: JSON.stringify(PERMISSIONS) },
      mail: {
        id: mail,
        waits: UNDO_WAIT_MILLISECONDS,
        to: user.email,
        mail: identityVerifiedMail(user.first_name, `${services.config.APP_ORIGIN}/dashboard/deposit-money`),
      },
      also: async (changed) => {
        await rateSoon(tx, id, BigInt(services.clock.now()));
        await keepDecision(tx, services, changed, {
          by: operator.id,
          type: "identity.verified",
          event: { id: event, waits: UNDO_WAIT_MILLISECONDS },
        });
      },
    });
  },
});

/** Takes back that an identity was verified just now, as long as its email waits: it waits again as it did. */
export const unverifyCustomer = alone({
  ...CHANGING,
  title: "Undo a verification",
  roles: ["compliance"],
  input: decideCustomerInput,
  plan: async (tx, { services }, { id, internal_note }) =>
    planTransition(tx, await lockCustomer(tx, id), {
      from: ["verified"],
      action: "customer.unverified",
      details: { internal_note },
      changes: { status: "pending", permissions: "[]" },
      also: async () => {
        const verified = await newestAuditOf(tx, {
          action: "customer.verified" satisfies AuditAct,
          subject: id,
        });
        const { mail, event } = JSON.parse(verified?.details ?? "{}") as Record<
          "mail" | "event",
          string | undefined
        >;
        const now = BigInt(services.clock.now());
        if (mail === undefined || !(await cancelMail(tx, mail, now)))
          throw new DomainError("state_conflict", { message: OWN_MESSAGES.emailLeft });
        if (event !== undefined) await cancelEvent(tx, id, event, now);
        await markIdentity(tx, id, "undecided");
      },
    }),
});

/** Sends an identity back. The customer reads the message. */
export const rejectCustomer = alone({
  ...CHANGING,
  title: "Send an identity back",
  roles: ["compliance"],
  input: rejectCustomerInput,
  plan: async (tx, { services, operator }, { id, message, internal_note }) => {
    const user = await lockCustomer(tx, id);
    const planned = planTransition(tx, user, {
      from: ["pending"],
      action: "customer.rejected",
      details: { message, internal_note },
      ...sendingBack(services, user, message),
      also: (changed) =>
        keepDecision(tx, services, changed, { by: operator.id, type: "identity.rejected", message }),
    });
    if ((await findIdentityCheck(tx, id)) === undefined) return planned;
    const after = "Starts again, once you have reset the applicant at the provider";
    return {
      ...planned,
      changes: [...planned.changes, { what: "Check at the provider", before: "Answered", after }],
    };
  },
});

/** Locks an account out of everything but its own user data. */
export const blockCustomer = alone({
  ...CHANGING,
  title: "Block an account",
  roles: ["compliance"],
  input: blockCustomerInput,
  plan: async (tx, _call, { id, internal_note }) => {
    const user = await lockCustomer(tx, id);
    return planTransition(tx, user, {
      from: USER_STATUSES.filter((status) => status !== "blocked"),
      action: "customer.blocked",
      details: { internal_note },
      changes: { status: "blocked", block_reason: internal_note, status_before_block: user.status },
      reads: readRefusal("account_blocked"),
    });
  },
  after: (ctx, { id }) =>
    ctx.services.securityLog.note(ctx, "account-blocked", { account: id }, { by: ctx.user.id }),
});

/** Gives an account exactly these permissions. */
export const setPermissions = alone({
  ...CHANGING,
  title: "Set a customer's permissions",
  roles: ["compliance"],
  input: permissionsInput,
  plan: async (tx, _call, { id, permissions }) => {
    const user = await lockCustomer(tx, id);
    const before = JSON.parse(user.permissions) as string[];
    const given = PERMISSIONS.filter((permission) => permissions.includes(permission));
    return {
      subject: `the account of ${id}`,
      customer: id,
      changes: [
        {
          what: "Permissions",
          before: listText(before.map(stateText)),
          after: listText(given.map(stateText)),
        },
      ],
      log: { action: "customer.permissions", subject: id, details: { from: before, to: given } },
      run: async () => {
        await updateUser(tx, id, { permissions: JSON.stringify(given) });
        return summaryOf(user);
      },
    };
  },
});

/**
 * Says what a document is, and the log remembers that it was opened before a byte of it is read: its bytes come from
 * `GET /api/ops/documents/{id}`.
 */
export const openDocument = alone({
  title: "Open a document",
  roles: ["compliance"],
  confirmed: true,
  errors: ["not_found", "too_many_requests"],
  input: documentInput,
  output: identityDocument,
  plan: async (tx, { services, operator }, { id }) => {
    await limitActs(tx, services, operator.id, "documents");
    const document = await findDocumentForDesk(tx, id);
    if (document === undefined) throw new DomainError("not_found");
    const { user_id: customer, side } = document;
    return {
      subject: `the document ${id} of ${customer}`,
      customer,
      changes: [],
      log: { action: "document.read", subject: customer, details: { document: id, side } },
      run: () => Promise.resolve(documentOfRow(services.vault, document)),
    };
  },
});
