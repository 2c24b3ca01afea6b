import { postEntry } from "@wattle/db/ledger/post-entry";
import type { TestApp } from "./app-for-test.ts";

/** Moves the smallest unit of a coin in the books only. @param destination of the posting: coins that arrive come from the wallet */
export async function bookFromNowhere(
  { services: { clock, database, ids } }: TestApp,
  currency: string,
  destination: "wallet" | "own",
): Promise<void> {
  const source = destination === "wallet" ? "own" : "wallet";
  await database.write((tx) =>
    postEntry(tx, {
      id: ids.uuid(),
      kind: "test",
      description: "A unit from nowhere",
      createdBy: "test",
      createdAt: BigInt(clock.now()),
      postings: [
        {
          source: `house:${source}:${currency}`,
          destination: `house:${destination}:${currency}`,
          currency,
          amount: 1n,
        },
      ],
    }),
  );
}
