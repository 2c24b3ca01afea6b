import { readStatement } from "./handles/statement.ts";
import type { CustomerPurpose } from "./tables.ts";
import type { Reader } from "./handles/handles.ts";

const balancesByPurpose = readStatement<
  { userId: string; purpose: CustomerPurpose },
  { currency: string; balance: bigint }
>("balances_by_purpose", (db, parameter) =>
  db
    .selectFrom("ledger_balances")
    .select(["currency", "balance"])
    .where("user_id", "=", parameter("userId"))
    .where("purpose", "=", parameter("purpose"))
    .orderBy("currency"),
);

/** Spendable balances of a customer: smallest units by currency code. A currency never held is missing. */
export async function balancesOf(reader: Reader, userId: string): Promise<Map<string, bigint>> {
  const rows = await reader.run(balancesByPurpose, { userId, purpose: "available" });
  return new Map(rows.map(({ currency, balance }) => [currency, balance]));
}

/** Amounts that a customer has put aside (withdrawals not yet settled): smallest units by currency code. */
export async function heldBalancesOf(reader: Reader, userId: string): Promise<Map<string, bigint>> {
  const rows = await reader.run(balancesByPurpose, { userId, purpose: "held" });
  return new Map(rows.map(({ currency, balance }) => [currency, balance]));
}
