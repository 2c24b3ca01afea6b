/** Postings that move customers' holdings. */
import { sql } from "kysely";
import type { Reader } from "./handles/handles.ts";
import { lookedUp } from "./handles/statement.ts";

/** An entry may be named a moment before or after its transaction is dated; far more than that moment, in milliseconds. */
const SLACK = sql.lit(60_000n);

const OTHER_SIDE = { source_account: "destination_account", destination_account: "source_account" } as const;

type Asked = Pick<Reader, "selectFrom">;

/** Postings of customers' accounts on one side, but those of exchanges, by an index. A query to go on from. */
export const otherPostingsOf = (db: Asked, account: keyof typeof OTHER_SIDE) =>
  db
    .selectFrom("ledger_accounts")
    .innerJoin("ledger_postings", `ledger_postings.${account}`, "ledger_accounts.id")
    // The words of the partial index.
    .where(`ledger_postings.${account}`, "like", sql.lit("customer:%"))
    .where(`ledger_postings.${OTHER_SIDE[account]}`, "not like", sql.lit("house:trading:%"))
    .where(`ledger_postings.${OTHER_SIDE[account]}`, "not like", sql.lit("house:fees:%"));

/**
 * Effect of each posting of a customer's accounts but those of exchanges, once for each side that is the customer's:
 * `entry_id`, `currency`, and `change` in smallest units. A query to go on from.
 * @param after postings of this entry, and of those before it, are left out; an empty text for none
 */
export function otherPostings(db: Asked, userId: string, after: string) {
  const posted = (account: keyof typeof OTHER_SIDE) =>
    db
      .selectFrom("ledger_balances")
      .innerJoin("ledger_postings", `ledger_postings.${account}`, "ledger_balances.account_id")
      .select((posting) => [
        "ledger_postings.entry_id",
        "ledger_balances.currency",
        (account === "source_account" ? posting.neg(posting.ref("amount")) : posting.ref("amount")).as(
          "change",
        ),
      ])
      .where("ledger_balances.user_id", "=", lookedUp(userId))
      // The words of the partial index.
      .where(`ledger_postings.${account}`, "like", sql.lit("customer:%"))
      .where(`ledger_postings.${OTHER_SIDE[account]}`, "not like", sql.lit("house:trading:%"))
      .where(`ledger_postings.${OTHER_SIDE[account]}`, "not like", sql.lit("house:fees:%"))
      .where("ledger_postings.entry_id", ">", after);
  return posted("source_account").unionAll(posted("destination_account"));
}

/**
 * A customer's exchanges after an entry, from the history: `credit` is the given amount, fee included, and `debit` the
 * received one (`postEntry` lets only exchanges move money between customers and the house's trading and fees). A query
 * to go on from.
 * @param after the id of an entry, or an empty text for all there are
 */
export const exchangesAfter = (db: Asked, userId: string, after: string) =>
  db
    .selectFrom("transactions")
    .select((row) => row.ref("entry_id").$notNull().as("entry_id"))
    .where("user_id", "=", lookedUp(userId))
    .where("transaction_type", "=", sql.lit("exchange" as const))
    .where("entry_id", ">", after)
    .where((row) =>
      row(
        "created_at",
        ">=",
        sql<bigint>`coalesce((select created_at from ledger_entries where id = ${after}), ${SLACK}) - ${SLACK}`,
      ),
    );

/** All that `otherPostings` and `exchangesAfter` have, each exchange as two rows. A query to go on from. */
export function ownedPostings(db: Asked, userId: string, after: string) {
  const exchanged = (side: "credit" | "debit") =>
    exchangesAfter(db, userId, after).select((row) => [
      `${side}_currency as currency` as const,
      (side === "credit" ? row.neg(row.ref("credit")) : row.ref("debit")).as("change"),
    ]);
  return otherPostings(db, userId, after).unionAll(exchanged("credit")).unionAll(exchanged("debit"));
}
