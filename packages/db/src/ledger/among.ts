/** Parts of the books, which a check compares one after another. */
import { sql, type RawBuilder, type SqlBool } from "kysely";

/** Keys of one part: those of a list, those after one up to another, or all of them. */
export type Among =
  | { readonly keys: readonly string[] }
  | { readonly after: string; readonly through: string | null };

export const ALL: Among = { after: "", through: null };

/** Whether a column's value is one of the keys. */
export function isAmong(column: string, among: Among): RawBuilder<SqlBool> {
  const value = sql.ref(column);
  if ("keys" in among) return sql<SqlBool>`${value} in (${sql.join(among.keys)})`;
  if (among.through !== null) return sql<SqlBool>`${value} > ${among.after} and ${value} <= ${among.through}`;
  return among.after === "" ? sql<SqlBool>`${value} is not null` : sql<SqlBool>`${value} > ${among.after}`;
}
