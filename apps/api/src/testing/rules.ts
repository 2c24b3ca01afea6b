import { sealBooks } from "@wattle/db/book-seals/seal-books";
import { creditedDepositRow } from "@wattle/db/history-rows";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";
import { changeCreditedAmount } from "@wattle/db/transaction-states";
import type { HistoryRow } from "@wattle/db/history-rows";
import { readSealKeys } from "../book-seals/seal-keys.ts";
import { createWatcher } from "../monitoring/watch.ts";
import type { Services } from "../services.ts";
import { beginTransaction, newOrigin, postRowEntry } from "../transactions/new-transaction.ts";
import type { TestApp } from "./app-for-test.ts";

/** Seals all entries, as happens every second next to requests. */
export async function sealAll(services: Services): Promise<void> {
  const keys = await readSealKeys(services);
  while ((await sealBooks(services.database, keys, BigInt(services.clock.now()))) > 0);
}

/** Looks at all that has happened, as processes do in turn next to the requests of a real installation. */
export async function watchAll({ services }: TestApp, processes = 2): Promise<void> {
  const watchers = Array.from({ length: processes }, () => createWatcher(services));
  // The first step of all begins after what is sealed by then.
  for (const watcher of watchers) {
    await watcher.step();
    await watcher.stop();
  }
  await sealAll(services);
  for (let isNew = true; isNew;) {
    const steps = await Promise.all(watchers.map((watcher) => watcher.step()));
    isNew = steps.some((step) => step === "looked" || step === "behind");
  }
  for (const watcher of watchers) await watcher.stop();
}

/** Credits a customer with a payment of the bank, or with coins that were bought by card. @param cents hundredths of AUD */
export async function creditCustomer(
  { services }: Pick<TestApp, "services">,
  userId: string,
  cents: bigint,
  paymentMethod = "bank_transfer",
  arrived = { units: cents, currency: "AUD" },
): Promise<HistoryRow> {
  const row = creditedDepositRow({
    ...newOrigin(services, userId),
    entryId: services.ids.uuid(),
    paid: { units: cents, currency: "AUD" },
    arrived,
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
            source: houseAccount(arrived.currency === "AUD" ? "bank" : "onramp", arrived.currency),
            destination: availableAccount(userId, arrived.currency),
            currency: arrived.currency,
            amount: arrived.units,
          },
        ],
      },
    );
  });
  return row;
}

/** Credits another payment to a deposit: the customer has paid with its reference again. @returns the deposit as it is now */
export async function creditAgain<Row extends HistoryRow>(
  { services }: Pick<TestApp, "services">,
  row: Row,
  cents: bigint,
): Promise<Row> {
  const [entryId, at] = [services.ids.uuid(), BigInt(services.clock.now())];
  await services.database.write(async (tx) => {
    const record = { eventId: services.ids.uuid(), actor: "test", reason: null, at, entryId };
    await changeCreditedAmount(tx, row, cents, record);
    await postEntry(tx, {
      id: entryId,
      kind: "deposit",
      description: "Deposit",
      createdBy: "test",
      createdAt: at,
      postings: [
        {
          source: houseAccount("bank", row.credit_currency),
          destination: availableAccount(row.user_id, row.credit_currency),
          currency: row.credit_currency,
          amount: cents,
        },
      ],
    });
  });
  return { ...row, credit: row.credit + cents, debit: row.debit + cents };
}
