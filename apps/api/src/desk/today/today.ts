import { staffRolesOf } from "@wattle/contracts/accounts";
import { localDay, startOfDay } from "@wattle/contracts/days";
import { CONFIDENTIAL_ACTS } from "@wattle/contracts/confidential";
import { QUEUES, today, type Queue, type QueueState, type Today } from "@wattle/contracts/today";
import { countActsSince, newestAudit } from "@wattle/db/audit";
import { countOpenCases } from "@wattle/db/cases";
import type { Reader } from "@wattle/db/database";
import { countDrafts } from "@wattle/db/filings";
import { staffSessionEnds } from "@wattle/db/sessions";
import {
  countBankTransactions,
  countClosedBalances,
  countCoinPayouts,
  countOpenEnquiries,
  countOpenLines,
  countPaused,
  countPausedNetworks,
  countReviewedArrivals,
  countSentIdentities,
  listWaitingApprovals,
  type QueueLength,
} from "@wattle/db/staff-queues";
import type { SignedInUser } from "../../access/admission.ts";
import { staffMay, type StaffProcedure } from "@wattle/contracts/staff-access";
import { isoTime, timeOf } from "../../clock.ts";
import { mayReadCases } from "../../audit/may-read-cases.ts";
import { mayDecide } from "../approvals/propose.ts";
import { readPresent } from "../parts/presence.ts";
import { readQuickChecks } from "../system/read-checks.ts";
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

/** A queue whose rows say themselves when they are due. */
const dueFirst = ({ count, first }: Awaited<ReturnType<typeof countDrafts>>) => ({
  count,
  oldest: first?.created_at ?? null,
  due: first?.due_at,
});

interface Counted {
  /** An act that ends what waits, which says whose queue it is. */
  readonly act: StaffProcedure;
  readonly count: (look: Look) => Promise<QueueLength & { readonly due?: bigint | undefined }>;
  /** Acts of the audit log after which something waits no longer. */
  readonly ends: readonly string[];
}

const COUNTED: Readonly<Record<Queue, Counted>> = {
  identities: {
    act: "ops.customers.verify",
    count: ({ reader }) => countSentIdentities(reader),
    ends: ["customer.verified", "customer.rejected"],
  },
  bank_lines: {
    act: "ops.bankLines.credit",
    count: ({ reader }) => countOpenLines(reader),
    ends: ["bank_line.credited", "bank_line.returned", "bank_line.payout", "bank_line.own_money"],
  },
  deposits: {
    act: "ops.deposits.confirm",
    count: ({ reader }) => countBankTransactions(reader, "deposit", "awaiting_payment"),
    ends: ["deposit.confirmed", "deposit.expired"],
  },
  withdrawals: {
    act: "ops.withdrawals.complete",
    count: ({ reader }) => countBankTransactions(reader, "withdraw", "requested"),
    // A batch is made of what waits here.
    ends: ["withdrawal.completed", "withdrawal.rejected", "payout.created"],
  },
  coin_payouts: {
    act: "ops.coinPayouts.release",
    count: ({ reader }) => countCoinPayouts(reader),
    ends: ["coin_payout.imported"],
  },
  closed_balances: {
    act: "ops.ledger.adjust",
    count: ({ reader }) => countClosedBalances(reader),
    ends: [],
  },
  arrivals: {
    act: "ops.arrivals.credit",
    count: ({ reader }) => countReviewedArrivals(reader),
    ends: ["arrival.credited", "arrival.own_money"],
  },
  networks: {
    act: "ops.networks.resume",
    count: ({ reader }) => countPausedNetworks(reader),
    ends: ["network.resumed"],
  },
  cases: {
    act: "ops.cases.close",
    count: async ({ reader, now }) => dueFirst(await countOpenCases(reader, now)),
    ends: ["case.closed"],
  },
  filings: {
    act: "ops.filings.filed",
    count: async ({ reader }) => dueFirst(await countDrafts(reader)),
    ends: ["filing.filed"],
  },
  approvals: {
    act: "ops.approvals.approve",
    count: countToDecide,
    ends: ["approval.approved", "approval.rejected"],
  },
  enquiries: {
    act: "ops.support.markHandled",
    count: ({ reader }) => countOpenEnquiries(reader),
    ends: ["enquiry.handled"],
  },
  // Everyone has to know of it.
  switches: { act: "ops.switches.list", count: ({ reader }) => countPaused(reader), ends: [] },
};

/** The queues that someone's roles may work through, each with its length and the age of what waits longest; and how the house is. */
async function readToday(
  services: Pick<Services, "config" | "database" | "clock" | "rates" | "markets" | "documents" | "ids">,
  user: Pick<SignedInUser, "id" | "email" | "roles">,
  sessionId: string | null,
): Promise<Today> {
  const { database, clock, config } = services;
  const reader = database.read;
  const now = BigInt(clock.now());
  const own = QUEUES.filter((queue) => staffMay(staffRolesOf(user.roles), COUNTED[queue].act));
  const today = startOfDay(localDay(now, config.TIME_ZONE), config.TIME_ZONE);
  const acts = await countActsSince(reader, today);
  const queues = await Promise.all(
    own.map(async (queue): Promise<QueueState> => {
      const { count, oldest, due } = await COUNTED[queue].count({ reader, user, now });
      return {
        queue,
        count,
        oldest_at: timeOf(oldest),
        due_at: due === undefined ? dueOf(config, queue, oldest) : isoTime(due),
        target_hours: targetOf(config.QUEUE_TARGETS, queue) ?? null,
        done_today: COUNTED[queue].ends.reduce((sum, action) => sum + (acts.get(action) ?? 0), 0),
      };
    }),
  );
  const ends = sessionId === null ? undefined : await staffSessionEnds(reader, sessionId);
  return {
    queues,
    newest_act: (await newestAudit(reader, mayReadCases(user) ? [] : CONFIDENTIAL_ACTS)) ?? null,
    present: await readPresent(reader, user, now),
    system: await readQuickChecks(services, staffMay(staffRolesOf(user.roles), "ops.hedging.status")),
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
