/** The postings that move what a customer owns. */
import { sql } from "kysely";
import type { Reader } from "./handles/handles.ts";
import { lookedUp } from "./handles/statement.ts";

/**
 * What each posting of a customer's accounts did, once for each side that is the customer's: `entry_id`, `currency`, and `change` in
 * smallest units. A query to go on from.
 * @param after postings of this entry, and of those before it, are left out; an empty text for none
 */
export function ownedPostings(db: Pick<Reader, "selectFrom">, userId: string, after: string) {
  const side = (account: "source_account" | "destination_account") =>
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
      .where("ledger_postings.entry_id", ">", after);
  return side("source_account").unionAll(side("destination_account"));
}
