/** Balances of the books' accounts, summed up from the postings. */
import { sql } from "kysely";
import type { Epoch, HousePurpose } from "../tables.ts";
import type { AnyReader } from "../handles/handles.ts";

/** The accounts of one owner, purpose and currency together. */
export interface AccountTotal {
  readonly owner: "customer" | "house";
  readonly purpose: string;
  readonly currency: string;
  /** Money in less money out, smallest units. */
  readonly net: bigint;
}

/**
 * Every house account, and all customers' accounts by purpose, also those without a posting. One statement, so that all are of one
 * moment: they add up to zero in every currency.
 * @param at entries up to this time count; all of them if it is left out
 */
export async function accountTotals(reader: AnyReader, at?: Epoch): Promise<AccountTotal[]> {
  const side = (account: "source_account" | "destination_account") => {
    const postings = reader
      .selectFrom("ledger_postings")
      .select((posting) => [
        `${account} as account` as const,
        (account === "source_account" ? posting.neg(posting.ref("amount")) : posting.ref("amount")).as(
          "change",
        ),
      ]);
    return at === undefined
      ? postings
      : postings
          .innerJoin("ledger_entries", "ledger_entries.id", "ledger_postings.entry_id")
          .where("ledger_entries.created_at", "<=", at);
  };
  const summed = reader
    .selectFrom(side("source_account").unionAll(side("destination_account")).as("changes"))
    .select(["account", sql<bigint>`sum(change)`.as("total")])
    .groupBy("account");
  return reader
    .selectFrom("ledger_accounts")
    .leftJoin(summed.as("summed"), "summed.account", "ledger_accounts.id")
    .select(["owner", "purpose", "currency", sql<bigint>`cast(coalesce(sum(total), 0) as bigint)`.as("net")])
    .groupBy(["owner", "purpose", "currency"])
    .orderBy("owner")
    .orderBy("purpose")
    .orderBy("currency")
    .execute();
}

/** Accounts of what the house has; the others are of what it has earned, or owes. */
const DEBIT: ReadonlySet<string> = new Set<HousePurpose>([
  "bank",
  "receivables",
  "onramp",
  "inventory",
  "venue",
  "wallet",
]);

/** On which side of the books a house account grows. */
export const sideOf = (purpose: string): "debit" | "credit" => (DEBIT.has(purpose) ? "debit" : "credit");
