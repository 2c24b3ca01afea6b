/** Lists that are a JSON text: one statement, prepared once, for any count of them. */
import { sql, type RawBuilder } from "kysely";
import type { Dialect } from "./dialect.ts";

/** The numbers of a list. */
export const numbersIn = (list: string, dialect: Dialect): RawBuilder<bigint> =>
  dialect === "sqlite"
    ? sql<bigint>`(select value from json_each(${list}))`
    : sql<bigint>`(select value::bigint from json_array_elements_text(${list}::json))`;

/** The texts of a list. */
export const textsIn = (list: string, dialect: Dialect): RawBuilder<string> =>
  dialect === "sqlite"
    ? sql<string>`(select value from json_each(${list}))`
    : sql<string>`(select value from json_array_elements_text(${list}::json))`;
