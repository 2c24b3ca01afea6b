/** What waits for staff, and for what sends by itself: how much of it, and since when. */
import { sql, type SqlBool } from "kysely";
import { OPEN_LINE_STATUSES } from "./bank-lines.ts";
import type { ApprovalRow, BankTransactionType, Epoch, TransactionStatus, User } from "./tables.ts";
import type { Reader } from "./handles/handles.ts";
import { countSome, type PageNumber } from "./pages.ts";

export interface QueueLength {
  readonly count: number;
  /** Null where nothing waits. */
  readonly oldest: Epoch | null;
}

interface Counted {
  readonly total: bigint;
  readonly oldest: Epoch | null;
}

const lengthOf = ({ total, oldest }: Counted): QueueLength => ({ count: Number(total), oldest });

/** Customers whose identity was sent and waits; the status is in the statement's text, as in that of the index `users_pending`. */
const senders = (reader: Reader) =>
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
  reader: Reader,
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

/** Deposits or withdrawals in a state that staff end. */
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
      .where("status", "=", status)
      .executeTakeFirstOrThrow(),
  );
}

/** Closed accounts with a balance: money that came after all, since an account with any is not closed. What is erased has none. */
const closedBalances = (reader: Reader) =>
  reader
    .selectFrom("account_closures as closure")
    .where("closure.erased_at", "is", null)
    .where(
      sql<SqlBool>`exists (select 1 from ledger_balances where user_id = closure.user_id and balance > 0)`,
    );

/** Closed accounts with a balance; each waits since its last transaction, or since it was closed. */
export async function countClosedBalances(reader: Reader): Promise<QueueLength> {
  const since = sql<Epoch>`coalesce(
    (select max(created_at) from transactions where user_id = closure.user_id and created_at > closure.closed_at),
    closure.closed_at)`;
  return lengthOf(
    await closedBalances(reader)
      .select(({ fn }) => [fn.countAll<bigint>().as("total"), fn.min<Epoch | null>(since).as("oldest")])
      .executeTakeFirstOrThrow(),
  );
}

/** Whose they are, the first closed of them first. */
export async function idsOfClosedBalances(reader: Reader, most: number): Promise<string[]> {
  const rows = await closedBalances(reader)
    .select("closure.user_id")
    .orderBy("closure.closed_at")
    .limit(BigInt(most))
    .execute();
  return rows.map(({ user_id: id }) => id);
}

/** Enquiries that no one has handled. */
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

/** What is paused. */
export async function countPaused(reader: Reader): Promise<QueueLength> {
  return lengthOf(
    await reader
      .selectFrom("switches")
      .select(({ fn }) => [fn.countAll<bigint>().as("total"), fn.min<Epoch | null>("set_at").as("oldest")])
      .where("paused", "=", 1n)
      .executeTakeFirstOrThrow(),
  );
}

/** Lines of statements that no one has used, since they were imported. */
export async function countOpenLines(reader: Reader): Promise<QueueLength> {
  return lengthOf(
    await reader
      .selectFrom("bank_lines")
      .select(({ fn }) => [
        fn.countAll<bigint>().as("total"),
        fn.min<Epoch | null>("imported_at").as("oldest"),
      ])
      .where("status", "in", OPEN_LINE_STATUSES)
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
