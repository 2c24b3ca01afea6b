import type { AwaitingApproval } from "@wattle/contracts/approvals";
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import type { CoinPayee } from "@wattle/contracts/coin-payees";
import type { Transaction } from "@wattle/contracts/history";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS, type FreshDatabase } from "@wattle/db/testing/databases";
import { attacks, noteFigures } from "@wattle/db/testing/trial";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { mutate, query } from "../../testing/call-procedure.ts";
import { createClient, type TestClient } from "../../testing/client.ts";
import { demoDatabase } from "../../testing/demo-database.ts";
import { etherPaidInBlocks } from "../../testing/ether-network.ts";
import { paidInBlocks } from "../../testing/play-network.ts";
import { overHttp, startServer, type ServerProcess } from "../../testing/server-process.ts";
import { unitsOf } from "../../testing/units.ts";

const KILLS = attacks({ few: 1, many: 100 });
const PATIENT = { timeout: 120_000, interval: 50 };

const COINS = [
  { currency: "BTC", network: "bitcoin", credit: "0.00100000", paid: paidInBlocks },
  { currency: "ETH", network: "ethereum", credit: "0.01200000", paid: etherPaidInBlocks },
] as const;

describe.each(DIALECTS)("kill -9 while coins are sent, on %s", (dialect) => {
  let database: FreshDatabase;
  let server: ServerProcess;
  const restart = async (): Promise<void> => {
    server = await startServer({ DATABASE_URL: database.url, PLAY_BLOCK_SECONDS: "0" });
  };
  beforeAll(async () => {
    database = await demoDatabase(dialect);
    await restart();
  });
  afterAll(async () => {
    await server.kill();
    await database.close();
  });

  const signedIn = async (email: string): Promise<TestClient> => {
    const client = createClient(overHttp(() => server.origin));
    await client.login(email);
    return client;
  };
  const chain = async <T>(client: TestClient, act: string, more: object): Promise<T> =>
    (await client.post<T>(`/dev/chain/${act}`, more)).body;

  /** A batch with one payment of the customer, and its signed file. */
  async function signedBatch(
    { currency, network, credit }: (typeof COINS)[number],
    customer: TestClient,
    fiona: TestClient,
    frank: TestClient,
  ) {
    const { body: payees } = await customer.get<{ data: CoinPayee[] }>("/api/users/coin-payees");
    const payee = payees.data.find((each) => each.currency === currency);
    const asked = await customer.post<{ data: Transaction }>("/api/users/transactions", {
      transaction_type: "withdraw",
      balance: { credit, credit_currency: currency },
      coin_payee_id: payee?.id,
    });
    expect(asked.status, asked.text).toBe(201);
    const { data: batch, message } = await mutate<CoinPayout>(fiona, "ops.coinPayouts.create", {
      currency,
    });
    expect(batch?.id, message).toBeTypeOf("string");
    const { id } = batch;
    const { data: release } = await mutate<AwaitingApproval>(fiona, "ops.coinPayouts.release", { id });
    await mutate(frank, "ops.approvals.approve", { id: release.approval.id });
    const { data: file } = await mutate<{ content: string }>(fiona, "ops.coinPayouts.file", { id });
    const { content } = await chain<{ content: string }>(fiona, "sign", {
      network,
      content: file.content,
    });
    return { id, content, address: payee?.address ?? "", debit: asked.body.data.debit ?? "" };
  }

  test.each(COINS)("each payment of $currency is in one block, whenever the server dies", async (coin) => {
    const { currency, network, paid } = coin;
    let answered = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const [customer, fiona] = [await signedIn("customer@demo.test"), await signedIn("finance@demo.test")];
      const { id, content, address, debit } = await signedBatch(
        coin,
        customer,
        fiona,
        await signedIn("finance2@demo.test"),
      );
      const before = await paid(database, address);
      const importing = mutate(fiona, "ops.coinPayouts.import", { id, content }).then(
        () => (answered += 1),
        () => undefined,
      );
      // Somewhere between storing, sending and recording: by the rows that are there.
      await vi.waitUntil(async () => {
        const attempt = await database.read
          .selectFrom("coin_attempts")
          .select(["raw", "sent_at"])
          .where("payout_id", "=", id)
          .executeTakeFirst();
        return kill % 3 === 0 || (kill % 3 === 1 ? attempt?.raw != null : attempt?.sent_at != null);
      }, PATIENT);
      await server.kill();
      await importing;
      await restart();
      const again = await signedIn("finance@demo.test");
      await mutate(again, "ops.coinPayouts.import", { id, content });
      await vi.waitUntil(async () => {
        await chain(again, "mine", { network, blocks: 1 });
        return (await query<CoinPayout>(again, "ops.coinPayouts.get", { id })).data.status === "settled";
      }, PATIENT);
      expect(await paid(database, address)).toBe(before + unitsOf(debit, currency));
      expect((await checkLedger(database.read)).mismatches).toEqual([]);
    }
    noteFigures(`${dialect}: ${KILLS} kills while ${currency} was sent, ${answered} imports answered before`);
  });
});
