/** Parts of the books, which a check compares one after another. */
import { sql, type RawBuilder, type SqlBool } from "kysely";

/** Keys of the rows that are compared; undefined: all of them. */
export type Among = readonly string[] | undefined;

/** Whether a column's value is one of the keys. */
export const isAmong = (column: string, among: Among): RawBuilder<SqlBool> =>
  among === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} in (${sql.join(among)})`;
