import { sealBooks } from "@wattle/db/book-seals/seal-books";
import { creditedDepositRow } from "@wattle/db/history-rows";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import type { HistoryRow } from "@wattle/db/history-rows";
import { readSealKeys } from "../book-seals/seal-keys.ts";
import { watchCustomers } from "../monitoring/watch.ts";
import { Worths } from "../monitoring/worths.ts";
import { beginTransaction, newOrigin, postRowEntry } from "../transactions/new-transaction.ts";
import type { TestApp } from "./app-for-test.ts";

/** Looks at all that has happened, as several processes do next to the requests of a real installation. */
export async function watchAll({ services }: TestApp, processes = 2): Promise<void> {
  const keys = await readSealKeys(services);
  while ((await sealBooks(services.database, keys, BigInt(services.clock.now()))) > 0);
  await Promise.all(Array.from({ length: processes }, () => watchCustomers(services, new Worths(services))));
}

/** Credits a customer with a payment of the bank. @param cents hundredths of AUD */
export async function creditCustomer(
  { services }: TestApp,
  userId: string,
  cents: bigint,
  paymentMethod = "bank_transfer",
): Promise<HistoryRow> {
  const money = { units: cents, currency: "AUD" };
  const row = creditedDepositRow({
    ...newOrigin(services, userId),
    entryId: services.ids.uuid(),
    paid: money,
    arrived: money,
    paymentMethod,
    bankReference: null,
  });
  await services.database.write(async (tx) => {
    await beginTransaction(tx, services, row, "test");
    await postRowEntry(
      tx,
      row,
      { id: "test" },
      {
        kind: "deposit",
        description: "Deposit",
        postings: [
          {
            source: houseAccount("bank", "AUD"),
            destination: availableAccount(userId, "AUD"),
            currency: "AUD",
            amount: cents,
          },
        ],
      },
    );
  });
  return row;
}
