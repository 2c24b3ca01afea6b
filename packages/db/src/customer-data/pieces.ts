/** Walking through a table by its key, a piece at a time, so that no statement takes long. */
import { sql, type Kysely, type RawBuilder, type SqlBool } from "kysely";

/** A stored value, as both databases give it. */
export type StoredValue = string | bigint | null;
export type StoredRow = Readonly<Record<string, StoredValue>>;
/** The values of a row's key. */
export type Key = readonly StoredValue[];

/** Rows read or changed at once. */
export const AT_ONCE = 500n;
/** Rows looked at by one statement if no index finds the customer's: a few milliseconds. */
export const LOOKED_AT = 2_000n;

/** The tables by name only: which they are is no matter to the types. */
export type AnyTables = Pick<
  Kysely<Record<string, Record<string, StoredValue>>>,
  "selectFrom" | "deleteFrom" | "updateTable"
>;

const keyAs = (place: number): string => `place_${place}`;

const list = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql`(${sql.join(parts)})`;

/** Rows on one side of a key. */
export const compared = (key: readonly string[], sign: ">" | "<=", place: Key): RawBuilder<SqlBool> =>
  sql<SqlBool>`${list(key.map((name) => sql.ref(name)))} ${sql.raw(sign)} ${list(place.map((value) => sql`${value}`))}`;

/** The columns of the key, under names that no column has. */
export const keyColumns = (key: readonly string[]) =>
  key.map((name, place) => sql.ref<StoredValue>(name).as(keyAs(place)));

/** The key of a row that was read with `keyColumns`. */
export const keyOf = (row: StoredRow | undefined, key: readonly string[]): Key | undefined =>
  row && key.map((_name, place) => row[keyAs(place)] ?? null);

interface Piece {
  /** End of the piece before. */
  readonly after: Key | undefined;
  /** How many rows it has. */
  readonly rows: bigint;
  /** Which rows count; all if it is left out. */
  readonly where?: RawBuilder<SqlBool> | undefined;
}

/** The key of a piece's last row; undefined if the table ends before. */
export async function endOfPiece(
  reader: Pick<AnyTables, "selectFrom">,
  { table, key }: { readonly table: string; readonly key: readonly string[] },
  { after, rows: size, where }: Piece,
): Promise<Key | undefined> {
  let rows = reader.selectFrom(table).select(keyColumns(key));
  if (where !== undefined) rows = rows.where(where);
  if (after !== undefined) rows = rows.where(compared(key, ">", after));
  for (const name of key) rows = rows.orderBy(sql.ref(name));
  const [end] = await rows
    .limit(1n)
    .offset(size - 1n)
    .execute();
  return keyOf(end, key);
}
