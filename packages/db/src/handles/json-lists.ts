/** Lists that are a JSON text: one statement, prepared once, for any count of them. */
import { sql, type RawBuilder } from "kysely";
import type { Dialect } from "./dialect.ts";

/** The numbers of a list. */
export const numbersIn = (list: string, dialect: Dialect): RawBuilder<bigint> =>
  dialect === "sqlite"
    ? sql<bigint>`(select value from json_each(${list}))`
    : sql<bigint>`(select value::bigint from json_array_elements_text(${list}::json))`;

/** The elements of a list that are lists themselves, one a row: `value ->> 0` is the text of the first thing in it. */
export const rowsIn = (list: string, dialect: Dialect): RawBuilder<{ value: string }> =>
  dialect === "sqlite"
    ? sql<{ value: string }>`json_each(${list})`
    : sql<{ value: string }>`json_array_elements(${list}::json)`;

/** The texts of a list. */
export const textsIn = (list: string, dialect: Dialect): RawBuilder<string> =>
  dialect === "sqlite"
    ? sql<string>`(select value from json_each(${list}))`
    : sql<string>`(select value from json_array_elements_text(${list}::json))`;
