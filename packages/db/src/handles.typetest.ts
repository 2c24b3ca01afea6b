/** Checked by the compiler, never run: each line below an expectation must not compile. */
import { insertUser } from "./accounts.ts";
import { balancesOf } from "./balances.ts";
import type { AnyReader, Database, ReadDb, Reader, WriteTx } from "./database.ts";
import { postEntry, type LedgerEntry } from "./ledger/post-entry.ts";
import { readStatement, writeStatement } from "./handles/statement.ts";
import { firstEntryAt } from "./monthly-statements.ts";
import { customer } from "./testing/fixtures.ts";

const selecting = readStatement<{ id: string }, { id: string }>("typetest_select", (db, parameter) =>
  db.selectFrom("users").select("id").where("id", "=", parameter("id")),
);
const deleting = writeStatement<{ id: string }, { id: string }>("typetest_delete", (db, parameter) =>
  db.deleteFrom("users").where("id", "=", parameter("id")).returning("id"),
);

export async function handles(
  database: Database,
  read: ReadDb,
  tx: WriteTx,
  entry: LedgerEntry,
): Promise<void> {
  // A transaction reads as well.
  const reader: Reader = tx;
  await balancesOf(reader, "id");
  await balancesOf(read, "id");
  await postEntry(tx, entry);
  await tx.run(selecting, { id: "id" });
  await tx.run(deleting, { id: "id" });

  // A query that only shows takes any of the three.
  for (const any of [database.standby, read, tx] satisfies AnyReader[]) await firstEntryAt(any, "id");

  // @ts-expect-error what decides about money is not read from a standby
  await balancesOf(database.standby, "id");
  // @ts-expect-error a standby does not become a primary on its way
  const passedOn: Reader = database.standby;
  await balancesOf(passedOn, "id");
  // @ts-expect-error money moves only inside a transaction
  await postEntry(database.standby, entry);
  // @ts-expect-error money moves only inside a transaction
  await postEntry(read, entry);
  // @ts-expect-error money moves only inside a transaction
  await postEntry(reader as Reader, entry);
  // @ts-expect-error a database is no transaction
  await postEntry(database, entry);
  // @ts-expect-error a database is no transaction
  await insertUser(database.read, customer("id"));
  // @ts-expect-error a reader cannot insert
  read.insertInto("users");
  // @ts-expect-error a reader cannot update
  read.updateTable("users");
  // @ts-expect-error a reader cannot delete
  read.deleteFrom("users");
  // @ts-expect-error a reader cannot run free SQL
  read.executeQuery({ sql: "delete from users", parameters: [] });
  // @ts-expect-error a reader cannot run a writing statement
  await read.run(deleting, { id: "id" });
  // @ts-expect-error a transaction cannot begin another
  tx.transaction();
  // @ts-expect-error a reader cannot begin a transaction either
  read.transaction();
  // @ts-expect-error a parameter is missing
  await read.run(selecting, {});
  // @ts-expect-error a handle cannot be made up
  const forged: WriteTx = { ...read, insertInto: tx.insertInto };
  await balancesOf(forged, "id");
}
