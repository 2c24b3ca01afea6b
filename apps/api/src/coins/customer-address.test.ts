import { PERMISSIONS } from "@wattle/contracts/accounts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { EtherNetwork } from "../testing/ether-network.ts";
import type { FollowedNetwork } from "../testing/followed-network.ts";
import { newAccount as anyAccount } from "../testing/new-staff.ts";
import { coinAddressOf, PlayNetwork } from "../testing/play-network.ts";

const COINS = {
  BTC: {
    network: "bitcoin",
    form: /^bcrt1q/,
    uri: (address: string) => `bitcoin:${address}`,
    terms: { deposit_min: "0.00005000", confirmations_needed: 3 },
    chain: (api: TestApp): FollowedNetwork => new PlayNetwork(api),
  },
  ETH: {
    network: "ethereum",
    form: /^0x[0-9A-Fa-f]{40}$/,
    // A link without its chain would be for Ethereum's main one.
    uri: (address: string) => `ethereum:${address}@31337`,
    terms: { deposit_min: "0.00100000", confirmations_needed: 2 },
    chain: (api: TestApp): FollowedNetwork => new EtherNetwork(api),
  },
} as const;

const CASES = DIALECTS.flatMap((dialect) =>
  (["BTC", "ETH"] as const).map((currency) => ({ dialect, currency })),
);

describe.each(CASES)("customers' addresses of $currency on $dialect", ({ dialect, currency }) => {
  const { network, form, uri, terms } = COINS[currency];
  let api: TestApp;
  let chain: FollowedNetwork;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    chain = COINS[currency].chain(api);
    await chain.follow();
  });
  afterAll(() => api.close());

  const newAccount = () => anyAccount(api, { permissions: JSON.stringify(PERMISSIONS) });
  const statusFor = async ({ client }: Awaited<ReturnType<typeof newAccount>>, code: string = currency) =>
    (await client.post("/api/users/coin-address", { currency: code })).status;

  test("are the same each time, and one's own", async () => {
    const { client } = await newAccount();
    const first = await coinAddressOf(client, currency);
    const { address } = first;
    expect(address).toMatch(form);
    expect(first).toEqual({ currency, network, address, uri: uri(address), ...terms });
    const again = await Promise.all([1, 2, 3].map(() => coinAddressOf(client, currency)));
    expect(new Set(again.map((each) => each.address))).toEqual(new Set([address]));
    const other = await newAccount();
    const both = await Promise.all([
      coinAddressOf(other.client, currency),
      coinAddressOf(other.client, currency),
    ]);
    expect(both[0].address).toBe(both[1].address);
    expect(both[0].address).not.toBe(address);
    expect(await statusFor(other, "AUD")).toBe(422);
  });

  test("one that was changed in the database pauses the network, and is not shown", async () => {
    const [mine, other] = [await newAccount(), await newAccount()];
    const { address } = await coinAddressOf(mine.client, currency);
    const change = (to: string) =>
      api.services.database.write((tx) =>
        tx.updateTable("coin_addresses").set({ address: to }).where("user_id", "=", mine.id).execute(),
      );
    await change((await coinAddressOf(other.client, currency)).address);
    expect(await statusFor(mine)).toBe(503);
    expect(await chain.pausedBecause()).toMatch(/^the address at place \d+ was changed$/);
    await change(address);
    await chain.pause(null);
    expect((await coinAddressOf(mine.client, currency)).address).toBe(address);
  });

  test("so does a descriptor", async () => {
    const mine = await newAccount();
    await coinAddressOf(mine.client, currency);
    const { database } = api.services;
    const wallets = await database.read
      .selectFrom("wallets")
      .selectAll()
      .where("network", "=", network)
      .orderBy("role")
      .execute();
    const [deposits, treasury] = wallets;
    if (deposits === undefined || treasury === undefined) throw new Error("the demo has no wallets");
    const set = (descriptor: typeof deposits.descriptor) =>
      database.write((tx) =>
        tx.updateTable("wallets").set({ descriptor }).where("id", "=", deposits.id).execute(),
      );
    await set(treasury.descriptor);
    expect(await statusFor(mine)).toBe(503);
    expect(await chain.pausedBecause()).toBe("the descriptor of the wallet for deposits was changed");
    await set(deposits.descriptor);
    await chain.pause(null);
  });
});
