/** Whether anything of a customer's money or history has changed. */
import { sql } from "kysely";
import { lookedUp, readStatement } from "./handles/statement.ts";
import type { Reader } from "./handles/handles.ts";
import { OF_BANKS } from "./of-banks.ts";

/** Balances, how many rows the history has, and when one of them was changed last: an index each, however long the history is. */
const versionOf = readStatement<{ userId: string }, { readonly name: string; readonly value: bigint }>(
  "account_version",
  (db, parameter) => {
    const userId = parameter("userId");
    return db
      .selectFrom("ledger_balances")
      .select(["account_id as name", "balance as value"])
      .where("user_id", "=", lookedUp(userId))
      .unionAll(
        db
          .selectFrom("history_counts")
          .select([sql<string>`transaction_type`.as("name"), "total as value"])
          .where("user_id", "=", lookedUp(userId)),
      )
      .unionAll(
        db
          .selectFrom("transactions")
          .select([sql<string>`'changed'`.as("name"), sql<bigint>`coalesce(max(updated_at), 0)`.as("value")])
          .where("user_id", "=", lookedUp(userId))
          .where(OF_BANKS),
      );
  },
);

/** A text that is another one once a customer's balance or history has changed. */
export async function accountVersion(reader: Reader, userId: string): Promise<string> {
  const rows = await reader.run(versionOf, { userId });
  return rows
    .map(({ name, value }) => `${name} ${value}`)
    .toSorted()
    .join("\n");
}
