/** What is done to a table when a customer's account is closed, and when the law no longer keeps what it kept. */
import type { RawBuilder, Selectable, SqlBool, Updateable } from "kysely";
import type { Epoch, Tables } from "../tables.ts";

/**
 * When something goes: in the transaction that closes the account; soon, when a theft would have been seen, a piece at a time; or when the time is over for which
 * the law keeps it.
 */
export type Moment = "at once" | "soon" | "retention";

/** Whose data go. */
export interface ErasedSubject {
  readonly id: string;
  readonly email: string;
  /** Since when the address was this customer's for certain: what an address sent before may be someone else's. Null: it never was. */
  readonly emailSince: Epoch | null;
  readonly closedAt: Epoch;
}

/** A column that stays, and why. */
interface Kept {
  readonly kept: string;
}

/** What takes the place of a column's value. `makes` gives one for this customer. */
type Replaced<Value> =
  | { readonly at: Moment; readonly becomes: Value }
  | { readonly at: Moment; readonly makes: (subject: ErasedSubject) => Value };

type FatesOf<T extends keyof Tables> = {
  readonly [Column in keyof Selectable<Tables[T]>]-?:
    | Kept
    | Replaced<Column extends keyof Updateable<Tables[T]> ? Updateable<Tables[T]>[Column] : never>;
};

interface Rows {
  readonly whose: (subject: ErasedSubject) => RawBuilder<SqlBool>;
  /** Columns that name a row and give the order. */
  readonly key: readonly string[];
  /** Whether no index finds the rows: the table is then looked through a piece at a time, so that no statement takes long. */
  readonly unindexed?: true;
}

interface RemovedTable extends Rows {
  readonly table: keyof Tables;
  readonly removed: Moment;
  readonly why: string;
}

interface ChangedTable extends Rows {
  readonly table: keyof Tables;
  readonly columns: Readonly<Record<string, Kept | Replaced<unknown>>>;
}

export type ErasedTable = RemovedTable | ChangedTable;

/** A table whose rows of the customer go as a whole, with all of their columns. */
export const removed = <T extends keyof Tables>(
  table: T,
  at: Moment,
  why: string,
  rows: Rows,
): RemovedTable & { readonly table: T } => ({ ...rows, table, removed: at, why });

/** A table whose rows stay. A column of it that is not decided about does not compile. */
export const changed = <T extends keyof Tables>(
  table: T,
  rows: Rows,
  columns: FatesOf<T>,
): ChangedTable & { readonly table: T } => ({ ...rows, table, columns });
