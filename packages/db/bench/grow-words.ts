/** Words of the statements that fill a database, as each database says them. */
import type { Dialect } from "../src/database.ts";

/** How much there is to be. */
export interface Growth {
  readonly customers: number;
  /** Rows of each customer's history, odd: a deposit, then of a purchase and a sale four times, and of a deposit and a withdrawal. */
  readonly rowsEach: number;
  /** Rows of the history of the customer `LONGEST`; even. The customer `LONG` has `LONG_ROWS` at any size. */
  readonly longestRows: number;
  /** Epoch milliseconds when all of it has happened. */
  readonly until: number;
}

export const YEARS = 3 * 365 * 86_400_000;
export const HOUR = 3_600_000;
export const STAFF = "'growth-staff'";

/** SQL that each database says in its own words. */
export function wordsOf(dialect: Dialect) {
  const isSqlite = dialect === "sqlite";
  const hex = (value: string): string =>
    isSqlite ? `printf('%012x', ${value})` : `lpad(to_hex(cast(${value} as bigint)), 12, '0')`;
  return {
    isSqlite,
    hex,
    /** An identifier that begins with its time, as the product's do, and ends with a number of its own kind. */
    id: (at: string, kind: number, number: string): string =>
      `(substr(${hex(at)}, 1, 8) || '-' || substr(${hex(at)}, 9) || '-7${String(kind).padStart(3, "0")}-8000-' || ${hex(number)})`,
    /** Numbers from one to another, as `s.i`. */
    series: (from: number, to: number): string =>
      isSqlite
        ? `(with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to}) select i from n) as s`
        : `generate_series(${from}::bigint, ${to}::bigint) as s(i)`,
    big: (expression: string): string => `cast(${expression} as bigint)`,
    pad: (expression: string): string =>
      isSqlite ? `printf('%06d', ${expression})` : `lpad((${expression})::text, 6, '0')`,
  };
}

export type Words = ReturnType<typeof wordsOf>;
