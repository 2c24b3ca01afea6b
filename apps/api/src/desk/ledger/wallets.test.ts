import { descriptorChecksum } from "@wattle/bitcoin/descriptor-checksum";
import { DEPOSITS, TREASURY } from "@wattle/bitcoin/testing/wallets";
import { PERMISSIONS } from "@wattle/contracts/accounts";
import type { Arrival, CoinNetwork } from "@wattle/contracts/coin-operations";
import { NETWORKS } from "@wattle/contracts/networks";
import type { PositionRow } from "@wattle/contracts/position";
import { balancesOf } from "@wattle/db/balances";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fundTreasury } from "../../demo/fund-treasury.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { newAccount, newStaff } from "../../testing/new-staff.ts";
import { coinAddressOf, PlayNetwork } from "../../testing/play-network.ts";
import { mutateByTwo } from "../../testing/second-person.ts";

/** The same, for another network. */
function elsewhere(descriptor: string): string {
  const [body = ""] = descriptor.replace("84h/1h", "84h/0h").split("#");
  return `${body}#${descriptorChecksum(body)}`;
}

describe.each(DIALECTS)("wallets at the desk, on %s", (dialect) => {
  let api: TestApp;
  let network: PlayNetwork;
  let finance: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    await fundTreasury(api.services);
    network = new PlayNetwork(api);
    await network.follow();
    finance = (await newStaff(api, "finance")).client;
  });
  afterAll(() => api.close());

  const networks = async () =>
    (await query<{ networks: CoinNetwork[] }>(finance, "ops.wallets.list")).data.networks;
  const position = async (): Promise<PositionRow | undefined> =>
    (await query<{ data: PositionRow[] }>(finance, "ops.position.list")).data.data.find(
      ({ currency }) => currency === "BTC",
    );
  const arrivals = async (status?: string) =>
    (await query<{ data: Arrival[] }>(finance, "ops.arrivals.list", status === undefined ? {} : { status }))
      .data.data;
  const add = (role: string, descriptor: string) =>
    mutateByTwo<{ id: string; descriptor: string }>(api, finance, "ops.wallets.add", {
      network: "bitcoin",
      role,
      descriptor,
    });

  test("a new demo's chain, books and cover agree: 2 % more than customers own", async () => {
    const before = await position();
    const owed = BigInt((before?.owed ?? "0").replace(".", ""));
    expect(BigInt((before?.inventory ?? "0").replace(".", ""))).toBe((owed * 102n) / 100n);
    const [bitcoin] = await networks();
    expect(bitcoin).toMatchObject({
      network: "bitcoin",
      state: "ok",
      currencies: [
        { currency: "BTC", chain: before?.inventory, books: before?.inventory, difference: "0.00000000" },
      ],
    });
    expect(bitcoin?.wallets.map(({ role }) => role).toSorted()).toEqual(["deposits", "treasury"]);
    expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
    expect(await arrivals("under_review")).toEqual([]);
    await fundTreasury(api.services);
    await network.restart();
    await network.follow();
    expect(await position()).toEqual(before);
  });

  test("a wallet needs a second person, and gives the next addresses", async () => {
    const descriptor = DEPOSITS.descriptor;
    const asked = await mutate<{ outcome: string }>(finance, "ops.wallets.add", {
      network: "bitcoin",
      role: "deposits",
      descriptor,
    });
    expect(asked.data.outcome).toBe("awaiting_approval");
    expect((await networks())[0]?.wallets).toHaveLength(2);
    const treasury = await add("treasury", TREASURY.descriptor);
    expect(treasury.data.descriptor).toBe(TREASURY.descriptor);
    expect((await networks())[0]?.wallets.at(-1)).toEqual({
      id: treasury.data.id,
      role: "treasury",
      descriptor: TREASURY.descriptor,
      next_index: 0,
    });
    const taken = await mutate<{ address: string }>(finance, "ops.wallets.address", { network: "bitcoin" });
    expect(taken.data).toEqual({ network: "bitcoin", address: expect.stringMatching(/^bcrt1q/) as string });
    expect((await networks())[0]?.wallets.at(-1)?.next_index).toBe(1);
    expect((await add("treasury", TREASURY.descriptor)).errors).toEqual({
      descriptor: ["This wallet is there already"],
    });
  });

  test.each([
    ["another account", "treasury", DEPOSITS.descriptor, "Deposits take account 0h, treasury 1h"],
    ["another network", "deposits", elsewhere(DEPOSITS.descriptor), "This descriptor is for another network"],
    ["no checksum", "deposits", DEPOSITS.descriptor.split("#")[0] ?? "", "The descriptor has no checksum"],
    [
      "a wrong checksum",
      "deposits",
      `${DEPOSITS.descriptor.slice(0, -1)}!`,
      "The descriptor's checksum is wrong",
    ],
    ["other text", "deposits", "xpub#aaaaaaaa", "The descriptor's checksum is wrong"],
  ])("a descriptor of %s is refused at its field", async (_what, role, descriptor, message) => {
    const answer = await add(role, descriptor);
    expect([answer.status, answer.errors]).toEqual([422, { descriptor: [message] }]);
  });

  test("coins of the treasury are the operator's own, or a customer's with a second person", async () => {
    const { data } = await mutate<{ address: string }>(finance, "ops.wallets.address", {
      network: "bitcoin",
    });
    const before = await position();
    await network.send(data.address, 30_000_000n);
    await network.send(data.address, 20_000_000n);
    await network.mine(3);
    expect((await position())?.difference).toBe(before?.difference);
    const waiting = await arrivals("under_review");
    expect(waiting).toMatchObject([{ customer: null }, { customer: null }]);
    const own = waiting.find(({ amount }) => amount === "0.30000000");
    const other = waiting.find(({ amount }) => amount === "0.20000000");
    const note = { internal_note: "Bought yesterday" };
    const kept = await mutate<Arrival>(finance, "ops.arrivals.ownMoney", { id: own?.id, ...note });
    expect(kept.data.status).toBe("own_money");
    expect((await mutate(finance, "ops.arrivals.ownMoney", { id: own?.id, ...note })).code).toBe(
      "state_conflict",
    );
    const customer = await newAccount(api, { permissions: JSON.stringify(PERMISSIONS) });
    const credited = await mutateByTwo<Arrival>(api, finance, "ops.arrivals.credit", {
      id: other?.id,
      customer: customer.id,
      ...note,
    });
    expect(credited.data).toMatchObject({ status: "credited", customer: { id: customer.id } });
    expect((await balancesOf(api.services.database.read, customer.id)).get("BTC")).toBe(20_000_000n);
    await network.follow();
  });

  test("coins at a customer's address are credited to no one else", async () => {
    const [mine, other] = [
      await newAccount(api, { permissions: JSON.stringify(PERMISSIONS) }),
      await newAccount(api, { permissions: JSON.stringify(PERMISSIONS) }),
    ];
    await network.send((await coinAddressOf(mine.client)).address, 1000n);
    await network.mine(3);
    const [small] = await arrivals("below_minimum");
    const credit = (customer: string) =>
      mutateByTwo<Arrival>(api, finance, "ops.arrivals.credit", {
        id: small?.id,
        customer,
        internal_note: "Kindness",
      });
    expect((await credit(other.id)).errors).toEqual({ customer: ["This address is another customer's"] });
    expect((await credit(mine.id)).data.status).toBe("credited");
    await network.follow();
  });
});

test("anyone's seed is refused outside a demo, and a network that is off takes no wallet", async () => {
  const env = { DEMO: "false", BITCOIN_NODE: "http://a:b@127.0.0.1:1", BITCOIN_CHAIN: "regtest" };
  const api = await startTestApp({ dialect: "sqlite", env });
  const { client } = await newStaff(api, "finance");
  const descriptor =
    "wpkh([5c9e228d/84h/1h/0h]tpubDCZB6sR48s4T5Cr8qHUYSZEFCQMMHRg8AoVKVmvcAP5bRw7ArDKeoNwKAJujV3xCPkBvXH5ejSgbgyN6kREmF7sMd41NdbuHa8n1DZNxSMg/<0;1>/*)#wqdf6rm4";
  const input = { network: "bitcoin", role: "deposits", descriptor };
  expect((await mutate(client, "ops.wallets.add", input)).errors).toEqual({
    descriptor: ["Anyone knows this seed. Make a new one."],
  });
  const { data } = await query<{ networks: CoinNetwork[] }>(client, "ops.wallets.list");
  expect(data.networks).toEqual(
    NETWORKS.map((network) => ({
      network,
      state: "off",
      paused_because: null,
      tip: null,
      settled: null,
      wallets: [],
      currencies: [],
    })),
  );
  await api.close();
});
