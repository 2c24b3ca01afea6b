/** Ledger entries as they are in the books, and what moved an account. Amounts are smallest units, times milliseconds since 1970. */
import { sql } from "kysely";
import type { AnyReader, Reader } from "../handles/handles.ts";
import { lookedUp } from "../handles/statement.ts";
import { otherPostings } from "../owned-postings.ts";
import type { HouseAccountId } from "./accounts.ts";
import { rowsAfter, type Place } from "../pages.ts";
import type { Epoch } from "../tables.ts";

interface EntryPosting {
  readonly source_account: string;
  readonly destination_account: string;
  readonly currency: string;
  readonly amount: bigint;
}

/** A ledger entry with its postings, in their order. */
export interface EntryWithPostings {
  readonly id: string;
  readonly kind: string;
  readonly description: string;
  readonly reverses_entry_id: string | null;
  readonly created_by: string;
  readonly created_at: Epoch;
  /** The second person, if there was one. */
  readonly approved_by: string | null;
  readonly postings: readonly EntryPosting[];
}

/** The entries of some ids, oldest first. */
export async function readEntries(reader: AnyReader, ids: readonly string[]): Promise<EntryWithPostings[]> {
  if (ids.length === 0) return [];
  const entries = await reader
    .selectFrom("ledger_entries")
    .select(["id", "kind", "description", "reverses_entry_id", "created_by", "created_at", "approved_by"])
    .where("id", "in", ids)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const postings = await reader
    .selectFrom("ledger_postings")
    .select(["entry_id", "source_account", "destination_account", "currency", "amount"])
    .where("entry_id", "in", ids)
    .orderBy("entry_id")
    .orderBy("position")
    .execute();
  const byEntry = Map.groupBy(postings, ({ entry_id }) => entry_id);
  return entries.map((entry) => ({ ...entry, postings: byEntry.get(entry.id) ?? [] }));
}

/** The entry that takes another one back; undefined if none does. */
export async function findReversal(reader: Reader, id: string): Promise<string | undefined> {
  const row = await reader
    .selectFrom("ledger_entries")
    .select("id")
    .where("reverses_entry_id", "=", id)
    .executeTakeFirst();
  return row?.id;
}

/** An entry's place among those of an account. */
export interface EntryPlace {
  readonly id: string;
  readonly created_at: Epoch;
}

/**
 * The entries that moved a customer's accounts, newest first. Exchanges come from the history's index, so that a long walk reads a
 * page of them; the others are read whole, as a customer has few.
 * @param after the last entry of the page before
 */
export async function entriesOfCustomer(
  reader: AnyReader,
  userId: string,
  after: Place | undefined,
  limit: number,
): Promise<EntryPlace[]> {
  const exchanges = reader
    .selectFrom("transactions")
    .select((row) => [row.ref("entry_id").$notNull().as("id"), "created_at"])
    .where("user_id", "=", lookedUp(userId))
    .where("transaction_type", "=", sql.lit("exchange" as const))
    // The end of the index, and the place itself.
    .$if(after !== undefined, (rows) =>
      rows
        .where("created_at", "<=", after?.createdAt ?? 0n)
        .where(sql<boolean>`(created_at, entry_id) < (${after?.createdAt}, ${after?.id})`),
    )
    .orderBy("created_at", "desc")
    .orderBy("entry_id", "desc")
    .limit(BigInt(limit));
  const others = rowsAfter(
    reader
      .selectFrom(otherPostings(reader, userId, "").as("posted"))
      .innerJoin("ledger_entries", "ledger_entries.id", "posted.entry_id")
      .select(["ledger_entries.id", "ledger_entries.created_at"])
      .distinct(),
    "ledger_entries",
    after,
  );
  return reader
    .selectFrom(exchanges.as("exchanges"))
    .select(["id", "created_at"])
    .unionAll(reader.selectFrom(others.as("others")).select(["id", "created_at"]))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BigInt(limit))
    .execute();
}

/**
 * The entries that moved an account of the house, newest first.
 * @param account not of `trading` or `fees`, which have no index: customers' exchanges move them, and those have a
 * report
 * @param after the id of the last entry of the page before
 */
export async function entriesOfHouseAccount(
  reader: AnyReader,
  account: HouseAccountId,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const side = (name: "source_account" | "destination_account") =>
    reader
      .selectFrom("ledger_postings")
      .select("entry_id")
      .where(name, "=", account)
      // The words of the partial index.
      .where(name, "like", sql.lit("house:%"))
      .where(name, "not like", sql.lit("house:trading:%"))
      .where(name, "not like", sql.lit("house:fees:%"))
      .$if(after !== undefined, (rows) => rows.where("entry_id", "<", after ?? ""))
      .orderBy("entry_id", "desc")
      .limit(BigInt(limit));
  const rows = await reader
    .selectFrom(side("source_account").as("out"))
    .select("entry_id")
    .union(reader.selectFrom(side("destination_account").as("in")).select("entry_id"))
    .orderBy("entry_id", "desc")
    .limit(BigInt(limit))
    .execute();
  return rows.map(({ entry_id }) => entry_id);
}
