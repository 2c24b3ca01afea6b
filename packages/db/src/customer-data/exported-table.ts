/** How a table is read for the copy of a customer's data: whose rows, and what each of its columns is. */
import type { RawBuilder, Selectable, SqlBool } from "kysely";
import type { Epoch, Tables } from "../tables.ts";

/** Whose data is read. */
export interface DataSubject {
  readonly id: string;
  readonly email: string;
  /** Since when the address is this customer's for certain: what an address got before may be someone else's. Null: it is not. */
  readonly emailSince: Epoch | null;
}

/**
 * What a column holds, and so how it is written down. `sealed` is opened first. `actor` is who did it, of whom a customer learns the
 * kind alone; `account` is a ledger account, which is named unless it is another customer's; an amount names the column with its
 * currency.
 */
export type ValueKind =
  | "text"
  | "time"
  | "flag"
  | "count"
  | "json"
  | "sealed"
  | "sealed json"
  | "actor"
  | "account"
  | { readonly amountIn: string };

/** A column that no copy has, and why. */
interface LeftOut {
  readonly leftOut: string;
}

type ColumnsOf<T extends keyof Tables> = {
  readonly [Column in keyof Selectable<Tables[T]>]-?: ValueKind | LeftOut;
};

interface Reading {
  /** The name of the file with its rows, without an ending. */
  readonly file: string;
  /** What is in it, for the customer. */
  readonly about: string;
  /** Which rows are the customer's. */
  readonly whose: (subject: DataSubject) => RawBuilder<SqlBool>;
  /** Columns that name a row and give the order. */
  readonly key: readonly string[];
  /** Whether no index finds the rows: the table is then looked through a piece at a time, so that no statement takes long. */
  readonly unindexed?: true;
  /** What belongs to a row and is kept elsewhere. */
  readonly joined?: Readonly<Record<string, { readonly value: RawBuilder<unknown>; readonly is: ValueKind }>>;
}

export interface ExportedTable extends Reading {
  readonly table: keyof Tables;
  readonly columns: Readonly<Record<string, ValueKind | LeftOut>>;
}

/** A table that the copy has. A column of it that is not decided about does not compile. */
export const exported = <T extends keyof Tables>(
  table: T,
  reading: Reading,
  columns: ColumnsOf<T>,
): ExportedTable & { readonly table: T } => ({ ...reading, table, columns });

/** The columns of a copy's rows, with what they hold, in order. */
export function valueKinds({
  columns,
  joined = {},
}: ExportedTable): readonly (readonly [string, ValueKind])[] {
  const own = Object.entries(columns).flatMap(([name, is]) =>
    typeof is === "object" && "leftOut" in is ? [] : [[name, is] as const],
  );
  return [...own, ...Object.entries(joined).map(([name, { is }]) => [name, is] as const)];
}
