import { placeOf } from "@wattle/contracts/cursor";
import { DomainError } from "@wattle/contracts/errors";
import { EVENT_TYPES } from "@wattle/contracts/event-types";
import {
  deliveryKey,
  mailId,
  unsentMail,
  type FailedDelivery,
  type UnsentMail,
  type waitingMails,
  type waitingMailsInput,
} from "@wattle/contracts/outbox";
import { TEST_EVENT_TYPE } from "@wattle/contracts/webhook-words";
import { findUserById } from "@wattle/db/accounts";
import { rolesOf } from "@wattle/db/roles";
import type { PageNumber } from "@wattle/db/pages";
import { findMail, listFailedMail, listWaitingMail, resendMail, type MailRow } from "@wattle/db/outbox";
import {
  findDelivery,
  listFailedDeliveries,
  resendDelivery,
  type FailedDeliveryRow,
} from "@wattle/db/webhook-deliveries";
import { findEndpointOwner, lockEndpoint } from "@wattle/db/webhook-endpoints";
import type { z } from "zod";
import type { SignedInUser } from "../../access/admission.ts";
import { mayReadCases } from "../../audit/may-read-cases.ts";
import { isoTime } from "../../clock.ts";
import type { Services } from "../../services.ts";
import { alone } from "../approvals/reviewed-act.ts";

const timeOrNull = (at: bigint | null): string | null => (at === null ? null : isoTime(at));

const mailOf = (row: MailRow): UnsentMail => ({
  id: row.id,
  recipient: row.recipient,
  subject: row.subject,
  created_at: isoTime(row.created_at),
  attempts: Number(row.attempts),
  error: row.last_error ?? "",
  next_attempt_at: timeOrNull(row.next_attempt_at),
  failed_at: timeOrNull(row.failed_at),
  may_resend: row.failed_at !== null && row.kept === 1n,
});

/** Mails whose last try failed, newest first. */
export async function readFailedMails(
  { database }: Pick<Services, "database">,
  by: SignedInUser,
  page: PageNumber,
): Promise<{ readonly data: UnsentMail[]; readonly total: number }> {
  const { rows, total } = await listFailedMail(database.standby, page, { confidential: mayReadCases(by) });
  return { data: rows.map(mailOf), total };
}

/** Mails that wait for a try, in the order in which they are tried. */
export async function readWaitingMails(
  { database }: Pick<Services, "database">,
  by: SignedInUser,
  { after, limit }: z.output<typeof waitingMailsInput>,
): Promise<z.output<typeof waitingMails>> {
  const reader = { confidential: mayReadCases(by) };
  const rows = await listWaitingMail(database.standby, after, limit + 1, reader);
  const data = rows.slice(0, limit);
  const { id = "", next_attempt_at: at = null } = data.at(-1) ?? {};
  return {
    data: data.map(mailOf),
    next: rows.length > limit && at !== null ? placeOf({ created_at: at, id }) : null,
  };
}

/**
 * Has an email that was given up sent again, at once. One that is older than three days gets this one try. The plan throws
 * `state_conflict` if it is not given up, or its text is not kept any more.
 */
export const sendMailAgain = alone({
  title: "Send an email again",
  roles: ["support"],
  errors: ["not_found", "state_conflict"],
  input: mailId,
  output: unsentMail,
  plan: async (tx, { services, operator }, { id }) => {
    const at = BigInt(services.clock.now());
    const user = await findUserById(tx, operator.id);
    const confidential = user !== undefined && mayReadCases({ roles: rolesOf(user) });
    const row = await findMail(tx, id, { confidential });
    if (row === undefined) throw new DomainError("not_found");
    if (!mailOf(row).may_resend) throw new DomainError("state_conflict");
    return {
      subject: `the email ${id}`,
      changes: [{ what: row.subject, before: "Given up", after: "Sent again" }],
      log: {
        action: "mail.sent_again",
        subject: id,
        details: { to: row.recipient, failed: row.last_error },
      },
      run: async () => {
        if (!(await resendMail(tx, id, at))) throw new DomainError("state_conflict");
        return mailOf({ ...row, next_attempt_at: at, failed_at: null });
      },
    };
  },
});

const deliveryOf = (row: FailedDeliveryRow): FailedDelivery => ({
  webhook: row.endpoint_id,
  delivery: row.event_id,
  host: new URL(row.url).host,
  type: EVENT_TYPES.find((type) => type === row.type) ?? TEST_EVENT_TYPE,
  customer: { id: row.user_id, email: row.email },
  created_at: isoTime(row.created_at),
  attempts: Number(row.attempts),
  last_status: row.last_status === null ? null : Number(row.last_status),
  last_error: row.last_error,
  next_attempt_at: timeOrNull(row.next_attempt_at),
  disabled_because: row.disabled_because,
});

/** Events that customers' programs have not taken though they were tried, or given up, newest first. */
export async function readFailedDeliveries(
  { database }: Pick<Services, "database">,
  page: PageNumber,
): Promise<{ readonly data: FailedDelivery[]; readonly total: number }> {
  const { rows, total } = await listFailedDeliveries(database.standby, page);
  return { data: rows.map(deliveryOf), total };
}

/**
 * Has an event sent to a customer's program again, at once and with all tries, as its owner can. The plan throws `state_conflict` if it
 * was taken meanwhile, or its endpoint is off.
 */
export const sendDeliveryAgain = alone({
  title: "Send an event again",
  roles: ["support"],
  errors: ["not_found", "state_conflict"],
  input: deliveryKey,
  output: deliveryKey,
  plan: async (tx, { services }, { webhook, delivery }) => {
    const customer = await findEndpointOwner(tx, webhook);
    const endpoint = customer === undefined ? undefined : await lockEndpoint(tx, customer, webhook);
    const found = endpoint && (await findDelivery(tx, webhook, delivery));
    if (customer === undefined || endpoint === undefined || found === undefined)
      throw new DomainError("not_found");
    if (endpoint.disabled_at !== null || found.delivered_at !== null) throw new DomainError("state_conflict");

    return {
      subject: `the event ${delivery} of ${customer}`,
      customer,
      changes: [{ what: "Event", before: "Not delivered", after: "Sent again" }],
      log: { action: "webhook.sent_again", subject: delivery, details: { webhook, customer } },
      run: async () => {
        const at = BigInt(services.clock.now());
        if (!(await resendDelivery(tx, webhook, delivery, at))) throw new DomainError("not_found");
        return { webhook, delivery };
      },
    };
  },
});
