import type { AuditAct } from "@wattle/contracts/audit-acts";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import type { CustomerSummary } from "@wattle/contracts/back-office";
import { PERMISSIONS, USER_STATUSES, type Permission } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import { UNDO_MILLISECONDS } from "@wattle/contracts/choices";
import { newestAuditOf } from "@wattle/db/audit";
import { cancelEvent } from "@wattle/db/events";
import { cancelMail } from "@wattle/db/outbox";
import { updateUser } from "@wattle/db/accounts";
import { changeUserInStatus, findCustomerById } from "@wattle/db/customers";
import type { IdentityCheck } from "@wattle/contracts/identity-checks";
import type { WriteTx } from "@wattle/db/database";
import { findDocumentForBackOffice, markIdentity } from "@wattle/db/identity";
import type { InternalNote } from "@wattle/contracts/staff-texts";
import type { IdentityDocumentRow, User, UserChanges, UserStatus } from "@wattle/db/tables";
import { isoTime } from "../clock.ts";
import { recordEvent } from "../events/record-event.ts";
import { sealSentBack } from "../identity/last-try.ts";
import type { MailContent } from "../mail/mail-template.ts";
import { identityRejectedMail, identityVerifiedMail } from "../mail/mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import type { Services } from "../services.ts";
import { userDataOf } from "../sessions/user-data.ts";
import { summaryOf } from "./customer-file.ts";
import { limitCopies } from "../audit/limit-copies.ts";
import { recordAct, type Operator } from "../audit/record-act.ts";

/** Who asks for a change of whom. */
export interface Change {
  readonly services: MailServices & Pick<Services, "database">;
  readonly operator: Operator;
  readonly id: string;
  /** Why, for staff alone. */
  readonly internalNote?: InternalNote | undefined;
}

/** How long mail and event of an act that can be undone wait: two seconds more, for an undo that is sent in the last moment. */
const UNDO_WAIT_MILLISECONDS = UNDO_MILLISECONDS + 2_000;

/** What a change of state makes of the account, and what the log and the customer's mail say. */
interface Transition {
  readonly from: readonly UserStatus[];
  readonly action: AuditAct;
  /** What the customer reads. */
  readonly message?: string;
  /** What was looked at before. */
  readonly checks?: readonly IdentityCheck[] | undefined;
  readonly changes: (user: User) => UserChanges;
  readonly mail?: (user: User) => MailContent;
  /** Mail and event can be taken back, by their identifiers in the log. */
  readonly undoable?: true;
  /** Runs in the same transaction. @param eventId of an event that can be taken back */
  readonly also?: (tx: WriteTx, changed: User, eventId?: string) => Promise<void>;
}

/**
 * Moves an account from one state to another: the state, the log and the mail are written in one transaction.
 * @throws DomainError `not_found`; `state_conflict` where the account is in another state
 */
export async function changeStatusIn(
  tx: WriteTx,
  { services, operator, id, internalNote }: Change,
  { from, action, message, checks, changes, mail, undoable, also }: Transition,
): Promise<CustomerSummary> {
  const user = await findCustomerById(tx, id);
  if (user === undefined) throw new DomainError("not_found");
  const changed = await changeUserInStatus(tx, id, from, changes(user));
  if (changed === undefined) {
    throw new DomainError("state_conflict", {
      message: ownMessage.accountIs(user.status),
    });
  }
  const [mailId, eventId] = undoable ? [services.ids.uuid(), services.ids.uuid()] : [];
  await also?.(tx, changed, eventId);
  await recordAct(tx, services, operator, {
    action,
    subject: id,
    details: {
      from: user.status,
      to: changed.status,
      message,
      checks,
      internal_note: internalNote,
      mail: mailId,
      event: eventId,
    },
  });
  if (mail !== undefined)
    await queueMail(tx, services, {
      to: user.email,
      mail: mail(user),
      ...(mailId !== undefined && { id: mailId, waits: UNDO_WAIT_MILLISECONDS }),
    });
  return summaryOf(changed);
}

const changeStatus = (change: Change, transition: Transition): Promise<CustomerSummary> =>
  change.services.database.write((tx) => changeStatusIn(tx, change, transition));

/** A decision on an identity, of which the customer's programs learn. */
type Decision = Change & { readonly services: Pick<Services, "markets"> };

/** @param message what the customer reads, where it is sent back: kept with what was sent */
const decided =
  ({ services, operator }: Decision, type: "identity.verified" | "identity.rejected", message?: string) =>
  async (tx: WriteTx, changed: User, eventId?: string): Promise<void> => {
    const { id } = changed;
    const now = services.clock.now();
    await markIdentity(tx, id, {
      decidedAt: BigInt(now),
      decidedBy: operator.id,
      ...(message !== undefined && {
        sentBack: await sealSentBack(tx, services.vault, changed, { at: isoTime(now), message }),
      }),
    });
    const data = await userDataOf({ ...services, database: { read: tx } }, changed);
    await recordEvent(tx, services, id, id, {
      type,
      data,
      ...(eventId !== undefined && { id: eventId, waits: UNDO_WAIT_MILLISECONDS }),
    });
  };

/**
 * Accepts a sent identity; the customer may deposit and withdraw from now on.
 * @param checks what was looked at, which the log keeps with the decision
 */
export function verifyCustomer(
  change: Decision,
  checks?: readonly IdentityCheck[],
): Promise<CustomerSummary> {
  const { APP_ORIGIN } = change.services.config;
  return changeStatus(change, {
    from: ["pending"],
    action: "customer.verified",
    checks,
    changes: () => ({
      status: "verified",
      status_reason: null,
      permissions: JSON.stringify(PERMISSIONS),
    }),
    also: decided(change, "identity.verified"),
    mail: (user) => identityVerifiedMail(user.first_name, `${APP_ORIGIN}/dashboard/deposit-money`),
    undoable: true,
  });
}

/**
 * Takes back that an identity was verified just now, with its email and event: it waits again as it did.
 * @throws DomainError `state_conflict` once the email has left
 */
export function unverifyCustomer(change: Change): Promise<CustomerSummary> {
  return changeStatus(change, {
    from: ["verified"],
    action: "customer.unverified",
    changes: () => ({ status: "pending", permissions: "[]" }),
    also: async (tx, { id }) => {
      const verified = await newestAuditOf(tx, {
        action: "customer.verified" satisfies AuditAct,
        subject: id,
      });
      const { mail, event } = JSON.parse(verified?.details ?? "{}") as Record<
        "mail" | "event",
        string | undefined
      >;
      const now = BigInt(change.services.clock.now());
      if (mail === undefined || !(await cancelMail(tx, mail, now)))
        throw new DomainError("state_conflict", { message: OWN_MESSAGES.emailLeft });
      if (event !== undefined) await cancelEvent(tx, id, event, now);
      await markIdentity(tx, id, "undecided");
    },
  });
}

/** Sends an identity back. @param message what the customer reads */
export function rejectCustomer(change: Decision, message: string): Promise<CustomerSummary> {
  const { APP_ORIGIN } = change.services.config;
  return changeStatus(change, {
    from: ["pending"],
    action: "customer.rejected",
    message,
    changes: () => ({ status: "rejected", status_reason: message }),
    also: decided(change, "identity.rejected", message),
    mail: (user) => identityRejectedMail(user.first_name, message, `${APP_ORIGIN}/user-information`),
  });
}

/** Locks an account out of everything but its own user data. */
export function blockCustomer(
  change: Change & { readonly internalNote: InternalNote },
): Promise<CustomerSummary> {
  return changeStatus(change, {
    from: USER_STATUSES.filter((status) => status !== "blocked"),
    action: "customer.blocked",
    changes: (user) => ({
      status: "blocked",
      block_reason: change.internalNote,
      status_before_block: user.status,
    }),
  });
}

/** Gives an account exactly these permissions. */
export async function setPermissions(
  { services, operator, id }: Change,
  permissions: readonly Permission[],
): Promise<CustomerSummary> {
  return services.database.write(async (tx) => {
    const user = await findCustomerById(tx, id);
    if (user === undefined) throw new DomainError("not_found");
    const given = PERMISSIONS.filter((permission) => permissions.includes(permission));
    await updateUser(tx, id, { permissions: JSON.stringify(given) });
    await recordAct(tx, services, operator, {
      action: "customer.permissions",
      subject: id,
      details: { from: JSON.parse(user.permissions) as unknown, to: given },
    });
    return summaryOf(user);
  });
}

/**
 * Opens an identity document, which the log remembers before a byte of it is read.
 * @throws DomainError `not_found`; `too_many_requests` if the same person has opened a day's documents
 */
export async function openDocument({ services, operator, id }: Change): Promise<IdentityDocumentRow> {
  return services.database.write(async (tx) => {
    await limitCopies(tx, services, operator.id, "documents");
    const document = await findDocumentForBackOffice(tx, id);
    if (document === undefined) throw new DomainError("not_found");
    await recordAct(tx, services, operator, {
      action: "document.read",
      subject: document.user_id,
      details: { document: id, side: document.side },
    });
    return document;
  });
}
