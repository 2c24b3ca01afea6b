import type { Transaction } from "@wattle/contracts/history";
import { walletTotals } from "../coins/wallet-totals.ts";
import { listCoinPayouts } from "@wattle/db/coin-payouts";
import { findUserByEmail } from "@wattle/db/accounts";
import { findCustomerAddress, listWallets } from "@wattle/db/coin-wallets";
import { findChainState } from "@wattle/db/chains";
import type { Reader } from "@wattle/db/database";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BITCOIN } from "../chains/bitcoin.ts";
import { ETHEREUM } from "../chains/ethereum.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { EtherNetwork } from "../testing/ether-network.ts";
import { coinDepositsOf, PlayNetwork } from "../testing/play-network.ts";
import type { Services } from "../services.ts";
import { SENDER } from "./day/people.ts";
import { seedDay } from "./day/seed-day.ts";
import { receiveFirstEther } from "./day/receive-ether.ts";
import { sendFirstCoins } from "./day/send-coins.ts";
import { fundTreasury } from "./fund-treasury.ts";

const ALL = { status: undefined, currency: undefined, after: undefined };
const hasOpened = async (reader: Reader): Promise<boolean> =>
  (await listWallets(reader)).some(({ next_index }) => next_index > 0n);
const hasSettled = async (reader: Reader): Promise<boolean> => {
  const settled = (await findChainState(reader, BITCOIN))?.settled_height ?? 0n;
  return (await walletTotals(reader, { network: BITCOIN, currency: "BTC" }, settled)).chain > 0n;
};
const hasEther = async (reader: Reader): Promise<boolean> => {
  const settled = (await findChainState(reader, ETHEREUM))?.settled_height ?? 0n;
  return (await walletTotals(reader, { network: ETHEREUM, currency: "ETH" }, settled)).chain > 0n;
};
const hasSent = async (reader: Reader): Promise<boolean> => {
  const cora = await findUserByEmail(reader, SENDER.email);
  return (await findCustomerAddress(reader, ETHEREUM, cora?.id ?? "")) !== undefined;
};
const hasSigned = async (reader: Reader): Promise<boolean> =>
  (await listCoinPayouts(reader, { ...ALL, limit: 1 })).length > 0;

/** Places at which a first start may be killed. */
const PLACES = [
  ["once its books are open", hasOpened],
  ["once its coins are settled", hasSettled],
  ["once its ether is settled", hasEther],
  ["once its first payout is signed", hasSigned],
  ["once its first ether is on its way", hasSent],
] as const;

async function start(services: Services): Promise<void> {
  await fundTreasury(services);
  await sendFirstCoins(services);
  await receiveFirstEther(services);
}

/** A server that is killed: from some state of its database on it writes nothing any more. */
const killed = (services: Services, by: (reader: Reader) => Promise<boolean>): Services => ({
  ...services,
  database: {
    ...services.database,
    write: async (work) => {
      if (await by(services.database.read)) throw new Error("killed");
      return services.database.write(work);
    },
  },
});

describe.each(DIALECTS)("the chain of a demo's first day, on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    await seedDay(api.services);
  });
  afterAll(() => api.close());

  test("a start that is killed anywhere is finished by the next one: it has sent coins, once", async () => {
    const { database } = api.services;
    for (const [when, by] of PLACES) {
      await expect(start(killed(api.services, by)), when).rejects.toThrow("killed");
      // The dead one has its turn to follow until it ends by itself.
      api.clock.advance(60_000);
    }
    const network = new PlayNetwork(api);
    await start(api.services);
    await network.resend();
    await network.mine(3);
    const ether = new EtherNetwork(api);
    await ether.follow();
    const client = api.client();
    await client.login(SENDER.email);
    expect(await coinDepositsOf(client)).toMatchObject([
      { currency: "ETH", amount: "1.25000000", status: "credited" },
    ]);
    const history = await client.get<{ data: Transaction[] }>("/api/users/transactions");
    const sent = history.body.data.filter(({ transaction_type: type }) => type === "withdraw");
    expect(sent).toMatchObject([{ status: "completed", txid: expect.stringMatching(/^[\da-f]{64}$/) }]);
    expect([await network.pausedBecause(), await ether.pausedBecause()]).toEqual([null, null]);
    expect(await listCoinPayouts(database.read, { ...ALL, limit: 9 })).toMatchObject([{ status: "settled" }]);
    const totals = () =>
      Promise.all([
        walletTotals(database.read, { network: BITCOIN, currency: "BTC" }, 1000n),
        walletTotals(database.read, { network: ETHEREUM, currency: "ETH" }, 1000n),
      ]);
    const before = await totals();
    await network.restart();
    await ether.restart();
    await start(api.services);
    await network.follow();
    await ether.follow();
    expect(await totals()).toEqual(before);
  });
});
