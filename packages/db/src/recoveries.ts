/** Requests to take a lost second factor off. A customer has one at a time that is not over. */
import type { Epoch, InternalNote, RecoveryRow, RecoveryStatus } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import { readSomePage, type PageNumber } from "./pages.ts";

const OPEN: readonly RecoveryStatus[] = ["submitted", "waiting"];

/** Stores a recovery whose photo was sent. A second open one of a customer is a unique violation. */
export async function insertRecovery(
  tx: WriteTx,
  row: Pick<RecoveryRow, "id" | "user_id" | "document_id" | "created_at">,
): Promise<void> {
  const open = { due_at: null, reminded_at: null, ended_at: null, ended_by: null, note: null };
  await tx
    .insertInto("recoveries")
    .values({ ...row, ...open, status: "submitted" })
    .execute();
}

export async function findRecovery(reader: Reader, id: string): Promise<RecoveryRow | undefined> {
  return reader.selectFrom("recoveries").selectAll().where("id", "=", id).executeTakeFirst();
}

/** One page, newest first, of those with a status, or of all. */
export async function listRecoveries(
  reader: Reader,
  { status, ...page }: PageNumber & { readonly status: RecoveryStatus | undefined },
): Promise<{ rows: RecoveryRow[]; total: number }> {
  const all = reader.selectFrom("recoveries");
  return readSomePage(
    reader,
    (status === undefined ? all : all.where("status", "=", status)).selectAll(),
    page,
  );
}

/** Lets the wait of an approved recovery begin; false if it does not wait for staff (any more). */
export async function startRecoveryWait(tx: WriteTx, id: string, dueAt: Epoch): Promise<boolean> {
  const started = await tx
    .updateTable("recoveries")
    .set({ status: "waiting", due_at: dueAt })
    .where("id", "=", id)
    .where("status", "=", "submitted")
    .returning("id")
    .executeTakeFirst();
  return started !== undefined;
}

/** How a recovery ends. */
interface RecoveryEnd {
  readonly status: "stopped" | "rejected";
  readonly at: Epoch;
  readonly by: string;
  readonly note?: InternalNote | undefined;
}

/** Ends one that is open. @returns it; undefined if it is over */
export async function endRecovery(
  tx: WriteTx,
  which: { readonly id: string } | { readonly userId: string },
  { status, at, by, note }: RecoveryEnd,
): Promise<RecoveryRow | undefined> {
  const open = tx
    .updateTable("recoveries")
    .set({ status, ended_at: at, ended_by: by, note: note ?? null })
    .where("status", "in", OPEN);
  return ("id" in which ? open.where("id", "=", which.id) : open.where("user_id", "=", which.userId))
    .returningAll()
    .executeTakeFirst();
}

/** Recoveries whose wait is over at `now`. */
export async function listDueRecoveries(
  reader: Reader,
  now: Epoch,
  limit: number,
): Promise<Pick<RecoveryRow, "id" | "user_id">[]> {
  return reader
    .selectFrom("recoveries")
    .select(["id", "user_id"])
    .where("status", "=", "waiting")
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(BigInt(limit))
    .execute();
}

/** Takes a due recovery, so that of several processes one finishes it. @returns false if it is over */
export async function takeDueRecovery(tx: WriteTx, id: string, now: Epoch): Promise<boolean> {
  const taken = await tx
    .updateTable("recoveries")
    .set({ status: "done", ended_at: now, ended_by: "system" })
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .where("due_at", "<=", now)
    .returning("id")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Approved recoveries due before `before` whose owner has not been reminded. */
export async function listRecoveriesToRemind(
  reader: Reader,
  before: Epoch,
  limit: number,
): Promise<Pick<RecoveryRow, "id" | "user_id">[]> {
  return reader
    .selectFrom("recoveries")
    .select(["id", "user_id"])
    .where("status", "=", "waiting")
    .where("reminded_at", "is", null)
    .where("due_at", "<=", before)
    .orderBy("due_at")
    .limit(BigInt(limit))
    .execute();
}

/** Notes that a recovery's owner is reminded, once. @returns it; undefined if that was done, or it is over */
export async function takeReminder(tx: WriteTx, id: string, now: Epoch): Promise<RecoveryRow | undefined> {
  return tx
    .updateTable("recoveries")
    .set({ reminded_at: now })
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .where("reminded_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}
