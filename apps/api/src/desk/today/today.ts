import { staffRolesOf } from "@wattle/contracts/accounts";
import { QUEUES, today, type Queue, type QueueState, type Today } from "@wattle/contracts/today";
import type { Config } from "../../config.ts";
import { newestAudit } from "@wattle/db/audit";
import type { Reader } from "@wattle/db/database";
import { lastClose } from "@wattle/db/reconciliations";
import { staffSessionEnds } from "@wattle/db/sessions";
import {
  countBankTransactions,
  countClosedBalances,
  countDueMail,
  countDueWebhooks,
  countOpenEnquiries,
  countOpenLines,
  countPaused,
  countSentIdentities,
  listWaitingApprovals,
  type QueueLength,
} from "@wattle/db/staff-queues";
import type { SignedInUser } from "../../access/admission.ts";
import { amountText } from "../../amount-text.ts";
import { nextBackupDue, readLastBackup } from "../../backup/last-backup.ts";
import { staffMay, type StaffProcedure } from "@wattle/contracts/staff-access";
import { isoTime, timeOf } from "../../clock.ts";
import { mayDecide } from "../approvals/propose.ts";
import { readPresent } from "../parts/presence.ts";
import { anyStaff } from "../../procedures.ts";
import { dueOf, targetOf } from "../../queue-targets.ts";
import type { Services } from "../../services.ts";

/** The reader of the books, the caller and the time. */
interface Look {
  readonly reader: Reader;
  readonly user: Pick<SignedInUser, "id" | "email" | "roles">;
  readonly now: bigint;
}

/** Requests of colleagues that someone may decide. */
async function countToDecide({ reader, user, now }: Look): Promise<QueueLength> {
  const waiting = (await listWaitingApprovals(reader, now)).filter(
    ({ act, proposed_by: id, email, customer_id: about }) =>
      mayDecide(user, { act, proposer: { id, email: email ?? "" }, about }),
  );
  return { count: waiting.length, oldest: waiting[0]?.created_at ?? null };
}

/** Each queue with the act that ends it, which says whose it is, and how it is counted. */
const COUNTED: Readonly<
  Record<Queue, { readonly act: StaffProcedure; readonly count: (look: Look) => Promise<QueueLength> }>
> = {
  identities: { act: "ops.customers.verify", count: ({ reader }) => countSentIdentities(reader) },
  bank_lines: { act: "ops.bankLines.credit", count: ({ reader }) => countOpenLines(reader) },
  deposits: {
    act: "ops.deposits.confirm",
    count: ({ reader }) => countBankTransactions(reader, "deposit", "awaiting_payment"),
  },
  withdrawals: {
    act: "ops.withdrawals.complete",
    count: ({ reader }) => countBankTransactions(reader, "withdraw", "requested"),
  },
  closed_balances: { act: "ops.ledger.adjust", count: ({ reader }) => countClosedBalances(reader) },
  approvals: { act: "ops.approvals.approve", count: countToDecide },
  enquiries: { act: "ops.support.markHandled", count: ({ reader }) => countOpenEnquiries(reader) },
  // Everyone has to know of it.
  switches: { act: "ops.switches.list", count: ({ reader }) => countPaused(reader) },
};

/** The last day that was closed and is not open again. */
async function readLastClose(reader: Reader): Promise<Today["last_close"]> {
  const last = await lastClose(reader);
  return last === undefined
    ? null
    : {
        date: last.day,
        currency: last.currency,
        difference: amountText(last.statement_balance - last.ledger_balance, last.currency),
      };
}

async function readBackup(
  reader: Reader,
  config: Pick<Config, "BACKUP_TARGET">,
): Promise<Today["last_backup"]> {
  const last = await readLastBackup(reader);
  return last === undefined
    ? null
    : {
        made_at: isoTime(last.madeAt),
        encrypted: last.isEncrypted,
        next_due_at: isoTime(nextBackupDue(config, last)),
      };
}

/** The queues that someone's roles may work through, each with its length and the age of what waits longest; and how the house is. */
async function readToday(
  { database, clock, config }: Pick<Services, "database" | "clock" | "config">,
  user: Pick<SignedInUser, "id" | "email" | "roles">,
  sessionId: string | null,
): Promise<Today> {
  const reader = database.read;
  const now = BigInt(clock.now());
  const own = QUEUES.filter((queue) => staffMay(staffRolesOf(user.roles), COUNTED[queue].act));
  const queues = await Promise.all(
    own.map(async (queue): Promise<QueueState> => {
      const { count, oldest } = await COUNTED[queue].count({ reader, user, now });
      return {
        queue,
        count,
        oldest_at: timeOf(oldest),
        due_at: dueOf(config, queue, oldest),
        target_hours: targetOf(config.QUEUE_TARGETS, queue) ?? null,
      };
    }),
  );
  const mail = await countDueMail(reader, now);
  const webhooks = await countDueWebhooks(reader, now);
  const ends = sessionId === null ? undefined : await staffSessionEnds(reader, sessionId);
  return {
    queues,
    newest_act: (await newestAudit(reader)) ?? null,
    present: await readPresent(reader, user, now),
    mail: { waiting: mail.count, oldest_at: timeOf(mail.oldest) },
    webhooks: { waiting: webhooks.count, oldest_at: timeOf(webhooks.oldest) },
    last_close: await readLastClose(reader),
    last_backup: await readBackup(reader, config),
    approvals_required: config.APPROVALS === "required",
    demo: config.DEMO,
    now: isoTime(now),
    time_zone: config.TIME_ZONE,
    session_ends_at: timeOf(ends?.unused),
    session_ends_at_latest: timeOf(ends?.latest),
  };
}

/** The work that waits for the caller. */
export const todayProcedure = anyStaff
  .output(today)
  .query(({ ctx }) => readToday(ctx.services, ctx.user, ctx.sessionId));
