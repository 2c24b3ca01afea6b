import { PERMISSIONS } from "@wattle/contracts/accounts";
import type { UnknownToken } from "@wattle/contracts/coin-operations";
import type { Transaction } from "@wattle/contracts/history";
import { balancesOf } from "@wattle/db/balances";
import { accountTotals } from "@wattle/db/ledger/account-totals";
import { DIALECTS } from "@wattle/db/testing/databases";
import { checksummed, parseAddress } from "@wattle/ethereum/address";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ChainNodeError } from "../chains/chain-node.ts";
import { TOKEN } from "../chains/play/ethereum/gas.ts";
import { changeChainState, findChainState } from "@wattle/db/chains";
import { creditArrivals } from "./credit-arrivals.ts";
import { networkFollower } from "./start-following.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { bookFromNowhere } from "../testing/book-from-nowhere.ts";
import { query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { EtherNetwork } from "../testing/ether-network.ts";
import { newAccount as anyAccount, newStaff } from "../testing/new-staff.ts";
import { coinAddressOf, coinDepositsOf } from "../testing/play-network.ts";

const ETHER = 10n ** 18n;
const UNIT = 10n ** 10n;
/** Units of the books in a coin. */
const COIN = 10n ** 8n;

describe.each(DIALECTS)("ether that comes in, on %s", (dialect) => {
  let api: TestApp;
  let network: EtherNetwork;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    network = new EtherNetwork(api);
    await network.follow();
  });
  afterAll(() => api.close());

  async function newAccount() {
    const { client, id } = await anyAccount(api, { permissions: JSON.stringify(PERMISSIONS) });
    const { address } = await coinAddressOf(client, "ETH");
    return { client, id, address };
  }
  const balanceOf = async (id: string) => (await balancesOf(api.services.database.read, id)).get("ETH") ?? 0n;
  /** Units of a house account. */
  const house = async (purpose: string) =>
    (await accountTotals(api.services.database.read))
      .filter((total) => total.owner === "house" && total.purpose === purpose && total.currency === "ETH")
      .reduce((units, { net }) => units + net, 0n);

  test("an arrival is seen in a block, credited with the next one, and rounded down", async () => {
    const { client, id, address } = await newAccount();
    const before = await network.remainder();
    const txid = await network.send(address, ETHER / 2n + 7n);
    await network.follow();
    expect(await coinDepositsOf(client)).toEqual([]);
    await network.mine(1);
    expect(await coinDepositsOf(client)).toMatchObject([
      {
        txid,
        output: 0,
        address,
        status: "confirming",
        confirmations: 1,
        confirmations_needed: 2,
        amount: "0.50000000",
        amount_base: String(ETHER / 2n + 7n),
      },
    ]);
    await network.mine(1);
    expect(await balanceOf(id)).toBe(COIN / 2n);
    expect(await network.remainder()).toBe((before + 7n) % UNIT);
    const rows = await client.get<{ data: Transaction[] }>("/api/users/transactions?type=deposit");
    expect(rows.body.data).toMatchObject([{ transaction_type: "deposit", status: "completed", txid }]);
  });

  test("small arrivals wait until they add up to the minimum", async () => {
    const { client, id, address } = await newAccount();
    await network.send(address, ETHER / 2000n);
    await network.mine(2);
    expect([await balanceOf(id), await coinDepositsOf(client)]).toMatchObject([
      0n,
      [{ status: "below_minimum" }],
    ]);
    await network.send(address, ETHER / 2000n);
    await network.mine(2);
    expect(await balanceOf(id)).toBe(COIN / 1000n);
  });

  test("a large one waits for twice as many blocks", async () => {
    const { id, address } = await newAccount();
    await network.send(address, 20n * ETHER);
    await network.mine(3);
    expect(await balanceOf(id)).toBe(0n);
    await network.mine(1);
    expect(await balanceOf(id)).toBe(20n * COIN);
  });

  test("coins that a contract sends arrive by the settled block, next to a payment in it", async () => {
    const [one, two] = [await newAccount(), await newAccount()];
    await network.sendByContract(
      { address: one.address, wei: ETHER },
      { address: two.address, wei: ETHER / 4n },
    );
    await network.send(one.address, ETHER / 8n);
    await network.mine(2);
    expect([await balanceOf(one.id), await balanceOf(two.id)]).toEqual([(COIN * 9n) / 8n, COIN / 4n]);
    const [deposit] = await coinDepositsOf(two.client);
    expect(deposit?.output).toBeGreaterThan(0);
    const block = await network.ethereum.node.settled();
    expect(deposit?.txid).toBe(block.hash);
    const rows = await two.client.get<{ data: Transaction[] }>("/api/users/transactions?type=deposit");
    expect(rows.body.data, "no link to a transaction").toMatchObject([{ status: "completed", txid: null }]);
  });

  test("what is less than a unit is kept, and is the house's once it makes one", async () => {
    const { address } = await newAccount();
    const [wallet, profit] = [await house("wallet"), await house("network")];
    const remainder = await network.remainder();
    for (let more = 0; more < 3; more++) {
      await network.send(address, (UNIT * 2n) / 5n);
      await network.mine(2);
    }
    const all = remainder + (UNIT * 6n) / 5n;
    expect(await network.remainder()).toBe(all % UNIT);
    // An account that the house has is in debit.
    expect([wallet - (await house("wallet")), (await house("network")) - profit]).toEqual([
      all / UNIT,
      all / UNIT,
    ]);
  });

  test("whatever arrives, books and remainder are the chain's balances", async () => {
    const accounts = await Promise.all([newAccount(), newAccount(), newAccount()]);
    const wei = fc.oneof(fc.bigInt(1n, 3n * UNIT), fc.bigInt(1n, 30n * ETHER));
    const payment = fc.record({ to: fc.integer({ min: 0, max: 2 }), wei, byContract: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ payments: fc.array(payment, { maxLength: 3 }), reorg: fc.boolean() }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (blocks) => {
          for (const { payments, reorg } of blocks) {
            for (const { to, wei: amount, byContract } of payments) {
              const { address } = accounts[to] ?? { address: "" };
              if (byContract) await network.sendByContract({ address, wei: amount });
              else await network.send(address, amount);
            }
            await network.mine(1);
            // Follows, and compares the books with the chain to the last wei.
            if (reorg) await network.reorganise(1);
          }
          await network.mine(1);
          const remainder = await network.remainder();
          expect(remainder >= 0n && remainder < UNIT).toBe(true);
        },
      ),
      { numRuns: 6 },
    );
    expect(await network.pausedBecause()).toBeNull();
  });

  test("a payment that its sender takes back is dropped", async () => {
    const { client, id, address } = await newAccount();
    const txid = await network.send(address, ETHER);
    await network.mine(1);
    await network.reorganise(1, [txid]);
    await network.mine(4);
    expect(await coinDepositsOf(client)).toMatchObject([{ status: "dropped", confirmations: 0 }]);
    expect(await balanceOf(id)).toBe(0n);
    expect(await network.pausedBecause()).toBeNull();
  });

  test.each([2, 3, 4])(
    "a reorganisation of %i blocks pauses the network, and credits again",
    async (depth) => {
      const { client, id, address } = await newAccount();
      await network.send(address, ETHER / 3n);
      await network.sendByContract({ address, wei: ETHER / 7n });
      await network.mine(depth);
      const credited = ETHER / 3n / UNIT + ETHER / 7n / UNIT;
      expect(await balanceOf(id)).toBe(credited);
      await network.reorganise(depth);
      expect(await network.pausedBecause()).toMatch(/^a reorganisation replaced \d settled blocks$/);
      expect(await balanceOf(id)).toBe(0n);
      await network.restart();
      await network.mine(2);
      await network.pause(null);
      await network.follow();
      expect(await balanceOf(id)).toBe(credited);
      const statuses = (await coinDepositsOf(client)).map(({ status }) => status).toSorted();
      expect(statuses).toEqual(["credited", "credited", "reversed"]);
    },
  );

  test("books that differ by one unit pause the network, and staff see by how much", async () => {
    const finance = (await newStaff(api, "finance")).client;
    await bookFromNowhere(api, "ETH", "own");
    await expect(network.mine(1)).rejects.toThrow();
    expect(await network.pausedBecause()).toMatch(/^at block \d+ the chain has -0.00000001 ETH more/);
    const { data } = await query<{ networks: { network: string }[] }>(finance, "ops.wallets.list");
    expect(data.networks.find((each) => each.network === "ethereum")).toMatchObject({
      state: "paused",
      currencies: [{ currency: "ETH", difference: "-0.00000001" }],
    });
    await bookFromNowhere(api, "ETH", "wallet");
    await network.pause(null);
    await network.mine(1);
    expect(await network.pausedBecause()).toBeNull();
  });

  test("two processes that follow credit once, at a slow node too", async () => {
    const other = await startTestApp({ dialect, databaseUrl: api.databaseUrl });
    const [slow, second] = [network.slow(async () => undefined), new EtherNetwork(other)];
    const { id, address } = await newAccount();
    await network.send(address, ETHER / 3n);
    await network.sendByContract({ address, wei: ETHER / 3n });
    for (let block = 0; block < 3; block++) {
      await network.mine(1);
      await Promise.all([slow.follow(), second.follow()]);
    }
    expect(await balanceOf(id)).toBe((ETHER / 3n / UNIT) * 2n);
    for (const each of [slow, second, network]) await each.restart();
    await other.close();
  });

  test("nothing is credited before the balances of the settled block are known", async () => {
    const { client, address } = await newAccount();
    await network.send(address, ETHER);
    await network.mine(1);
    await network.restart();
    await network.ethereum.play.mine(1);
    const catchingUp = networkFollower(api.services, "ethereum");
    await catchingUp?.follow();
    await catchingUp?.stop();
    const { database } = api.services;
    const height = (await findChainState(database.read, "ethereum"))?.balances_height ?? 0n;
    const credit = async (balances_height: bigint) => {
      await database.write((tx) => changeChainState(tx, "ethereum", { balances_height }));
      await creditArrivals(api.services, "ethereum");
      return (await coinDepositsOf(client)).map(({ status }) => status);
    };
    expect(await credit(height - 1n)).toEqual(["confirming"]);
    expect(await credit(height)).toEqual(["credited"]);
  });

  describe("tokens", () => {
    const listed = async (client: TestClient, page: object = {}) =>
      (await query<{ data: UnknownToken[]; next: string | null }>(client, "ops.arrivals.tokens", page)).data;

    test("are listed for staff once their block is settled, with whose address got them, and credited to no one", async () => {
      const { client: finance } = await newStaff(api, "finance");
      const { client, id, address } = await newAccount();
      const txid = await network.sendTokens(address, 10n ** 40n);
      await network.sendTokens(`0x${"ee".repeat(20)}`, 5n);
      await network.mine(1);
      expect((await listed(finance)).data).toEqual([]);
      await network.mine(1);
      const first = await network.sendTokens(address, 7n);
      await network.mine(2);
      const { data } = await listed(finance);
      expect(data.map((each) => [each.txid, each.amount])).toEqual([
        [first, "7"],
        [txid, String(10n ** 40n)],
      ]);
      expect(data[1]).toMatchObject({
        network: "ethereum",
        contract: checksummed(TOKEN),
        address,
        customer: { id },
      });
      const { data: page, next } = await listed(finance, { limit: 1 });
      expect(page).toEqual(data.slice(0, 1));
      expect((await listed(finance, { limit: 1, after: next })).data).toEqual(data.slice(1));
      expect([await coinDepositsOf(client), await balanceOf(id)]).toEqual([[], 0n]);
    });

    test("of an undone block are listed by the block that has them in its place", async () => {
      const { client: finance } = await newStaff(api, "finance");
      const { address } = await newAccount();
      const txid = await network.sendTokens(address, 9n);
      await network.mine(3);
      await network.reorganise(3);
      await network.pause(null);
      await network.mine(2);
      const { data } = await listed(finance);
      expect(data.filter((each) => each.txid === txid)).toHaveLength(1);
    });

    test("fill no more of the list than a block may, and hold no coins up at a node that does not tell them", async () => {
      const { client: finance } = await newStaff(api, "finance");
      const { client, address } = await newAccount();
      const before = (await listed(finance, { limit: 200 })).data.length;
      const script = parseAddress(address).script;
      const spam = Array.from({ length: 300 }, () => ({ script, wei: 1n }));
      await network.ethereum.play.sendTokens(spam);
      await network.send(address, ETHER);
      const told = vi
        .spyOn(network.ethereum.node, "tokens")
        .mockRejectedValue(new ChainNodeError("refused", "eth_getLogs is not here"));
      await expect(network.mine(2)).rejects.toThrow("eth_getLogs is not here");
      expect(await coinDepositsOf(client)).toMatchObject([{ status: "credited" }]);
      told.mockRestore();
      await network.follow();
      const { data, next } = await listed(finance, { limit: 200 });
      const more = (await listed(finance, { limit: 200, after: next })).data.length;
      expect(data.length + more).toBe(before + 200);
    });
  });
});
