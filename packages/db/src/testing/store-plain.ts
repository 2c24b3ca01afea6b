import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import type { WriteTx } from "../handles/handles.ts";

type AnyTables = Kysely<Record<keyof Tables, Record<string, unknown>>>;

/**
 * Stores values past the types, as a release that sealed nothing did, or someone who writes into the database: a new
 * row, or new values for the row that `where` names.
 */
export async function storePlain(
  tx: WriteTx,
  table: keyof Tables,
  values: Readonly<Record<string, string | bigint>>,
  where?: Readonly<Record<string, string>>,
): Promise<void> {
  const any = tx as unknown as Pick<AnyTables, "insertInto" | "updateTable">;
  if (where === undefined) {
    await any.insertInto(table).values(values).execute();
    return;
  }
  let update = any.updateTable(table).set(values);
  for (const [column, value] of Object.entries(where)) update = update.where(column, "=", value);
  await update.execute();
}
