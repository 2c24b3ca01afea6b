/** Debts of customers since a bank took money back. */
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";
import type { Epoch, ReceivableRow } from "./tables.ts";

/** The kinds of the ledger entries that end a receivable. */
export const RECEIVABLE_ENTRIES = {
  settled: "receivable_settled",
  written_off: "receivable_written_off",
} as const;
export type ReceivableEnd = keyof typeof RECEIVABLE_ENTRIES;

/** A receivable with whose it is, and the kind of the entry that has ended it. */
export interface OwnedReceivable extends ReceivableRow {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly ended_by: string | null;
}

const owned = (reader: AnyReader) =>
  reader
    .selectFrom("receivables")
    .innerJoin("users", "users.id", "receivables.user_id")
    .leftJoin("ledger_entries", "ledger_entries.id", "receivables.settled_entry_id")
    .selectAll("receivables")
    .select(["users.email", "users.first_name", "users.last_name", "ledger_entries.kind as ended_by"]);

export const findReceivable = (reader: Reader, id: string): Promise<OwnedReceivable | undefined> =>
  owned(reader).where("receivables.id", "=", id).executeTakeFirst();

interface ReceivablesPiece {
  readonly status: "open" | ReceivableEnd | undefined;
  readonly userId: string | undefined;
  readonly after: { readonly createdAt: Epoch; readonly id: string } | undefined;
  readonly limit: number;
}

/** Receivables after a place in the list, newest first. */
export async function listReceivables(
  reader: AnyReader,
  { status, userId, after, limit }: ReceivablesPiece,
): Promise<OwnedReceivable[]> {
  let rows = owned(reader);
  if (status === "open") rows = rows.where("receivables.settled_at", "is", null);
  else if (status !== undefined) rows = rows.where("ledger_entries.kind", "=", RECEIVABLE_ENTRIES[status]);
  if (userId !== undefined) rows = rows.where("receivables.user_id", "=", userId);
  if (after !== undefined)
    rows = rows.where((row) =>
      row(row.refTuple("receivables.opened_at", "receivables.id"), "<", row.tuple(after.createdAt, after.id)),
    );
  return rows
    .orderBy("receivables.opened_at", "desc")
    .orderBy("receivables.id", "desc")
    .limit(BigInt(limit))
    .execute();
}

/**
 * Ends a receivable by an entry that the caller posts.
 * @returns false, and nothing is written, if it has ended before
 */
export async function endReceivable(
  tx: WriteTx,
  id: string,
  { by, at, entryId }: { readonly by: string; readonly at: Epoch; readonly entryId: string },
): Promise<boolean> {
  const ended = await tx
    .updateTable("receivables")
    .set({ settled_by: by, settled_at: at, settled_entry_id: entryId })
    .where("id", "=", id)
    .where("settled_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
}

/** A debt of a customer: money that a bank took back after it was spent. */
export async function insertReceivable(tx: WriteTx, row: ReceivableRow): Promise<void> {
  await tx.insertInto("receivables").values(row).execute();
}
