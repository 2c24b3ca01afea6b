/**
 * A table: the type of its rows, what a copy of a customer's data has of it, and what is erased of it once an account is closed. A
 * column without a decision does not compile.
 */
import type { RawBuilder, Selectable, SqlBool, Updateable } from "kysely";
import type { Epoch } from "./column-types.ts";

/** The customer whose data are read. */
export interface DataSubject {
  readonly id: string;
  readonly email: string;
  /** Since when the address is this customer's for certain: an address may have been someone else's before. Null: it is not. */
  readonly emailSince: Epoch | null;
}

/** The customer whose data go. */
export interface ErasedSubject extends DataSubject {
  readonly closedAt: Epoch;
}

/**
 * How a column's value is written down in a copy. `sealed` is opened first. `actor` is a person, of whom a customer learns the kind
 * only; `account` is a ledger account, which is named unless it is another customer's; an amount names the column with its currency.
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

type Copied = ValueKind | LeftOut;

/**
 * When something goes: in the transaction that closes the account; soon, when a theft would have been seen, a piece at a time; or when
 * the time is over for which the law keeps it.
 */
export type Moment = "at once" | "soon" | "retention";

/** A column that stays, and why. */
interface Kept {
  readonly kept: string;
}

/** The value that takes the place of a column's. `makes` gives one for this customer. */
type Replaced<Value> =
  | { readonly at: Moment; readonly becomes: Value }
  | { readonly at: Moment; readonly makes: (subject: ErasedSubject) => Value };

/** Rows of a customer. */
interface Rows<Subject, Column = string> {
  readonly whose: (subject: Subject) => RawBuilder<SqlBool>;
  /** Columns that name a row and give the order. */
  readonly key: readonly Column[];
  /** Whether no index finds the rows: the table is then looked through a piece at a time, so that no statement takes long. */
  readonly unindexed?: true;
}

interface CopyFile {
  /** The name of the file with the rows, without an ending. */
  readonly file: string;
  /** Its content, for the customer. */
  readonly about: string;
  /** Values of a row that are kept elsewhere. */
  readonly joined?: Readonly<Record<string, { readonly value: RawBuilder<unknown>; readonly is: ValueKind }>>;
}

/** A file of a copy. */
export interface Copy extends Rows<DataSubject>, CopyFile {
  readonly columns: Readonly<Record<string, Copied>>;
}

/** Rows that go as a whole, or columns that go or stay. */
export type Erasure = Rows<ErasedSubject> &
  (
    | { readonly removed: Moment; readonly why: string }
    | { readonly columns: Readonly<Record<string, Kept | Replaced<unknown>>> }
  );

export interface Table<Row> {
  /** Never there: for the compiler only. */
  readonly row?: Row;
  readonly copies: readonly Copy[];
  /** Why a copy has nothing of the table. */
  readonly leftOut?: string;
  readonly erasures: readonly Erasure[];
  /** Why nothing of the table is erased. */
  readonly untouched?: string;
}

export type RowOf<T> = T extends Table<infer Row> ? Row : never;

type ColumnOf<Row> = keyof Selectable<Row> & string;
type CopiedColumns<Row> = { readonly [C in ColumnOf<Row>]-?: Copied };
type Fate<Row, C> = Kept | Replaced<C extends keyof Updateable<Row> ? Updateable<Row>[C] : never>;
type OneOrMore<T> = T | readonly T[];

type CopyOf<Row> = CopyFile &
  Partial<Rows<DataSubject, ColumnOf<Row>>> & {
    /** Columns that are different in this file. */
    readonly columns?: Partial<CopiedColumns<Row>>;
  };
type Removal<Row> = Partial<Rows<ErasedSubject, ColumnOf<Row>>> & {
  readonly removed: Moment;
  readonly why: string;
};
type ByColumn<Row> = Partial<Rows<ErasedSubject, ColumnOf<Row>>> & { readonly by: "column" };

/** The copy and the erasure share `whose` and `key`, unless one has its own. A text says why there is none. */
type TableOf<Row> = Partial<Rows<DataSubject, ColumnOf<Row>>> &
  (
    | { readonly copy: string; readonly erasure: string | OneOrMore<Removal<Row>>; readonly columns?: never }
    | {
        readonly copy: OneOrMore<CopyOf<Row>>;
        readonly erasure: string | OneOrMore<Removal<Row>>;
        readonly columns: CopiedColumns<Row>;
      }
    | {
        readonly copy: OneOrMore<CopyOf<Row>>;
        readonly erasure: ByColumn<Row>;
        /** Each with what a copy has of it, and what an erasure does with it. */
        readonly columns: { readonly [C in ColumnOf<Row>]-?: readonly [Copied, Fate<Row, C>] };
      }
  );

type Decision = Copied | readonly [Copied, Kept | Replaced<unknown>];

const isPair = (decision: Decision): decision is Extract<Decision, readonly unknown[]> =>
  Array.isArray(decision);

/** A table with rows of customers. */
export function table<Row>({ copy, erasure, columns = {} as never, ...rows }: TableOf<Row>): Table<Row> {
  const decisions = Object.entries<Decision>(columns);
  const copied = Object.fromEntries(decisions.map(([name, of]) => [name, isPair(of) ? of[0] : of]));
  const fates = Object.fromEntries(decisions.flatMap(([name, of]) => (isPair(of) ? [[name, of[1]]] : [])));
  const copies =
    typeof copy === "string"
      ? { copies: [], leftOut: copy }
      : {
          copies: [copy]
            .flat()
            .map((file) => ({ ...rows, ...file, columns: { ...copied, ...file.columns } })),
        };
  const erasures =
    typeof erasure === "string"
      ? { erasures: [], untouched: erasure }
      : {
          erasures: [erasure]
            .flat()
            .map((of) => ("by" in of ? { ...rows, ...of, columns: fates } : { ...rows, ...of })),
        };
  return { ...copies, ...erasures } as Table<Row>;
}

/** A table that neither a copy of a customer's data nor an erasure has to do with, and why. */
export const apart = <Row>(why: string): Table<Row> => ({
  copies: [],
  leftOut: why,
  erasures: [],
  untouched: why,
});
