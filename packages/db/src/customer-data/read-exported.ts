/** Reading a customer's rows of a table, a piece at a time. */
import { sql, type Kysely, type RawBuilder, type SqlBool } from "kysely";
import type { Reader } from "../handles/handles.ts";
import { valueKinds, type DataSubject, type ExportedTable } from "./exported-table.ts";

/** A stored value, as both databases give it. */
export type StoredValue = string | bigint | null;
export type StoredRow = Readonly<Record<string, StoredValue>>;

/** Rows read at once. */
const BATCH = 500n;
/** Rows looked at by one statement where no index finds the customer's: a few milliseconds. */
const LOOKED_AT = 2_000n;

/** The tables as an export sees them, which knows columns by name only. */
type AnyColumns = Pick<Kysely<Record<string, Record<string, StoredValue>>>, "selectFrom">;

/** The columns that a row is placed by, whether the copy has them or not. */
const placeAs = (place: number): string => `place_${place}`;

const list = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql`(${sql.join(parts)})`;

/** Rows on one side of a place, by the table's key. */
const compared = (
  key: readonly string[],
  sign: ">" | "<=",
  place: readonly StoredValue[],
): RawBuilder<SqlBool> =>
  sql<SqlBool>`${list(key.map((name) => sql.ref(name)))} ${sql.raw(sign)} ${list(place.map((value) => sql`${value}`))}`;

const placeOf = (row: StoredRow | undefined, key: readonly string[]): readonly StoredValue[] | undefined =>
  row && key.map((_name, place) => row[placeAs(place)] ?? null);

/** Where a look at the next rows of a table ends, whosever they are; undefined where it reaches the table's end. */
async function endOfLook(
  reader: AnyColumns,
  { table, key }: ExportedTable,
  after: readonly StoredValue[] | undefined,
): Promise<readonly StoredValue[] | undefined> {
  let rows = reader
    .selectFrom(table)
    .select(key.map((name, place) => sql.ref<StoredValue>(name).as(placeAs(place))));
  if (after !== undefined) rows = rows.where(compared(key, ">", after));
  for (const name of key) rows = rows.orderBy(sql.ref(name));
  const [end] = await rows
    .limit(1n)
    .offset(LOOKED_AT - 1n)
    .execute();
  return placeOf(end, key);
}

/**
 * All rows of a customer in a table, oldest key first, in pieces of at most 500; each statement sees the newest commit.
 * Columns that the copy leaves out are not read.
 */
export async function* readExported(
  reader: Reader,
  table: ExportedTable,
  subject: DataSubject,
): AsyncGenerator<readonly StoredRow[]> {
  const db = reader as unknown as AnyColumns;
  const { key, joined = {} } = table;
  const columns = valueKinds(table).map(([name]) =>
    (joined[name]?.value ?? sql.ref<StoredValue>(name)).as(name),
  );
  const places = key.map((name, place) => sql.ref<StoredValue>(name).as(placeAs(place)));
  let after: readonly StoredValue[] | undefined;
  for (;;) {
    const end = table.unindexed && (await endOfLook(db, table, after));
    let rows = db
      .selectFrom(table.table)
      .select([...columns, ...places])
      .where(table.whose(subject));
    if (after !== undefined) rows = rows.where(compared(key, ">", after));
    if (end !== undefined) rows = rows.where(compared(key, "<=", end));
    for (const name of key) rows = rows.orderBy(sql.ref(name));
    const found = (await (table.unindexed ? rows : rows.limit(BATCH)).execute()) as readonly StoredRow[];
    if (found.length > 0) yield found;
    const last = table.unindexed ? end : placeOf(found.at(-1), key);
    if (last === undefined || (!table.unindexed && BigInt(found.length) < BATCH)) return;
    after = last;
  }
}
