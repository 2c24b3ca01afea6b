/** Lists that are read a page at a time, in the order in which their rows were written. */
import { sql, type SelectQueryBuilder } from "kysely";
import type { AnyReader } from "./handles/handles.ts";
import type { Epoch, Tables } from "./tables.ts";

/** Which page of a list; `page` counts from 1. */
export interface PageNumber {
  readonly page: number;
  readonly perPage: number;
}

/** A row's place in a list by time. */
export interface Place {
  /** Milliseconds since 1970. */
  readonly createdAt: Epoch;
  readonly id: string;
}

/** Tables that can be put in order: by when a row was written, then by its id. */
type Dated = {
  [Name in keyof Tables]: Tables[Name] extends { id: unknown; created_at: unknown } ? Name : never;
}[keyof Tables];

/** Limits a query to the rows after a place in the list; all of them if none is given. A walk meets each row once. */
export const rowsAfter = <Known, Table extends keyof Known, Row>(
  chosen: SelectQueryBuilder<Known, Table, Row>,
  table: Dated,
  after: Place | undefined,
  direction: "asc" | "desc" = "desc",
): SelectQueryBuilder<Known, Table, Row> => {
  if (after === undefined) return chosen;
  const row = sql`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)})`;
  const place = sql`(${after.createdAt}, ${after.id})`;
  return chosen.where(
    direction === "desc" ? sql<boolean>`${row} < ${place}` : sql<boolean>`${row} > ${place}`,
  );
};

/** The rows of one page of what a query chooses. */
export const pageOf = <Table extends Dated, Row>(
  chosen: SelectQueryBuilder<Tables, Table, Row>,
  { page, perPage }: PageNumber,
  direction: "asc" | "desc" = "desc",
): SelectQueryBuilder<Tables, Table, Row> =>
  chosen
    .orderBy(sql.ref("created_at"), direction)
    .orderBy(sql.ref("id"), direction)
    .limit(BigInt(perPage))
    .offset(BigInt(page - 1) * BigInt(perPage));

/** How many rows a query chooses, on all pages. */
export async function countRows<Table extends keyof Tables, Row>(
  chosen: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const { total } = await chosen
    .clearSelect()
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** One page of what a query chooses, newest first unless said otherwise, and how many rows there are on all pages. */
export async function readPage<Table extends Dated, Row>(
  chosen: SelectQueryBuilder<Tables, Table, Row>,
  page: PageNumber,
  direction: "asc" | "desc" = "desc",
) {
  const rows = await pageOf(chosen, page, direction).execute();
  return { rows, total: await countRows(chosen) };
}

/** Rows of a list of staff that are counted: a million would take longer than the page itself. */
export const COUNTED_AT_MOST = 1000;

/** How many rows a query chooses: all of them, or one more than `COUNTED_AT_MOST` if there are more. */
export async function countSome<Known, Table extends keyof Known, Row>(
  reader: AnyReader,
  chosen: SelectQueryBuilder<Known, Table, Row>,
): Promise<number> {
  const some = chosen
    .clearSelect()
    .select(sql.lit(1).as("one"))
    .limit(BigInt(COUNTED_AT_MOST + 1));
  const { total } = await reader
    .selectFrom(some.as("some"))
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** As `readPage`, of a list so long that its rows are not all counted. */
export async function readSomePage<Table extends Dated, Row>(
  reader: AnyReader,
  chosen: SelectQueryBuilder<Tables, Table, Row>,
  page: PageNumber,
  direction: "asc" | "desc" = "desc",
) {
  const rows = await pageOf(chosen, page, direction).execute();
  return { rows, total: await countSome(reader, chosen) };
}
