/** Accounts that were closed for good: the obstacles that keep one open, and the progress of its erasure. */
import { sql, type SqlBool } from "kysely";
import { findUserById } from "./accounts.ts";
import type { ErasedSubject } from "./columns/table.ts";
import { eraseWithin } from "./customer-data/erase-rows.ts";
import { isClosedAddress } from "./columns/closed-address.ts";
import { enquired } from "./columns/whose.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { AccountClosure, Epoch } from "./tables.ts";

/** Why an account cannot be closed now. */
export type ClosingObstacle =
  | "balance"
  | "deposit"
  | "withdrawal"
  | "card"
  | "owed"
  | "payment"
  | "changed"
  | "recovery";

/** Closer of an account. */
export type Closer = "the customer" | "staff";

interface Moments {
  readonly now: Epoch;
  readonly dayAgo: Epoch;
}

type Obstacle = readonly [ClosingObstacle, (id: string, moments: Moments) => ReturnType<typeof sql<SqlBool>>];

/** A transaction of the customer that waits, in the very words of the index `transactions_unsettled`, which leaves out what is done. */
const waits = (id: string, status: "awaiting_payment" | "requested"): ReturnType<typeof sql<SqlBool>> =>
  sql`exists (select 1 from transactions where user_id = ${id} and status = ${status} and status <> 'completed')`;

const OBSTACLES: readonly Obstacle[] = [
  ["deposit", (id) => waits(id, "awaiting_payment")],
  ["withdrawal", (id) => waits(id, "requested")],
  [
    "card",
    (id, { dayAgo }) => sql`exists (select 1 from onramp_orders where user_id = ${id}
      and (status in ('pending', 'review') or (status = 'created' and created_at > ${dayAgo})))`,
  ],
  ["owed", (id) => sql`exists (select 1 from receivables where user_id = ${id} and settled_at is null)`],
  [
    "payment",
    (id) =>
      sql`exists (select 1 from bank_lines where customer_id = ${id} and status in ('unmatched', 'proposed'))`,
  ],
  ["balance", (id) => sql`exists (select 1 from ledger_balances where user_id = ${id} and balance > 0)`],
];

/**
 * Obstacles only for a customer: someone else may be in the account. A link that calls a login someone else's counts
 * if the address was confirmed after it was mailed.
 */
const DOUBTS: readonly Obstacle[] = [
  [
    "changed",
    (id, { now, dayAgo }) => sql`(withdrawals_held_until > ${now} or password_changed_at > ${dayAgo}
      or exists (select 1 from account_links where user_id = ${id} and expires_at > ${now}
        and (kind = 'undo-email' or (kind = 'not-me' and account_links.created_at < users.email_verified_at))))`,
  ],
  [
    "recovery",
    (id) =>
      sql`exists (select 1 from recoveries where user_id = ${id} and status in ('submitted', 'waiting'))`,
  ],
];

/**
 * Obstacles to closing an account.
 * @param moments card orders that no one has paid for since `dayAgo` are over, as is what a new password holds
 */
export async function closingObstacles(
  reader: Reader,
  id: string,
  { by, ...moments }: Moments & { readonly by: Closer },
): Promise<ClosingObstacle[]> {
  const obstacles = by === "staff" ? OBSTACLES : [...OBSTACLES, ...DOUBTS];
  const found = await reader
    .selectFrom("users")
    .select(
      obstacles.map(([name, condition]) =>
        sql<bigint>`cast(case when ${condition(id, moments)} then 1 else 0 end as bigint)`.as(name),
      ),
    )
    .where("id", "=", id)
    .executeTakeFirst();
  const row = found as Readonly<Record<ClosingObstacle, bigint>> | undefined;
  return obstacles.map(([name]) => name).filter((name) => row?.[name] === 1n);
}

/**
 * Whether the law keeps something of an account: an identity that was sent, a transaction, what staff noted, held or
 * decided about it, or an enquiry of its customer. That staff close it for its customer is no such decision. Rows that
 * no index finds are looked for last.
 */
export async function keepsByLaw(reader: Reader, id: string): Promise<boolean> {
  const user = await findUserById(reader, id);
  if (user === undefined) return false;
  const byThem = enquired({ id, email: user.email, emailSince: user.email_verified_at });
  const found = await reader
    .selectFrom("users")
    .select(
      sql<bigint>`cast(case
        when exists (select 1 from identities where user_id = users.id and submitted_at is not null) then 1
        when exists (select 1 from transactions where user_id = users.id) then 1
        when exists (select 1 from customer_notes where user_id = users.id) then 1
        when exists (select 1 from customer_holds where user_id = users.id) then 1
        when exists (select 1 from approvals where customer_id = users.id and act <> 'ops.customers.erase') then 1
        when exists (select 1 from enquiries where ${byThem}) then 1
        else 0 end as bigint)`.as("kept"),
    )
    .where("id", "=", id)
    .executeTakeFirst();
  return found?.kept === 1n;
}

/** Facts that an erasure needs. An address that is forgotten finds nothing any more. */
export const subjectOf = ({ user_id: id, email, email_since, closed_at }: AccountClosure): ErasedSubject => ({
  id,
  email: email ?? "",
  emailSince: email_since,
  closedAt: closed_at,
});

/**
 * Closes an account: logging in and all that it did by itself end. The caller has locked the row and judged that it may
 * be closed.
 */
export async function insertClosure(
  tx: WriteTx,
  closure: Pick<
    AccountClosure,
    "user_id" | "email" | "email_since" | "closed_at" | "closed_by" | "kept" | "closing_mail"
  >,
): Promise<void> {
  const row = { ...closure, cleared_at: null, erasing_at: null, erased_at: null, final_mail: null };
  await tx.insertInto("account_closures").values(row).execute();
  await tx
    .updateTable("users")
    .set((user) => ({
      status: "blocked" as const,
      status_before_block: sql`coalesce(${user.ref("status_before_block")}, ${user.ref("status")})`,
    }))
    .where("id", "=", closure.user_id)
    .execute();
  await eraseWithin(tx, { subject: subjectOf(row), moment: "at once" });
}

export const findClosure = (reader: Reader, userId: string): Promise<AccountClosure | undefined> =>
  reader.selectFrom("account_closures").selectAll().where("user_id", "=", userId).executeTakeFirst();

/**
 * The address that an account's email address reaches. For a closed account that is the former owner's.
 * @returns undefined once that person's address is forgotten
 */
export async function addressBehind(reader: Reader, email: string): Promise<string | undefined> {
  if (!isClosedAddress(email)) return email;
  const closure = await reader
    .selectFrom("account_closures")
    .innerJoin("users", "users.id", "account_closures.user_id")
    .select("account_closures.email")
    .where("users.email", "=", email)
    .executeTakeFirst();
  return closure?.email ?? undefined;
}

/** A legal hold stops every step that has not begun. */
const notHeld = sql<SqlBool>`not exists (select 1 from customer_holds
  where customer_holds.user_id = account_closures.user_id and kind = 'erasure' and released_at is null)`;

/** Accounts closed at `before` or earlier whose data that no law keeps are still there. */
export const listToClear = (reader: Reader, before: Epoch, limit: number): Promise<AccountClosure[]> =>
  reader
    .selectFrom("account_closures")
    .selectAll()
    .where("email", "is not", null)
    .where("cleared_at", "is", null)
    .where("closed_at", "<=", before)
    .where(notHeld)
    .orderBy("closed_at")
    .limit(BigInt(limit))
    .execute();

export async function noteCleared(tx: WriteTx, userId: string, now: Epoch): Promise<void> {
  await tx
    .updateTable("account_closures")
    .set({ cleared_at: now })
    .where("user_id", "=", userId)
    .where("cleared_at", "is", null)
    .execute();
}

/** The day of a time, as reports have it: a few hours do not matter after years. */
const utcDay = (filedAt: Epoch): string => new Date(Number(filedAt)).toISOString().slice(0, 10);

/**
 * No record of compliance is open, or younger than the law's time. Hits and alerts are as old as their cases, at most.
 * They count for an account of which nothing else is kept, too: what its customer was told at the closing says nothing
 * of them.
 */
const noCompliance = (before: Epoch) => sql<SqlBool>`not exists (select 1 from cases
    where cases.customer_id = account_closures.user_id and (cases.closed_at is null or cases.closed_at > ${before}))
  and not exists (select 1 from filings
    where filings.customer_id = account_closures.user_id
      and (filings.filed_on is null or filings.created_at > ${before} or filings.filed_on >= ${utcDay(before)}))
  and not exists (select 1 from customer_ratings
    where customer_ratings.user_id = account_closures.user_id and customer_ratings.set_at > ${before})`;

/**
 * Conditions for the last erasure to begin; money that came after all comes first. `before` is when the law's time
 * began, at the latest.
 */
const isDue = (before: Epoch) => sql<SqlBool>`${notHeld} and ${noCompliance(before)}
  and (kept = 0 or closed_at <= ${before})
  and not exists (select 1 from transactions
    where transactions.user_id = account_closures.user_id and transactions.updated_at > ${before} and kept = 1)
  and not exists (select 1 from ledger_balances
    where ledger_balances.user_id = account_closures.user_id and balance > 0)
  and not exists (select 1 from bank_lines
    where customer_id = account_closures.user_id and status in ('unmatched', 'proposed'))
  and not exists (select 1 from receivables
    where receivables.user_id = account_closures.user_id and settled_at is null)`;

/** Closed accounts of which the law keeps nothing any more, or whose erasure was interrupted. */
export const listToErase = (reader: Reader, before: Epoch, limit: number): Promise<AccountClosure[]> =>
  reader
    .selectFrom("account_closures")
    .selectAll()
    .where("email", "is not", null)
    .where("cleared_at", "is not", null)
    .where("erased_at", "is", null)
    .where((closure) => closure.or([closure("erasing_at", "is not", null), isDue(before)]))
    .orderBy("closed_at")
    .limit(BigInt(limit))
    .execute();

/** Begins the last erasure. The caller holds the account's row. @returns false if something has come up that stops it */
export async function beginErasing(
  tx: WriteTx,
  userId: string,
  { now, before }: { readonly now: Epoch; readonly before: Epoch },
): Promise<boolean> {
  const begun = await tx
    .updateTable("account_closures")
    .set((closure) => ({ erasing_at: sql<Epoch>`coalesce(${closure.ref("erasing_at")}, ${now})` }))
    .where("user_id", "=", userId)
    .where("erased_at", "is", null)
    .where((closure) => closure.or([closure("erasing_at", "is not", null), isDue(before)]))
    .returning("user_id")
    .executeTakeFirst();
  return begun !== undefined;
}

/** Ids of the uploads of a customer, those that were replaced included. */
export async function documentIdsOf(reader: Reader, userId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom("identity_documents")
    .select("id")
    .where("user_id", "=", userId)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Erases the rest of an account, once all other tables are done.
 * @param finalMail identifier of the mail that says so
 * @returns false if another process has done it
 */
export async function finishErasing(
  tx: WriteTx,
  closure: AccountClosure,
  { now, finalMail }: { readonly now: Epoch; readonly finalMail: string },
): Promise<boolean> {
  const done = await tx
    .updateTable("account_closures")
    .set({ erased_at: now, final_mail: finalMail })
    .where("user_id", "=", closure.user_id)
    .where("erased_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  if (done === undefined) return false;
  await eraseWithin(tx, { subject: subjectOf(closure), moment: "retention" }, "the account");
  return true;
}

/** Erased accounts whose last mails have left, or were given up. */
export const listToForget = (reader: Reader, limit: number): Promise<AccountClosure[]> =>
  reader
    .selectFrom("account_closures")
    .selectAll()
    .where("email", "is not", null)
    .where("erased_at", "is not", null)
    .where(
      sql<SqlBool>`not exists (select 1 from outbox
        where outbox.id in (closing_mail, final_mail) and next_attempt_at is not null)`,
    )
    .orderBy("closed_at")
    .limit(BigInt(limit))
    .execute();

/** Forgets the address of an erased account, and that it was mailed. */
export async function forgetAddress(
  tx: WriteTx,
  { user_id: id, closing_mail: closing, final_mail: final }: AccountClosure,
): Promise<void> {
  await tx
    .deleteFrom("outbox")
    .where("id", "in", [closing, final ?? closing])
    .execute();
  await tx.updateTable("account_closures").set({ email: null }).where("user_id", "=", id).execute();
}
