/** Taking a customer's data out of the tables. Doing it twice does no harm. */
import type { Database, WriteTx } from "../handles/handles.ts";
import type { ErasedSubject, Moment } from "../columns/table.ts";
import { ERASED_TABLES, type ErasedTable } from "./erased-tables.ts";
import {
  AT_ONCE,
  compared,
  endOfPiece,
  LOOKED_AT,
  type AnyTables,
  type Key,
  type StoredValue,
} from "./pieces.ts";

/** Subject and moment of an erasure. */
interface Erasure {
  readonly subject: ErasedSubject;
  readonly moment: Moment;
}

/** New values of a table's columns that are erased at a moment; undefined if there are none. */
function replacements(
  { columns }: Extract<ErasedTable, { columns: unknown }>,
  { subject, moment }: Erasure,
): Record<string, StoredValue> | undefined {
  const found = Object.entries(columns).flatMap(([name, fate]) => {
    if ("kept" in fate || fate.at !== moment) return [];
    return [[name, ("makes" in fate ? fate.makes(subject) : fate.becomes) as StoredValue] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

const concerns = (table: ErasedTable, erasure: Erasure): boolean =>
  "removed" in table ? table.removed === erasure.moment : replacements(table, erasure) !== undefined;

/** Erases the rows between two keys, or all if there are none. */
async function eraseBetween(
  tx: WriteTx,
  table: ErasedTable,
  erasure: Erasure,
  { after, end }: { readonly after?: Key | undefined; readonly end?: Key | undefined } = {},
): Promise<void> {
  const db = tx as unknown as AnyTables;
  const bounds = [
    table.whose(erasure.subject),
    ...(after === undefined ? [] : [compared(table.key, ">", after)]),
    ...(end === undefined ? [] : [compared(table.key, "<=", end)]),
  ];
  if ("removed" in table) {
    await bounds.reduce((rows, bound) => rows.where(bound), db.deleteFrom(table.table)).execute();
    return;
  }
  const values = replacements(table, erasure);
  if (values === undefined) return;
  await bounds.reduce((rows, bound) => rows.where(bound), db.updateTable(table.table).set(values)).execute();
}

const isAccount = ({ table }: ErasedTable): boolean => table === "users";

/** Erases all of a moment within one transaction; only of the account's own row if `only` says so. */
export async function eraseWithin(tx: WriteTx, erasure: Erasure, only?: "the account"): Promise<void> {
  for (const table of ERASED_TABLES) {
    if (concerns(table, erasure) && (only === undefined || isAccount(table))) {
      await eraseBetween(tx, table, erasure);
    }
  }
}

/** Erases a table's rows of a moment, 500 in a transaction. */
async function eraseTable(database: Database, table: ErasedTable, erasure: Erasure): Promise<void> {
  const reader = database.read as unknown as Pick<AnyTables, "selectFrom">;
  const where = table.unindexed ? undefined : table.whose(erasure.subject);
  let after: Key | undefined;
  do {
    const end: Key | undefined = await endOfPiece(reader, table, {
      after,
      rows: table.unindexed ? LOOKED_AT : AT_ONCE,
      where,
    });
    const piece = { after, end };
    await database.write((tx) => eraseBetween(tx, table, erasure, piece));
    after = end;
  } while (after !== undefined);
}

/**
 * Erases all of a moment but what the account's own row has, a piece at a time. Finished steps stay done after an
 * interruption.
 */
export async function eraseInPieces(database: Database, erasure: Erasure): Promise<void> {
  for (const table of ERASED_TABLES) {
    if (!isAccount(table) && concerns(table, erasure)) await eraseTable(database, table, erasure);
  }
}
