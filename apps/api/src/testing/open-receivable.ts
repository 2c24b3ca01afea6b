import { insertReceivable } from "@wattle/db/receivables";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";
import type { Services } from "../services.ts";

/** Opens a debt of a customer, 1.00 AUD, as if a line of the bank had taken it back. @returns its id */
export async function openReceivable(
  { clock, database, ids }: Pick<Services, "clock" | "database" | "ids">,
  userId: string,
  bankLineId: string,
  amount = 100n,
): Promise<string> {
  const [id, entryId, at, currency] = [ids.uuid(), ids.uuid(), BigInt(clock.now()), "AUD"];
  const [source, destination] = [houseAccount("receivables", currency), houseAccount("suspense", currency)];
  await database.write(async (tx) => {
    await postEntry(tx, {
      id: entryId,
      kind: "receivable",
      description: "Taken back by the bank",
      createdBy: "test",
      createdAt: at,
      postings: [{ source, destination, currency, amount }],
    });
    await insertReceivable(tx, {
      id,
      user_id: userId,
      currency,
      amount,
      bank_line_id: bankLineId,
      arrival_id: null,
      entry_id: entryId,
      opened_at: at,
      settled_at: null,
      settled_by: null,
      settled_entry_id: null,
    });
  });
  return id;
}
