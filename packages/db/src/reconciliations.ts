/** Closing days: the balance of the books' bank account at the end of one, and why it differs from a statement. */
import { sql } from "kysely";
import { houseAccount } from "./ledger/accounts.ts";
import type { Epoch, InternalNote, ReconciliationRow } from "./tables.ts";
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";

/** An entry that moved the books' bank account without a line of a statement. */
export interface UnstatedEntry {
  readonly id: string;
  readonly description: string;
  /** Amount it added to the bank, smallest units. */
  readonly amount: bigint;
  readonly created_at: Epoch;
}

/** Money that leaves the account in the books came into the bank. */
const booked = (bank: string) =>
  sql<bigint>`cast(coalesce(sum(case when source_account = ${bank} then amount else -amount end), 0) as bigint)`;

/** Postings of a currency's bank account, before a moment, that no line of a statement booked. */
const unstated = (reader: Reader, bank: string, before: Epoch) =>
  reader
    .selectFrom("ledger_postings")
    .innerJoin("ledger_entries", "ledger_entries.id", "ledger_postings.entry_id")
    .where((posting) =>
      posting.or([posting("source_account", "=", bank), posting("destination_account", "=", bank)]),
    )
    .where("ledger_entries.created_at", "<", before)
    .where((posting) =>
      posting.not(
        posting.exists(
          posting
            .selectFrom("bank_lines")
            .select("bank_lines.id")
            .whereRef("bank_lines.entry_id", "=", "ledger_entries.id"),
        ),
      ),
    );

/**
 * Sum and number of a currency's bank account's entries that no line of a statement booked.
 * @param before milliseconds since 1970; entries of this moment, and later ones, are left out
 */
export async function sumOfUnstatedEntries(
  reader: Reader,
  currency: string,
  before: Epoch,
): Promise<{ readonly sum: bigint; readonly count: bigint }> {
  const bank = houseAccount("bank", currency);
  return unstated(reader, bank, before)
    .select((posting) => [
      booked(bank).as("sum"),
      posting.fn.count<bigint>("ledger_entries.id").distinct().as("count"),
    ])
    .executeTakeFirstOrThrow();
}

/** When the first of those entries was written; null if there is none. */
export async function firstUnstatedEntry(
  reader: Reader,
  currency: string,
  before: Epoch,
): Promise<Epoch | null> {
  const { at } = await unstated(reader, houseAccount("bank", currency), before)
    .select((posting) => posting.fn.min<Epoch | null>("ledger_entries.created_at").as("at"))
    .executeTakeFirstOrThrow();
  return at;
}

/** When the first entry of the books was written; undefined if there is none. */
export async function firstEntry(reader: Reader): Promise<Epoch | undefined> {
  const entry = await reader
    .selectFrom("ledger_entries")
    .select("created_at")
    .where("seq", "is not", null)
    .orderBy("seq")
    .limit(1n)
    .executeTakeFirst();
  return entry?.created_at;
}

/** The newest of those entries, newest first. */
export async function listUnstatedEntries(
  reader: Reader,
  currency: string,
  before: Epoch,
  most: number,
): Promise<UnstatedEntry[]> {
  const bank = houseAccount("bank", currency);
  return unstated(reader, bank, before)
    .select(["ledger_entries.id", "ledger_entries.description", "ledger_entries.created_at"])
    .select(booked(bank).as("amount"))
    .groupBy(["ledger_entries.id", "ledger_entries.description", "ledger_entries.created_at"])
    .orderBy("ledger_entries.created_at", "desc")
    .orderBy("ledger_entries.id", "desc")
    .limit(most)
    .execute();
}

/** Keeps a day's close. @throws the database's error if the day is closed already */
export async function insertReconciliation(tx: WriteTx, row: ReconciliationRow): Promise<void> {
  await tx.insertInto("reconciliations").values(row).execute();
}

export async function findReconciliation(reader: Reader, id: string): Promise<ReconciliationRow | undefined> {
  return reader.selectFrom("reconciliations").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The closed days of an account from a day on, the first one first. */
export async function listClosedDays(
  reader: Reader,
  depositAccountId: string,
  from: string,
): Promise<string[]> {
  const rows = await reader
    .selectFrom("reconciliations")
    .select("day")
    .where("deposit_account_id", "=", depositAccountId)
    .where("day", ">=", from)
    .where("reopened_at", "is", null)
    .orderBy("day")
    .execute();
  return rows.map(({ day }) => day);
}

/** Reopens a day; undefined, and nothing is written, if it was reopened before. */
export async function reopenReconciliation(
  tx: WriteTx,
  id: string,
  { by, at, note }: { readonly by: string; readonly at: Epoch; readonly note: InternalNote },
): Promise<ReconciliationRow | undefined> {
  return tx
    .updateTable("reconciliations")
    .set({ reopened_by: by, reopened_at: at, reopen_note: note })
    .where("id", "=", id)
    .where("reopened_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** The close of the last day, of any account, that is not open again; without its explanation, which may be long. */
export async function lastClose(
  reader: Reader,
): Promise<Pick<ReconciliationRow, "day" | "currency" | "statement_balance" | "ledger_balance"> | undefined> {
  return reader
    .selectFrom("reconciliations")
    .select(["day", "currency", "statement_balance", "ledger_balance"])
    .where("reopened_at", "is", null)
    .orderBy("day", "desc")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1n)
    .executeTakeFirst();
}

/** Closes after a place in the list, newest first. */
export async function listReconciliations(
  reader: AnyReader,
  {
    depositAccountId,
    after,
    limit,
  }: {
    readonly depositAccountId: string | undefined;
    readonly after: { readonly createdAt: Epoch; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<ReconciliationRow[]> {
  return reader
    .selectFrom("reconciliations")
    .selectAll()
    .$if(depositAccountId !== undefined, (rows) =>
      rows.where("deposit_account_id", "=", depositAccountId ?? ""),
    )
    .$if(after !== undefined, (rows) =>
      rows.where((row) =>
        row(row.refTuple("created_at", "id"), "<", row.tuple(after?.createdAt ?? 0n, after?.id ?? "")),
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BigInt(limit))
    .execute();
}
