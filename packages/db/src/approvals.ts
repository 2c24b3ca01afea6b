/** Acts of staff that wait for a second person, and sums that staff have credited without one. */
import { sql } from "kysely";
import type { ApprovalRow, ApprovalStatus, Epoch, StoredApprovalStatus } from "./tables.ts";
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";
import { readSomePage, type PageNumber } from "./pages.ts";

export async function insertApproval(tx: WriteTx, row: ApprovalRow): Promise<void> {
  await tx.insertInto("approvals").values(row).execute();
}

export async function findApproval(reader: Reader, id: string): Promise<ApprovalRow | undefined> {
  return reader.selectFrom("approvals").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The request that someone made under an idempotency key and that still waits at `now`. */
export async function findPendingApproval(
  reader: Reader,
  { proposedBy, key, now }: { readonly proposedBy: string; readonly key: string; readonly now: Epoch },
): Promise<ApprovalRow | undefined> {
  return reader
    .selectFrom("approvals")
    .selectAll()
    .where("proposed_by", "=", proposedBy)
    .where("idempotency_key", "=", key)
    .where("status", "=", "pending")
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** The requests for an act that wait at `now`, the oldest first. */
export async function listPendingOf(reader: Reader, act: string, now: Epoch): Promise<ApprovalRow[]> {
  return reader
    .selectFrom("approvals")
    .selectAll()
    .where("status", "=", "pending")
    .where("act", "=", act)
    .where("expires_at", ">", now)
    .orderBy("created_at")
    .execute();
}

/** How a request ended. */
export interface ApprovalDecision {
  readonly status: Exclude<StoredApprovalStatus, "pending">;
  readonly by: string;
  readonly at: Epoch;
  readonly note?: NonNullable<ApprovalRow["note"]>;
}

/**
 * Ends a request that waits, unless its time is over. One of two concurrent calls gets it, and the other waits for the
 * end of its transaction. @returns the request as it is now; undefined if it does not wait (any more)
 */
export async function decideApproval(
  tx: WriteTx,
  id: string,
  { status, by, at, note }: ApprovalDecision,
): Promise<ApprovalRow | undefined> {
  return tx
    .updateTable("approvals")
    .set({ status, decided_by: by, decided_at: at, note: note ?? null })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .where("expires_at", ">", at)
    .returningAll()
    .executeTakeFirst();
}

/** Which requests, and which page of them. */
export interface ApprovalsPage extends PageNumber {
  readonly status: ApprovalStatus | undefined;
  readonly now: Epoch;
  /** Beginnings of acts that the reader may not see. */
  readonly without: readonly string[];
}

/** Requests, newest first, with how many the filter has on all pages. */
export async function listApprovals(
  reader: AnyReader,
  { status, now, without, ...page }: ApprovalsPage,
): Promise<{ rows: ApprovalRow[]; total: number }> {
  let wanted = reader.selectFrom("approvals");
  for (const beginning of without) wanted = wanted.where("act", "not like", `${beginning}%`);
  if (status === "expired") wanted = wanted.where("status", "=", "pending").where("expires_at", "<=", now);
  else if (status !== undefined) wanted = wanted.where("status", "=", status);
  if (status === "pending") wanted = wanted.where("expires_at", ">", now);
  return readSomePage(reader, wanted.selectAll(), page);
}

/** Notes what someone has moved without a second person. @param credit `worth` in hundredths of the home currency */
export async function insertStaffCredit(
  tx: WriteTx,
  credit: {
    readonly id: string;
    readonly user_id: string;
    /** Customer whose money it was. */
    readonly customer_id: string | null;
    readonly worth: bigint;
    readonly credited_at: Epoch;
  },
): Promise<void> {
  await tx.insertInto("staff_credits").values(credit).execute();
}

/**
 * Sum that someone has moved without a second person after a time, or that each of all people has for a customer, in
 * hundredths of the home currency.
 */
export async function movedAloneAfter(
  reader: Reader,
  of: { readonly by: string } | { readonly customer: string },
  after: Epoch,
): Promise<bigint> {
  const { worth } = await reader
    .selectFrom("staff_credits")
    .select(sql<bigint>`cast(coalesce(sum(worth), 0) as bigint)`.as("worth"))
    .where((credit) => ("by" in of ? credit("user_id", "=", of.by) : credit("customer_id", "=", of.customer)))
    .where("credited_at", ">", after)
    .executeTakeFirstOrThrow();
  return worth;
}

/** Accounts by their identifiers, to name the people of a list: closed ones by the address they had, while it is kept. */
export async function findPeople(
  reader: Reader,
  ids: readonly string[],
): Promise<{ id: string; email: string; first_name: string; last_name: string }[]> {
  if (ids.length === 0) return [];
  return reader
    .selectFrom("users")
    .leftJoin("account_closures", "account_closures.user_id", "users.id")
    .select(({ fn }) => [
      "users.id",
      fn.coalesce("account_closures.email", "users.email").as("email"),
      "first_name",
      "last_name",
    ])
    .where("users.id", "in", ids)
    .execute();
}
