import { sql } from "kysely";

/**
 * Deposits and withdrawals, in the very words of the partial indexes that hold them: SQLite uses such an index for no other.
 * Goes with a condition on `transaction_type` itself.
 */
export const OF_BANKS = sql<boolean>`transaction_type in ('deposit', 'withdraw')`;
