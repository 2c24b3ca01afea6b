import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addTransfer, refusersAmong } from "./chain-balances.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";

/** A transaction of ours: its account, nonce and block, and whether the recipient refused it. */
type Sent = readonly [script: string, nonce: bigint, height: bigint, failed: 0n | 1n];

describe.each(DIALECTS)("recipients that refuse, on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
  });
  afterAll(() => database.close());

  test.each<{ recipient: string; sent: readonly Sent[]; refuses: boolean }>([
    { recipient: "was never paid", sent: [], refuses: false },
    { recipient: "took its only payment", sent: [["a", 1n, 10n, 0n]], refuses: false },
    { recipient: "refused its only payment", sent: [["a", 2n, 10n, 1n]], refuses: true },
    {
      recipient: "refused one, and took a later one",
      sent: [
        ["a", 3n, 10n, 1n],
        ["a", 4n, 11n, 0n],
      ],
      refuses: false,
    },
    {
      recipient: "took one, and refused a later one",
      sent: [
        ["a", 5n, 10n, 0n],
        ["a", 6n, 11n, 1n],
      ],
      refuses: true,
    },
    {
      recipient: "took the second of one block",
      sent: [
        ["a", 7n, 10n, 1n],
        ["a", 8n, 10n, 0n],
      ],
      refuses: false,
    },
    {
      recipient: "refused the second of one block",
      sent: [
        ["a", 9n, 10n, 0n],
        ["a", 10n, 10n, 1n],
      ],
      refuses: true,
    },
    {
      recipient: "refused one of two accounts in one block, in which order no one knows",
      sent: [
        ["a", 11n, 10n, 1n],
        ["b", 12n, 10n, 0n],
      ],
      refuses: true,
    },
  ])("one that $recipient: $refuses", async ({ recipient, sent, refuses }) => {
    await database.write(async (tx) => {
      for (const [script, nonce, height, failed] of sent) {
        const txid = `${script} ${nonce}`;
        const amounts = { value: failed === 1n ? "0" : "1", fee: "1" };
        const transfer = { network: "ethereum", script, nonce, txid, recipient, failed, height, ...amounts };
        await addTransfer(tx, transfer, 0n);
      }
    });
    const found = await refusersAmong(database.read, "ethereum", [recipient]);
    expect([...found]).toEqual(refuses ? [recipient] : []);
    expect(await refusersAmong(database.read, "bitcoin", [recipient])).toEqual(new Set());
  });
});
