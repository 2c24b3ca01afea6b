import { randomUUID } from "node:crypto";
import { findUserByEmail } from "@wattle/db/accounts";
import type { Database } from "@wattle/db/database";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";

/** Enough satoshi for any number of exchanges. */
const ENDLESS = 1_000_000_000_000n;

/** Gives a customer more bitcoin than a test can sell. @throws Error if there is no such customer */
export async function enrich(database: Database, email: string): Promise<void> {
  const user = await findUserByEmail(database.read, email);
  if (user === undefined) throw new Error(`no ${email}`);
  const [source, destination] = [houseAccount("bank", "BTC"), availableAccount(user.id, "BTC")];
  await database.write((tx) =>
    postEntry(tx, {
      id: randomUUID(),
      kind: "deposit",
      description: "Opening balance",
      createdBy: "test",
      createdAt: BigInt(Date.now()),
      postings: [{ source, destination, currency: "BTC", amount: ENDLESS }],
    }),
  );
}
