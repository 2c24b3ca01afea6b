import { insertTransaction } from "@wattle/db/history";
import { creditedDepositRow } from "@wattle/db/history-rows";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";
import type { Services } from "../services.ts";

/** Something arrives from outside, credited at once; distinguished by `mark`. @returns the id of its transaction */
export async function arriveFromOutside(
  { database }: Pick<Services, "database">,
  arrival: {
    readonly userId: string;
    readonly mark: string;
    readonly currency: string;
    readonly units: bigint;
    /** Milliseconds since 1970. */
    readonly at: bigint;
  },
): Promise<string> {
  const { userId, mark, currency, units, at: createdAt } = arrival;
  const [id, entryId] = [`transaction-${mark}`, `entry-${mark}`];
  const amount = { units, currency };
  const row = creditedDepositRow({
    id,
    userId,
    reference: `REF-${mark}`,
    createdAt,
    entryId,
    paid: amount,
    arrived: amount,
    paymentMethod: "onchain",
    bankReference: null,
  });
  const posting = {
    source: houseAccount("bank", currency),
    destination: availableAccount(userId, currency),
    currency,
    amount: units,
  };
  await database.write(async (tx) => {
    await postEntry(tx, {
      id: entryId,
      kind: "deposit",
      description: "Deposit",
      createdBy: "test",
      createdAt,
      postings: [posting],
    });
    await insertTransaction(tx, row);
  });
  return id;
}
