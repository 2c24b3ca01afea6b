import { staffRolesOf } from "@wattle/contracts/accounts";
import { QUEUES, today, type Queue, type QueueState, type Today } from "@wattle/contracts/today";
import type { Reader } from "@wattle/db/database";
import {
  countBankTransactions,
  countOpenEnquiries,
  countPaused,
  countSentIdentities,
  type QueueLength,
} from "@wattle/db/staff-queues";
import type { SignedInUser } from "../access/admission.ts";
import { staffMay, type StaffProcedure } from "../access/staff-access.ts";
import { isoTime } from "../clock.ts";
import { staff } from "../procedures.ts";
import type { Services } from "../services.ts";

/** Each queue with the act that ends it, which says whose it is, and how it is counted. */
const COUNTED: Readonly<
  Record<Queue, { readonly act: StaffProcedure; readonly count: (reader: Reader) => Promise<QueueLength> }>
> = {
  identities: { act: "ops.customers.verify", count: countSentIdentities },
  deposits: {
    act: "ops.deposits.confirm",
    count: (reader) => countBankTransactions(reader, "deposit", "awaiting_payment"),
  },
  withdrawals: {
    act: "ops.withdrawals.complete",
    count: (reader) => countBankTransactions(reader, "withdraw", "requested"),
  },
  enquiries: { act: "ops.support.markHandled", count: countOpenEnquiries },
  // Everyone has to know of it.
  switches: { act: "ops.switches.list", count: countPaused },
};

/** The queues that someone's roles may work through, each with its length and the age of what waits longest. */
async function readToday(
  { database }: Pick<Services, "database">,
  { roles }: Pick<SignedInUser, "roles">,
): Promise<Today> {
  const own = QUEUES.filter((queue) => staffMay(staffRolesOf(roles), COUNTED[queue].act));
  const queues = await Promise.all(
    own.map(async (queue): Promise<QueueState> => {
      const { count, oldest } = await COUNTED[queue].count(database.read);
      return { queue, count, oldest_at: oldest === null ? null : isoTime(oldest) };
    }),
  );
  return { queues };
}

/** What waits for the caller. */
export const todayProcedure = staff.output(today).query(({ ctx }) => readToday(ctx.services, ctx.user));
