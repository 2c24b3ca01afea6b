import { descriptorChecksum } from "@wattle/bitcoin/descriptor-checksum";
import { DEPOSITS, TREASURY } from "@wattle/bitcoin/testing/wallets";
import * as ETHER from "@wattle/ethereum/testing/wallets";
import { PERMISSIONS } from "@wattle/contracts/accounts";
import type { Arrival, CoinNetwork } from "@wattle/contracts/coin-operations";
import { NETWORKS } from "@wattle/contracts/networks";
import type { PositionRow } from "@wattle/contracts/position";
import { balancesOf } from "@wattle/db/balances";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { deriveAddress } from "@wattle/ethereum/descriptor";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fundTreasury } from "../../demo/fund-treasury.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { newAccount, newStaff } from "../../testing/new-staff.ts";
import { EtherNetwork } from "../../testing/ether-network.ts";
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
  let ether: EtherNetwork;
  let finance: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    await fundTreasury(api.services);
    network = new PlayNetwork(api);
    await network.follow();
    ether = new EtherNetwork(api);
    await ether.follow();
    finance = (await newStaff(api, "finance")).client;
  });
  afterAll(() => api.close());

  const networks = async () =>
    (await query<{ networks: CoinNetwork[] }>(finance, "ops.wallets.list")).data.networks;
  const position = async (code = "BTC"): Promise<PositionRow | undefined> =>
    (await query<{ data: PositionRow[] }>(finance, "ops.position.list")).data.data.find(
      ({ currency }) => currency === code,
    );
  const arrivals = async (status?: string) =>
    (await query<{ data: Arrival[] }>(finance, "ops.arrivals.list", status === undefined ? {} : { status }))
      .data.data;
  const add = (role: string, descriptor: string, of = "bitcoin") =>
    mutateByTwo<{ id: string; descriptor: string }>(api, finance, "ops.wallets.add", {
      network: of,
      role,
      descriptor,
    });

  test.each([
    ["bitcoin", "BTC", () => network],
    ["ethereum", "ETH", () => ether],
  ] as const)(
    "a new demo's chain, books and cover agree on %s: 2 % more than customers own",
    async (of, currency, chainOf) => {
      const before = await position(currency);
      const unitsOf = (text: string | undefined) => BigInt((text ?? "0").replace(".", ""));
      expect(unitsOf(before?.owed)).toBeGreaterThan(0n);
      expect(unitsOf(before?.inventory)).toBe((unitsOf(before?.owed) * 102n) / 100n);
      const there = (await networks()).find((each) => each.network === of);
      expect(there).toMatchObject({
        state: "ok",
        currencies: [
          { currency, chain: before?.inventory, books: before?.inventory, difference: "0.00000000" },
        ],
      });
      expect(there?.wallets.map(({ role }) => role).toSorted()).toEqual(["deposits", "treasury"]);
      expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
      expect(await arrivals("under_review")).toEqual([]);
      await fundTreasury(api.services);
      await chainOf().restart();
      await chainOf().follow();
      expect(await position(currency)).toEqual(before);
    },
  );

  test.each([
    { of: "bitcoin", deposits: DEPOSITS, treasury: TREASURY, first: /^bcrt1q/, isNew: true },
    {
      of: "ethereum",
      deposits: ETHER.DEPOSITS,
      treasury: ETHER.TREASURY,
      first: deriveAddress(ETHER.TREASURY, 0).address,
      isNew: false,
    },
  ])(
    "a wallet on $of needs a second person, and gives the next addresses",
    async ({ of, deposits, treasury: { descriptor }, first, isNew }) => {
      const there = async () => (await networks()).find(({ network: name }) => name === of)?.wallets ?? [];
      const asked = await mutate<{ outcome: string }>(finance, "ops.wallets.add", {
        network: of,
        role: "deposits",
        descriptor: deposits.descriptor,
      });
      expect(asked.data.outcome).toBe("awaiting_approval");
      expect(await there()).toHaveLength(2);
      const treasury = await add("treasury", descriptor, of);
      expect(treasury.data.descriptor).toBe(descriptor);
      const { id } = treasury.data;
      expect((await there()).at(-1)).toEqual({ id, role: "treasury", descriptor, next_index: 0 });
      const take = async () =>
        (await mutate<{ address: string }>(finance, "ops.wallets.address", { network: of })).data;
      const taken = await take();
      expect(taken).toEqual({ network: of, address: expect.stringMatching(first) as string });
      expect((await there()).at(-1)?.next_index).toBe(1);
      expect((await take()).address === taken.address, "the treasury pays from one address").toBe(!isNew);
      expect((await there()).at(-1)?.next_index).toBe(isNew ? 2 : 1);
      expect((await add("treasury", descriptor, of)).errors).toEqual({
        descriptor: ["This wallet is there already"],
      });
    },
  );

  const OTHER_PATH = ETHER.DEPOSITS.descriptor.replace("44h/60h", "44h/61h");
  test.each([
    ["another account", "deposits", ETHER.TREASURY.descriptor, "Deposits take account 0h, treasury 1h"],
    ["another coin", "deposits", OTHER_PATH, "Enter […/44h/60h/0h]xpub…/0/*"],
    ["another network", "deposits", DEPOSITS.descriptor, "Enter […/44h/60h/0h]xpub…/0/*"],
    [
      "a private key",
      "deposits",
      "[5c9e228d/44h/60h/0h]xprv9s21/0/*",
      "It has a private key. Move its coins.",
    ],
  ])("an Ethereum descriptor of %s is refused at its field", async (_what, role, descriptor, message) => {
    const answer = await add(role, descriptor, "ethereum");
    expect([answer.status, answer.errors]).toEqual([422, { descriptor: [message] }]);
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

test.each([
  [
    "bitcoin",
    "wpkh([5c9e228d/84h/1h/0h]tpubDCZB6sR48s4T5Cr8qHUYSZEFCQMMHRg8AoVKVmvcAP5bRw7ArDKeoNwKAJujV3xCPkBvXH5ejSgbgyN6kREmF7sMd41NdbuHa8n1DZNxSMg/<0;1>/*)#wqdf6rm4",
  ],
  [
    "ethereum",
    "[5c9e228d/44h/60h/0h]xpub6CNFa58kEQJu2hwMVoofpDEKVVSg6gfwqBqE2zHAianaUnQkrJzJJ42iLDp7Dmg2aP88qCKoFZ4jidk3tECdQuF4567NGHDfe7iBRwHxgke/0/*",
  ],
])(
  "anyone's seed is refused on %s outside a demo, and a network that is off takes no wallet",
  async (network, descriptor) => {
    const env = { DEMO: "false", BITCOIN_CHAIN: "regtest" };
    const nodes = { BITCOIN_NODE: "http://a:b@127.0.0.1:1", ETHEREUM_NODES: "http://127.0.0.1:1" };
    const api = await startTestApp({ dialect: "sqlite", env: { ...env, ...nodes } });
    const { client } = await newStaff(api, "finance");
    const input = { network, role: "deposits", descriptor };
    expect((await mutate(client, "ops.wallets.add", input)).errors).toEqual({
      descriptor: ["Anyone knows this seed. Make a new one."],
    });
    const { data } = await query<{ networks: CoinNetwork[] }>(client, "ops.wallets.list");
    expect(data.networks).toEqual(
      NETWORKS.map((each) => ({
        network: each,
        state: "off",
        paused_because: null,
        trouble: null,
        tip: null,
        settled: null,
        wallets: [],
        currencies: [],
      })),
    );
    Object.assign(api.services, { config: { ...api.services.config, BITCOIN_NODE: [], ETHEREUM_NODES: [] } });
    expect((await mutate(client, "ops.wallets.add", input)).errors).toEqual({
      network: ["No coin is on this network"],
    });
    await api.close();
  },
);
