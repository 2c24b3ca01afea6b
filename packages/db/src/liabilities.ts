/** Proofs of liabilities: customers' totals, and what was published of them. */
import { sql, type SelectQueryBuilder } from "kysely";
import type { Reader, WriteTx } from "./handles/handles.ts";
import { rowsIn } from "./handles/json-lists.ts";
import { WriteStatement } from "./handles/statement.ts";
import type { Epoch, LiabilityLeaves, LiabilityNodes, Tables } from "./tables.ts";

/** A customer's holding of a currency, smallest units: spendable and set aside. */
export interface Owned {
  readonly user_id: string;
  readonly currency: string;
  readonly amount: bigint;
}

/**
 * Holdings of every customer, above zero, a customer's currencies one after another. One statement, so that all is of
 * one moment.
 */
export function selectOwned(reader: Reader): SelectQueryBuilder<Tables, "ledger_balances", Owned> {
  const total = sql<bigint>`cast(sum(balance) as bigint)`;
  return reader
    .selectFrom("ledger_balances")
    .select(["user_id", "currency", total.as("amount")])
    .groupBy(["user_id", "currency"])
    .having(total, ">", 0n)
    .orderBy("user_id")
    .orderBy("currency");
}

/**
 * Begins a publication. One process begins that of a day. If another has begun it, this one takes over only once that
 * is longer ago than `stale`, and never after it was finished.
 * @returns false if it is another process's
 */
export async function beginPublication(
  tx: WriteTx,
  { id, day, created_at, stale }: { id: string; day: string | null; created_at: Epoch; stale: Epoch },
): Promise<boolean> {
  const begun = await tx
    .insertInto("liability_publications")
    .values({ id, day, created_at, document: null })
    .onConflict((conflict) =>
      conflict
        .column("day")
        .doUpdateSet({ id, created_at })
        .where("liability_publications.document", "is", null)
        .where("liability_publications.created_at", "<", stale),
    )
    .returning("id")
    .executeTakeFirst();
  return begun !== undefined;
}

/** Whether the publication of a day is finished, or was begun after `stale`. */
export async function isPublicationUnderWay(reader: Reader, day: string, stale: Epoch): Promise<boolean> {
  const row = await reader
    .selectFrom("liability_publications")
    .select(["document", "created_at"])
    .where("day", "=", day)
    .executeTakeFirst();
  return row !== undefined && (row.document !== null || row.created_at >= stale);
}

/** Makes a publication the newest. @returns false if a newer one was finished before, or another process has taken it over */
export async function finishPublication(tx: WriteTx, id: string, document: string): Promise<boolean> {
  const newer = tx
    .selectFrom("liability_publications as newer")
    .select("newer.id")
    .where("newer.id", ">", id)
    .where("newer.document", "is not", null);
  const finished = await tx
    .updateTable("liability_publications")
    .set({ document })
    .where("id", "=", id)
    .where("document", "is", null)
    .where((row) => row.not(row.exists(newer)))
    .returning("id")
    .executeTakeFirst();
  return finished !== undefined;
}

/** Lets another process begin a publication that was not finished. */
export async function abandonPublication(tx: WriteTx, id: string): Promise<void> {
  await tx.deleteFrom("liability_publications").where("id", "=", id).where("document", "is", null).execute();
}

/** The document that was published last; undefined before the first. */
export async function newestPublication(
  reader: Reader,
): Promise<{ id: string; document: string } | undefined> {
  const row = await reader
    .selectFrom("liability_publications")
    .select(["id", "document"])
    .where("document", "is not", null)
    .orderBy("id", "desc")
    .limit(1n)
    .executeTakeFirst();
  return row === undefined ? undefined : { id: row.id, document: row.document ?? "" };
}

/** Leaves of a publication for some customers, of one currency. */
export interface CountedLeaves {
  readonly publication_id: string;
  readonly currency: string;
  /** As JSON: each customer's identifier, amount in text, and leaves. */
  readonly rows: string;
}

const insertLeaves = new WriteStatement<CountedLeaves, never>(
  "insert_liability_leaves",
  (db, parameter, dialect) =>
    db
      .insertInto("liability_leaves")
      .columns(["publication_id", "currency", "user_id", "amount", "leaves"])
      .expression((from) =>
        from
          .selectFrom(rowsIn(parameter("rows"), dialect).as("counted"))
          .select([
            sql<string>`${parameter("publication_id")}`.as("publication_id"),
            sql<string>`${parameter("currency")}`.as("currency"),
            sql<string>`value ->> 0`.as("user_id"),
            sql<bigint>`cast(value ->> 1 as bigint)`.as("amount"),
            sql<string>`value ->> 2`.as("leaves"),
          ]),
      )
      .$castTo<never>(),
);

export async function insertLiabilityLeaves(tx: WriteTx, counted: CountedLeaves): Promise<void> {
  await tx.run(insertLeaves, counted);
}

export async function insertLiabilityNodes(tx: WriteTx, rows: readonly LiabilityNodes[]): Promise<void> {
  await tx.insertInto("liability_nodes").values(rows).execute();
}

/** Sum of a publication for a customer, by currency. */
export async function liabilityLeavesOf(
  reader: Reader,
  publication: string,
  userId: string,
): Promise<LiabilityLeaves[]> {
  return reader
    .selectFrom("liability_leaves")
    .selectAll()
    .where("publication_id", "=", publication)
    .where("user_id", "=", userId)
    .orderBy("currency")
    .execute();
}

/** Some nodes of a tree, as they were inserted; undefined if they are not there any more. */
export async function findLiabilityNodes(
  reader: Reader,
  { publication_id, currency, level, number }: Omit<LiabilityNodes, "nodes">,
): Promise<string | undefined> {
  const row = await reader
    .selectFrom("liability_nodes")
    .select("nodes")
    .where("publication_id", "=", publication_id)
    .where("currency", "=", currency)
    .where("level", "=", level)
    .where("number", "=", number)
    .executeTakeFirst();
  return row?.nodes;
}

/** Deletes some of what customers had of publications older than one. @returns whether there may be more */
export async function forgetLiabilities(
  tx: WriteTx,
  before: string,
  most: { readonly leaves: number; readonly nodes: number },
): Promise<boolean> {
  const oldLeaves = tx
    .selectFrom("liability_leaves")
    .select(["publication_id", "user_id", "currency"])
    .where("publication_id", "<", before)
    .limit(BigInt(most.leaves));
  const leaves = await tx
    .deleteFrom("liability_leaves")
    .where((row) =>
      row(
        row.refTuple("publication_id", "user_id", "currency"),
        "in",
        oldLeaves.$asTuple("publication_id", "user_id", "currency"),
      ),
    )
    .returning("currency")
    .execute();
  const oldNodes = tx
    .selectFrom("liability_nodes")
    .select(["publication_id", "currency", "level", "number"])
    .where("publication_id", "<", before)
    .limit(BigInt(most.nodes));
  const nodes = await tx
    .deleteFrom("liability_nodes")
    .where((row) =>
      row(
        row.refTuple("publication_id", "currency", "level", "number"),
        "in",
        oldNodes.$asTuple("publication_id", "currency", "level", "number"),
      ),
    )
    .returning("level")
    .execute();
  return leaves.length + nodes.length > 0;
}
