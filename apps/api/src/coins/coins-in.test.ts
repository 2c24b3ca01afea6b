import { PERMISSIONS } from "@wattle/contracts/accounts";
import type { AccountEvent } from "@wattle/contracts/events";
import type { Receipt } from "@wattle/contracts/receipts";
import type { Transaction } from "@wattle/contracts/history";
import { balancesOf } from "@wattle/db/balances";
import { insertHolds, releaseHolds } from "@wattle/db/holds";
import { asInternalNote } from "@wattle/contracts/staff-texts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { bookFromNowhere } from "../testing/book-from-nowhere.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import { newAccount as anyAccount, newStaff } from "../testing/new-staff.ts";
import { coinAddressOf, coinDepositsOf, PlayNetwork } from "../testing/play-network.ts";
import { mutateByTwo } from "../testing/second-person.ts";

const BITCOIN = 100_000_000n;
const SMALL = 3000n;

describe.each(DIALECTS)("coins that come in, on %s", (dialect) => {
  let api: TestApp;
  let network: PlayNetwork;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    network = new PlayNetwork(api);
    await network.follow();
  });
  afterAll(() => api.close());

  const newAccount = () => anyAccount(api, { permissions: JSON.stringify(PERMISSIONS) });
  const balanceOf = async (id: string) => (await balancesOf(api.services.database.read, id)).get("BTC") ?? 0n;
  const rowsOf = async (client: Awaited<ReturnType<typeof newAccount>>["client"]) =>
    (await client.get<{ data: Transaction[] }>("/api/users/transactions?type=deposit")).body.data;

  test("an arrival is seen, confirmed and credited once, with its row, mail and events", async () => {
    const { client, id, email } = await newAccount();
    const { address } = await coinAddressOf(client);
    const txid = await network.send(address, BITCOIN / 2n);
    await network.follow();
    expect(await coinDepositsOf(client)).toMatchObject([
      { txid, address, amount: "0.50000000", amount_base: "50000000", status: "seen", confirmations: 0 },
    ]);
    for (const confirmations of [1, 2]) {
      await network.mine(1);
      expect(await coinDepositsOf(client)).toMatchObject([
        { status: "confirming", confirmations, confirmations_needed: 3, transaction_id: null },
      ]);
      expect(await balanceOf(id)).toBe(0n);
    }
    await network.mine(1);
    const [deposit] = await coinDepositsOf(client);
    expect(deposit).toMatchObject({ status: "credited", confirmations: 3 });
    expect(await balanceOf(id)).toBe(BITCOIN / 2n);
    const [row] = await rowsOf(client);
    expect(row).toMatchObject({
      id: deposit?.transaction_id,
      status: "completed",
      credit: "0.50000000",
      debit: "0.50000000",
      payment_method: "onchain",
      txid,
    });
    const receipt = await client.get<{ data: Receipt }>(`/api/users/transactions/${row?.id}/receipt`);
    expect(receipt.body.data.entries.at(-1)?.postings).toMatchObject([
      { from: "Our wallet", to: "Your balance" },
    ]);
    await network.follow();
    await network.restart();
    await network.mine(2);
    expect(await balanceOf(id)).toBe(BITCOIN / 2n);
    const events = await client.get<{ data: AccountEvent[] }>("/api/events");
    expect(events.body.data.map(({ type }) => type)).toEqual(["deposit.seen", "deposit.completed"]);
    const mails = await api.services.database.read
      .selectFrom("outbox")
      .select("subject")
      .where("recipient", "=", email)
      .execute();
    expect(mails.map(({ subject }) => subject)).toContain("0.50000000 BTC has arrived");
  });

  test("a large one waits for twice as many blocks", async () => {
    const { client, id } = await newAccount();
    await network.send((await coinAddressOf(client)).address, BITCOIN);
    await network.mine(5);
    expect(await coinDepositsOf(client)).toMatchObject([
      { status: "confirming", confirmations: 5, confirmations_needed: 6 },
    ]);
    expect(await balanceOf(id)).toBe(0n);
    await network.mine(1);
    expect(await balanceOf(id)).toBe(BITCOIN);
  });

  test("small ones wait until they add up, each with a row of its own", async () => {
    const { client, id } = await newAccount();
    const { address } = await coinAddressOf(client);
    await network.send(address, SMALL);
    await network.mine(3);
    expect(await coinDepositsOf(client)).toMatchObject([{ status: "below_minimum" }]);
    await network.send(address, SMALL);
    await network.mine(3);
    expect(await balanceOf(id)).toBe(2n * SMALL);
    expect(await rowsOf(client)).toHaveLength(2);
  });

  test("of a customer on hold it waits, and is credited by itself once the hold ends", async () => {
    const { client, id } = await newAccount();
    const { address } = await coinAddressOf(client);
    const { clock, database, ids } = api.services;
    const hold = {
      userId: id,
      kinds: ["deposits"],
      by: "test",
      at: BigInt(clock.now()),
      note: asInternalNote("A note"),
    } as const;
    await database.write((tx) => insertHolds(tx, hold, () => ids.uuid()));
    await network.send(address, BITCOIN / 4n);
    await network.mine(4);
    expect(await coinDepositsOf(client)).toMatchObject([{ status: "under_review" }]);
    await database.write((tx) => releaseHolds(tx, hold));
    await network.follow();
    expect(await balanceOf(id)).toBe(BITCOIN / 4n);
  });

  test("while coins in are paused no address is made, and arrivals are credited afterwards", async () => {
    const { client, id } = await newAccount();
    const { address } = await coinAddressOf(client);
    const admin = (await newStaff(api, "admin")).client;
    const pause = (paused: boolean) => mutate(admin, "ops.switches.set", { what: "coins-in", paused });
    await pause(true);
    const other = await newAccount();
    const refused = await other.client.post<{ code: string }>("/api/users/coin-address", { currency: "BTC" });
    expect([refused.status, refused.body.code]).toEqual([503, "paused"]);
    expect((await coinAddressOf(client)).address).toBe(address);
    await network.send(address, BITCOIN / 10n);
    await network.mine(3);
    expect(await balanceOf(id)).toBe(0n);
    await pause(false);
    await network.follow();
    expect(await balanceOf(id)).toBe(BITCOIN / 10n);
  });

  test("what its sender spends otherwise is dropped, and credits no one", async () => {
    const { client, id } = await newAccount();
    const txid = await network.send((await coinAddressOf(client)).address, BITCOIN / 5n);
    await network.mine(1);
    await network.reorganise(1, [txid]);
    await network.mine(5);
    expect(await coinDepositsOf(client)).toMatchObject([{ status: "dropped", confirmations: 0 }]);
    expect(await balanceOf(id)).toBe(0n);
    expect(await network.pausedBecause()).toBeNull();
  });

  test.each([1, 2])("a reorganisation of %i blocks changes nothing in the books", async (depth) => {
    const { client, id } = await newAccount();
    await network.send((await coinAddressOf(client)).address, BITCOIN / 3n);
    await network.mine(depth);
    await network.reorganise(depth);
    await network.mine(3);
    expect(await balanceOf(id)).toBe(BITCOIN / 3n);
    expect(await rowsOf(client)).toHaveLength(1);
    expect(await network.pausedBecause()).toBeNull();
  });

  test.each([3, 4, 5, 6])("one of %i blocks pauses the network, and credits once more", async (depth) => {
    const { client, id } = await newAccount();
    await network.send((await coinAddressOf(client)).address, BITCOIN / 3n);
    await network.mine(depth);
    expect(await balanceOf(id)).toBe(BITCOIN / 3n);
    await network.reorganise(depth);
    expect(await network.pausedBecause()).toMatch(/^a reorganisation replaced \d settled blocks$/);
    expect(await balanceOf(id)).toBe(0n);
    expect(await rowsOf(client)).toMatchObject([{ status: "returned" }]);
    await network.restart();
    await network.mine(3);
    expect(await balanceOf(id)).toBe(0n);
    await network.pause(null);
    await network.follow();
    expect(await balanceOf(id)).toBe(BITCOIN / 3n);
    expect((await rowsOf(client)).map(({ status }) => status).toSorted()).toEqual(["completed", "returned"]);
    const events = await client.get<{ data: AccountEvent[] }>("/api/events");
    expect(events.body.data.map(({ type }) => type)).toContain("deposit.reversed");
  });

  test("what was spent meanwhile is owed, and withdrawals are held", async () => {
    const { client, id } = await newAccount();
    const txid = await network.send((await coinAddressOf(client)).address, BITCOIN / 2n);
    await network.mine(3);
    const { client: finance } = await newStaff(api, "finance");
    await mutateByTwo(api, finance, "ops.ledger.adjust", {
      id,
      direction: "debit",
      amount: "0.20000000",
      currency: "BTC",
      internal_note: "Spent",
    });
    await network.reorganise(3, [txid]);
    expect(await balanceOf(id)).toBe(0n);
    expect(await rowsOf(client)).toMatchObject([{ status: "returned", txid }]);
    const owed = await api.services.database.read
      .selectFrom("receivables")
      .selectAll()
      .where("user_id", "=", id)
      .execute();
    expect(owed).toMatchObject([{ amount: 20_000_000n, currency: "BTC", settled_at: null }]);
    const held = await api.services.database.read
      .selectFrom("customer_holds")
      .select("kind")
      .where("user_id", "=", id)
      .execute();
    expect(held).toEqual([{ kind: "withdrawals" }]);
    await network.pause(null);
  });

  test("books that differ from the chain pause the network, and staff see by how much", async () => {
    const finance = (await newStaff(api, "finance")).client;
    await bookFromNowhere(api, "BTC", "wallet");
    await expect(network.mine(1)).rejects.toThrow();
    expect(await network.pausedBecause()).toMatch(/^at block \d+ the chain has 0.00000001 BTC more/);
    const { data } = await query<{ networks: object[] }>(finance, "ops.wallets.list");
    expect(data.networks.slice(0, 1)).toMatchObject([
      { network: "bitcoin", state: "paused", currencies: [{ currency: "BTC", difference: "0.00000001" }] },
    ]);
    await bookFromNowhere(api, "BTC", "own");
    const note = { network: "bitcoin", internal_note: "A test took it" };
    const resumed = await mutateByTwo(api, finance, "ops.networks.resume", note);
    expect(resumed.data).toMatchObject({ network: "bitcoin", state: "ok" });
    await network.mine(1);
  });

  test("two processes that follow credit once", async () => {
    const other = await startTestApp({ dialect, databaseUrl: api.databaseUrl });
    const second = new PlayNetwork(other);
    const { client, id } = await newAccount();
    await network.send((await coinAddressOf(client)).address, BITCOIN / 3n);
    for (let block = 0; block < 4; block++) {
      await network.mine(1);
      await Promise.all([network.follow(), second.follow()]);
    }
    expect(await balanceOf(id)).toBe(BITCOIN / 3n);
    expect(await rowsOf(client)).toHaveLength(1);
    await network.restart();
    await other.close();
  });
});
