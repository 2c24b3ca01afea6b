/** Reading a customer's rows of a table, a piece at a time. */
import { sql } from "kysely";
import type { AnyReader } from "../handles/handles.ts";
import type { DataSubject } from "../columns/table.ts";
import { valueKinds, type ExportedTable } from "./exported-tables.ts";
import {
  AT_ONCE,
  compared,
  endOfPiece,
  keyColumns,
  keyOf,
  LOOKED_AT,
  type AnyTables,
  type Key,
  type StoredRow,
  type StoredValue,
} from "./pieces.ts";

export type { StoredRow, StoredValue } from "./pieces.ts";

/**
 * All rows of a customer in a table, oldest key first, in pieces of at most 500; each statement sees the newest commit.
 * Columns that the copy leaves out are not read.
 */
export async function* readExported(
  reader: AnyReader,
  table: ExportedTable,
  subject: DataSubject,
): AsyncGenerator<readonly StoredRow[]> {
  const db = reader as unknown as Pick<AnyTables, "selectFrom">;
  const { key, joined = {} } = table;
  const columns = valueKinds(table).map(([name]) =>
    (joined[name]?.value ?? sql.ref<StoredValue>(name)).as(name),
  );
  let after: Key | undefined;
  for (;;) {
    const end = table.unindexed && (await endOfPiece(db, table, { after, rows: LOOKED_AT }));
    let rows = db
      .selectFrom(table.table)
      .select([...columns, ...keyColumns(key)])
      .where(table.whose(subject));
    if (after !== undefined) rows = rows.where(compared(key, ">", after));
    if (end !== undefined) rows = rows.where(compared(key, "<=", end));
    for (const name of key) rows = rows.orderBy(sql.ref(name));
    const found = (await (table.unindexed ? rows : rows.limit(AT_ONCE)).execute()) as readonly StoredRow[];
    if (found.length > 0) yield found;
    const last = table.unindexed ? end : keyOf(found.at(-1), key);
    if (last === undefined || (!table.unindexed && BigInt(found.length) < AT_ONCE)) return;
    after = last;
  }
}
