/** Queues of staff and of senders: their length, and since when the oldest waits. */
import { sql, type SqlBool } from "kysely";
import { OPEN_LINE_STATUSES } from "./bank-lines.ts";
import type { ApprovalRow, BankTransactionType, Epoch, TransactionStatus, User } from "./tables.ts";
import type { AnyReader, Reader } from "./handles/handles.ts";
import { OF_BANKS } from "./of-banks.ts";
import { countSome, type PageNumber } from "./pages.ts";

export interface QueueLength {
  readonly count: number;
  /** Null if nothing waits. */
  readonly oldest: Epoch | null;
}

interface Counted {
  readonly total: bigint;
  readonly oldest: Epoch | null;
}

const lengthOf = ({ total, oldest }: Counted): QueueLength => ({ count: Number(total), oldest });

/** Customers whose identity was sent and waits; the status is in the statement's text, as in that of the index `users_pending`. */
const senders = (reader: AnyReader) =>
  reader.selectFrom("users").where("users.status", "=", sql.lit("pending" as const));

/** Identities that were sent and wait for a decision. */
export async function countSentIdentities(reader: Reader): Promise<QueueLength> {
  return lengthOf(
    await senders(reader)
      .leftJoin("identities", "identities.user_id", "users.id")
      .select(({ fn }) => [
        fn.countAll<bigint>().as("total"),
        fn.min<Epoch | null>("identities.submitted_at").as("oldest"),
      ])
      .executeTakeFirstOrThrow(),
  );
}

/** Customers whose identity was sent and waits, those who wait for longest first, with how many wait in all. */
export async function listSentIdentities(
  reader: AnyReader,
  { page, perPage }: PageNumber,
): Promise<{ rows: (User & { readonly submitted_at: Epoch | null })[]; total: number }> {
  const sent = senders(reader);
  const rows = await sent
    .leftJoin("identities", "identities.user_id", "users.id")
    .selectAll("users")
    .select("identities.submitted_at")
    .orderBy("identities.submitted_at")
    .orderBy("users.id")
    .limit(BigInt(perPage))
    .offset(BigInt(page - 1) * BigInt(perPage))
    .execute();
  return { rows, total: await countSome(reader, sent) };
}

/** Deposits or withdrawals at banks in a state that staff end. */
export async function countBankTransactions(
  reader: Reader,
  type: BankTransactionType,
  status: TransactionStatus,
): Promise<QueueLength> {
  return lengthOf(
    await reader
      .selectFrom("transactions")
      .select(({ fn }) => [
        fn.countAll<bigint>().as("total"),
        fn.min<Epoch | null>("created_at").as("oldest"),
      ])
      .where("transaction_type", "=", type)
      .where(OF_BANKS)
      .where("status", "=", status)
      .where("coin_payee_id", "is", null)
      .executeTakeFirstOrThrow(),
  );
}

/** Withdrawals of coins that no open batch has, and batches that wait for their release or their signatures. */
export async function countCoinPayouts(reader: Reader): Promise<QueueLength> {
  const withdrawals = await reader
    .selectFrom("transactions")
    .select(({ fn }) => [fn.countAll<bigint>().as("total"), fn.min<Epoch | null>("created_at").as("oldest")])
    .where("transaction_type", "=", "withdraw")
    .where(OF_BANKS)
    .where("status", "=", "requested")
    .where("coin_payee_id", "is not", null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("coin_payout_payments")
            .innerJoin("coin_payouts", "coin_payouts.id", "coin_payout_payments.payout_id")
            .select("coin_payouts.id")
            .whereRef("coin_payout_payments.transaction_id", "=", "transactions.id")
            .where("coin_payouts.status", "in", ["draft", "released", "signed", "sent"]),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  const batches = await reader
    .selectFrom("coin_payouts")
    .select(({ fn }) => [fn.countAll<bigint>().as("total"), fn.min<Epoch | null>("created_at").as("oldest")])
    .where("status", "in", ["draft", "released", "signed", "sent"])
    .where((row) =>
      // Its newest transaction is the one that counts.
      row.exists(
        row
          .selectFrom("coin_attempts")
          .select("coin_attempts.id")
          .whereRef("coin_attempts.payout_id", "=", "coin_payouts.id")
          .where("coin_attempts.raw", "is", null)
          .where("coin_attempts.position", "=", (newest) =>
            newest
              .selectFrom("coin_attempts as other")
              .select(({ fn }) => fn.max("other.position").as("position"))
              .whereRef("other.payout_id", "=", "coin_payouts.id"),
          ),
      ),
    )
    .executeTakeFirstOrThrow();
  const [first, second] = [lengthOf(withdrawals), lengthOf(batches)];
  const oldest = [first.oldest, second.oldest].flatMap((at) => at ?? []).toSorted((a, b) => (a < b ? -1 : 1));
  return { count: first.count + second.count, oldest: oldest[0] ?? null };
}

/** Postings that changed the balance `own`, under an index that leaves out exchanges: a closed account makes none. */
const changesOf = (side: "source" | "destination", other: "source" | "destination") =>
  sql`select entry_id, ${side === "source" ? sql`-amount` : sql`amount`} as change from ledger_postings
    where ${sql.ref(`${side}_account`)} = own.account_id and ${sql.ref(`${side}_account`)} like 'customer:%'
      and ${sql.ref(`${other}_account`)} not like 'house:trading:%'
      and ${sql.ref(`${other}_account`)} not like 'house:fees:%'`;

/** Since when a closed account has had something: for each of its balances the newest entry that found it at zero. */
const SINCE = sql<Epoch>`(select min((select max(moved.created_at) from (
    select entry.created_at, own.balance - sum(posting.change) over (order by entry.seq desc) as found
    from (${changesOf("destination", "source")} union all ${changesOf("source", "destination")}) as posting
    join ledger_entries as entry on entry.id = posting.entry_id) as moved
  where moved.found = 0))
  from ledger_balances as own where own.user_id = closure.user_id and own.balance > 0)`;

/**
 * Closed accounts with a balance: money that came after all, since an account with any is not closed. An erased account
 * has none.
 */
const closedBalances = (reader: Reader) =>
  reader
    .selectFrom("account_closures as closure")
    .where("closure.erased_at", "is", null)
    .where(
      sql<SqlBool>`exists (select 1 from ledger_balances where user_id = closure.user_id and balance > 0)`,
    );

/** Closed accounts with a balance; each waits since there has been something on it without a break. */
export async function countClosedBalances(reader: Reader): Promise<QueueLength> {
  return lengthOf(
    await closedBalances(reader)
      .select(({ fn }) => [fn.countAll<bigint>().as("total"), fn.min<Epoch | null>(SINCE).as("oldest")])
      .executeTakeFirstOrThrow(),
  );
}

/** Customers whose closed account has money, those who wait for longest first, with how many there are in all. */
export async function listClosedBalances(
  reader: Reader,
  { page, perPage }: PageNumber,
): Promise<{
  rows: (User & { readonly since: Epoch; readonly closed_email: string | null })[];
  total: number;
}> {
  const closed = closedBalances(reader);
  // Looked for before their customers are, who are many.
  const shown = closed
    .select(["closure.user_id", "closure.email as closed_email", SINCE.as("since")])
    .orderBy("since")
    .orderBy("closure.user_id")
    .limit(BigInt(perPage))
    .offset(BigInt(page - 1) * BigInt(perPage));
  const rows = await reader
    .selectFrom(shown.as("shown"))
    .innerJoin("users", "users.id", "shown.user_id")
    .selectAll("users")
    .select(["shown.since", "shown.closed_email"])
    .orderBy("shown.since")
    .orderBy("users.id")
    .execute();
  return { rows, total: await countSome(reader, closed) };
}

/** Open enquiries. */
export async function countOpenEnquiries(reader: Reader): Promise<QueueLength> {
  return lengthOf(
    await reader
      .selectFrom("enquiries")
      .select(({ fn }) => [
        fn.countAll<bigint>().as("total"),
        fn.min<Epoch | null>("created_at").as("oldest"),
      ])
      .where("handled_at", "is", null)
      .executeTakeFirstOrThrow(),
  );
}

/** Current pauses. */
export async function countPaused(reader: Reader): Promise<QueueLength> {
  return lengthOf(
    await reader
      .selectFrom("switches")
      .select(({ fn }) => [fn.countAll<bigint>().as("total"), fn.min<Epoch | null>("set_at").as("oldest")])
      .where("paused", "=", 1n)
      .executeTakeFirstOrThrow(),
  );
}

/** Coins that arrived and are under review. */
export async function countReviewedArrivals(reader: Reader): Promise<QueueLength> {
  return lengthOf(
    await reader
      .selectFrom("coin_arrivals")
      .select(({ fn }) => [
        fn.countAll<bigint>().as("total"),
        fn.min<Epoch | null>("created_at").as("oldest"),
      ])
      .where("status", "=", "under_review")
      .executeTakeFirstOrThrow(),
  );
}

/** Networks of coins that paused themselves. They don't keep since when. */
export async function countPausedNetworks(reader: Reader): Promise<QueueLength> {
  const { total } = await reader
    .selectFrom("chain_states")
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .where("paused_because", "is not", null)
    .executeTakeFirstOrThrow();
  return lengthOf({ total, oldest: null });
}

/** Unused lines of statements, since they were imported. */
export async function countOpenLines(reader: Reader): Promise<QueueLength> {
  return lengthOf(
    await reader
      .selectFrom("bank_lines")
      .select(({ fn }) => [
        fn.countAll<bigint>().as("total"),
        fn.min<Epoch | null>("imported_at").as("oldest"),
      ])
      // In the very words of the index `bank_lines_open`, which parameters are not.
      .where(
        "status",
        "in",
        OPEN_LINE_STATUSES.map((status) => sql.lit(status)),
      )
      .executeTakeFirstOrThrow(),
  );
}

/** A request for a second person, with the address of who made it; null for the command line's own name. */
export type WaitingApproval = Pick<ApprovalRow, "act" | "proposed_by" | "customer_id" | "created_at"> & {
  readonly email: string | null;
};

/** Requests for a second person that wait at `now`, oldest first. */
export async function listWaitingApprovals(reader: Reader, now: Epoch): Promise<WaitingApproval[]> {
  return reader
    .selectFrom("approvals")
    .leftJoin("users", "users.id", "approvals.proposed_by")
    .select(["act", "proposed_by", "customer_id", "approvals.created_at", "users.email"])
    .where("approvals.status", "=", "pending")
    .where("expires_at", ">", now)
    .orderBy("approvals.created_at")
    .execute();
}

/** Mail that is due at `now` and has not left. */
export async function countDueMail(reader: Reader, now: Epoch): Promise<QueueLength> {
  return lengthOf(
    await reader
      .selectFrom("outbox")
      .select(({ fn }) => [
        fn.countAll<bigint>().as("total"),
        fn.min<Epoch | null>("created_at").as("oldest"),
      ])
      .where("next_attempt_at", "<=", now)
      .executeTakeFirstOrThrow(),
  );
}

/** Events that are due at `now` to be sent to customers' programs that take them. */
export async function countDueWebhooks(reader: Reader, now: Epoch): Promise<QueueLength> {
  return lengthOf(
    await reader
      .selectFrom("webhook_deliveries as delivery")
      .innerJoin("webhook_endpoints as endpoint", "endpoint.id", "delivery.endpoint_id")
      .select(({ fn }) => [
        fn.countAll<bigint>().as("total"),
        fn.min<Epoch | null>("delivery.next_attempt_at").as("oldest"),
      ])
      .where("delivery.next_attempt_at", "<=", now)
      .where("endpoint.disabled_at", "is", null)
      .executeTakeFirstOrThrow(),
  );
}
