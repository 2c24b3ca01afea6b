/** Which rows of a table are a customer's. */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Tables } from "../tables.ts";

export const own = ({ id }: { readonly id: string }): RawBuilder<SqlBool> => sql`user_id = ${id}`;

/** Rows that hang on a row of the customer in another table. */
export const below =
  (column: string, parent: keyof Tables) =>
  ({ id }: { readonly id: string }): RawBuilder<SqlBool> =>
    sql`${sql.ref(column)} in (select id from ${sql.table(parent)} where user_id = ${id})`;
