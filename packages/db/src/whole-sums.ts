/**
 * Sums of any size. SQLite's `sum` fails beyond 64 bits, and what PostgreSQL adds up does not fit into a bigint: someone who writes two such
 * amounts would keep them, and all that is added up with them, from being compared. So the two halves of each amount are added up.
 */
import { sql, type RawBuilder, type SqlBool } from "kysely";

const HALF = 2n ** 32n;
const half = sql.lit(HALF);

/** The two halves of a sum as columns; null if nothing was added up. @param amount smallest units: a column, or an expression */
export const sumHalves = (amount: RawBuilder<unknown>) => ({
  high: sql<bigint | null>`cast(sum(${amount} / ${half}) as bigint)`,
  low: sql<bigint | null>`cast(sum(${amount} % ${half}) as bigint)`,
});

/** Whether a sum is not zero. */
export function isNotZero(amount: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const { high, low } = sumHalves(amount);
  return sql<SqlBool>`(${low} % ${half} <> 0 or ${high} + ${low} / ${half} <> 0)`;
}

/** The sum that two halves make. */
export const sumOf = ({ high, low }: { readonly high: bigint | null; readonly low: bigint | null }): bigint =>
  (high ?? 0n) * HALF + (low ?? 0n);
