/** Rows of lists of the desk, spread over years: one in so many customers has one. */
import { YEARS, type Growth, type Words } from "./grow-words.ts";

export function rowsOf({ customers: count, until }: Growth, { big, series }: Words) {
  const made = (rows: number): string => big(`${until - YEARS} + s.i * ${Math.floor(YEARS / rows)}`);
  return {
    /** When each of so many rows is made. */
    made,
    /** A statement that writes so many rows. */
    each: (rows: number, columns: (at: string) => string, table: string, names: string): string =>
      `insert into ${table} (${names}) select ${columns(made(rows))} from ${series(1, rows)}`,
    /** As many rows as one in so many customers has, and enough for a page. */
    some: (oneIn: number): number => Math.max(200, Math.floor(count / oneIn)),
    /** A customer for each of so many rows. */
    user: (rows: number): string =>
      `(select user_id from growth_users where n = 1 + (s.i * 7) % ${Math.min(count, rows * 5)})`,
    /** Some two hundred of so many rows are open. */
    opened: (rows: number): string => `s.i % ${Math.max(1, Math.floor(rows / 200))} = 0`,
  };
}
