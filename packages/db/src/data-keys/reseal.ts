/** Sealed columns as a whole: sealing again what an older key has sealed, and counting by key. */
import { sql, type Kysely } from "kysely";
import type { Database, Reader, WriteTx } from "../handles/handles.ts";
import { placeOf, type SealedColumn } from "../sealed/sealed-columns.ts";
import { sealedPrefix, sealingKeyOf, type Vault } from "../sealed/vault.ts";

/** Rows read, and at most written, at once: short enough that others get their turn in between. */
const BATCH = 500;

/** The tables as reseal sees them, which knows columns by name only. */
type AnyColumns = Kysely<Record<string, Record<string, string | null>>>;
const readerOf = (reader: Reader): Pick<AnyColumns, "selectFrom"> =>
  reader as unknown as Pick<AnyColumns, "selectFrom">;
const writerOf = (tx: WriteTx): Pick<AnyColumns, "updateTable"> =>
  tx as unknown as Pick<AnyColumns, "updateTable">;

interface Value {
  readonly row: string;
  readonly text: string;
}

async function nextRows(reader: Reader, column: SealedColumn, after: string): Promise<(Value | string)[]> {
  const place = placeOf(column);
  const rows = await readerOf(reader)
    .selectFrom(place.table)
    .select([`${place.row} as row`, `${place.column} as text`])
    .where(place.row, ">", after)
    .orderBy(place.row)
    .limit(BigInt(BATCH))
    .execute();
  return rows.map(({ row, text }) => (text === null || text === "" ? (row ?? "") : { row: row ?? "", text }));
}

export interface ResealOptions {
  /** Called after each batch with how many values were sealed in it. */
  readonly onBatch?: ((sealed: number) => void) | undefined;
  /** Looked at between batches. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Seals every value of a column that the vault's first key has not sealed. Finished steps stay done after an
 * interruption, and several may run at once, also as others write: a value is replaced only if it is still the one that
 * was read.
 * @returns how many values were sealed
 * @throws SealError for a value that cannot be opened: anyone who can write to the database can write a plain one. Those before it
 *   are done
 */
export async function resealColumn(
  database: Database,
  vault: Vault,
  column: SealedColumn,
  { onBatch, signal }: ResealOptions = {},
): Promise<number> {
  const place = placeOf(column);
  let total = 0;
  let after = "";
  for (;;) {
    signal?.throwIfAborted();
    const rows = await nextRows(database.read, column, after);
    const last = rows.at(-1);
    if (last === undefined) return total;
    after = typeof last === "string" ? last : last.row;
    const due = rows.filter(
      (value): value is Value => typeof value !== "string" && sealingKeyOf(value.text) !== vault.keyId,
    );
    if (due.length === 0) continue;
    const sealed = await database.write(async (tx) => {
      let count = 0;
      for (const value of due) {
        const plain = vault.openText(column, value.row, value.text);
        const { numUpdatedRows } = await writerOf(tx)
          .updateTable(place.table)
          .set({ [place.column]: vault.sealText(column, value.row, plain) })
          .where(place.row, "=", value.row)
          .where(place.column, "=", value.text)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) count += 1;
      }
      return count;
    });
    total += sealed;
    if (sealed > 0) onBatch?.(sealed);
  }
}

/** How many values of a place each key has sealed, by the key's id. */
export interface KeyUsage {
  readonly byKey: Readonly<Record<string, number>>;
  /** Values that none of the keys asked for has sealed. */
  readonly other: number;
}

/** Counts a column's values by the key that has sealed them. */
export async function countByKey(
  reader: Reader,
  column: SealedColumn,
  keyIds: readonly string[],
): Promise<KeyUsage> {
  const { table, column: name } = placeOf(column);
  const begins = (prefix: string) =>
    sql<bigint>`count(case when substr(${sql.ref(name)}, 1, ${sql.lit(prefix.length)}) = ${prefix} then 1 end)`;
  const counts = await readerOf(reader)
    .selectFrom(table)
    .select([
      sql<bigint>`count(case when ${sql.ref(name)} <> '' then 1 end)`.as("total"),
      ...keyIds.map((id, place) => begins(sealedPrefix(id)).as(`key${place}`)),
    ])
    .executeTakeFirstOrThrow();
  const count = (name: string): number => {
    const total: unknown = Reflect.get(counts, name);
    return Number(total);
  };
  const byKey = Object.fromEntries(keyIds.map((id, place) => [id, count(`key${place}`)]));
  const known = Object.values(byKey).reduce((sum, part) => sum + part, 0);
  return { byKey, other: count("total") - known };
}
