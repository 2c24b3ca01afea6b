/** Transactions that no batch made: two people have them booked, as the chain itself has them. */
import { p2wpkh, type Transaction as Psbt } from "@scure/btc-signer";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { listAttempts } from "@wattle/db/coin-attempts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NodesDisagree } from "../../chains/chain-source.ts";
import type { TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import { newSender, startCoinDesk, withdrawCoins, type CoinDesk } from "../../testing/coin-payout.ts";
import type { PlayNetwork } from "../../testing/play-network.ts";
import { signElsewhere } from "../../testing/sign-elsewhere.ts";
import { SpendDesk } from "../../testing/spend-desk.ts";

const STRANGER = p2wpkh(new Uint8Array(33).fill(2)).script;
describe.each(DIALECTS)("a transaction of bitcoin that no batch made, on %s", (dialect) => {
  let api: TestApp;
  let network: PlayNetwork;
  let desk: CoinDesk;
  let spends: SpendDesk;
  beforeEach(async () => {
    ({ api, network, desk } = await startCoinDesk(dialect));
    spends = new SpendDesk(api, desk, network);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await api.close();
  });

  /** Has settled blocks take it, in the place of a batch's own: the network pauses itself. */
  const spendElsewhere = async (content: string, change: (file: Psbt) => void): Promise<string> => {
    const { before, after } = signElsewhere(content, change);
    await network.replaceWithout(0, before.id, after.extract());
    await expect(network.mine(2)).rejects.toThrow();
    expect(await network.pausedBecause()).toMatch(/no batch made it$/);
    return after.id;
  };
  /** Two withdrawals in a released batch. */
  const released = async () => {
    const [ruth, dan] = [await newSender(api, network), await newSender(api, network)];
    const [first, second] = [await withdrawCoins(ruth, "0.1"), await withdrawCoins(dan, "0.05")];
    return { ruth, dan, first, second, batch: await desk.released() };
  };
  test("one at a higher fee that paid all completes all, and is booked once", async () => {
    const { ruth, dan, first, second, batch } = await released();
    const content = await desk.file(batch.id);
    await desk.sign(batch.id);
    const txid = await spendElsewhere(content, (file) => {
      const at = file.outputsLength - 1;
      const change = Array.from({ length: at + 1 }, (_, each) => file.getOutput(each).amount ?? 0n);
      const largest = change.indexOf(change.reduce((a, b) => (a > b ? a : b)));
      file.updateOutput(largest, { amount: (change[largest] ?? 0n) - 10_000n }, true);
    });
    const booked = await spends.book(txid);
    expect(booked.completed.toSorted()).toEqual([first.reference, second.reference].toSorted());
    expect(booked).toMatchObject({ released: [], taken: "0.00000000" });
    expect([await spends.statusOf(ruth, first), await spends.statusOf(dan, second)]).toEqual([
      "completed",
      "completed",
    ]);
    expect((await desk.get(batch.id)).status).toBe("cancelled");
    expect(await spends.refusalOf(txid)).toBe(OWN_MESSAGES.spendBooked);
    await spends.goesOn(ruth);
  });

  test("one that paid some completes these, and the others are paid by the next batch", async () => {
    const { ruth, dan, first, second, batch } = await released();
    const content = await desk.file(batch.id);
    await desk.sign(batch.id);
    const amount = 5_000_000n;
    const isSecond = (file: Psbt, at: number): boolean => {
      const paid = file.getOutput(at).amount ?? 0n;
      return paid < amount && paid > amount - 100_000n;
    };
    const txid = await spendElsewhere(content, (file) => {
      for (let at = 0; at < file.outputsLength; at++)
        if (isSecond(file, at)) file.updateOutput(at, { script: STRANGER }, true);
    });
    // It may have paid the withdrawal: nothing is given back before two people have looked.
    expect(await spends.cancelled(dan, second)).toBe(409);
    const asked = await spends.ask(txid);
    expect(asked.data.outcome).toBe("awaiting_approval");
    expect(await spends.statusOf(dan, second)).toBe("sent");
    const { data } = await query<{ data: { id: string; details: { name: string; value: string }[] }[] }>(
      desk.client,
      "ops.approvals.list",
      { status: "pending" },
    );
    const details = Object.fromEntries((data.data[0]?.details ?? []).map(({ name, value }) => [name, value]));
    expect(details["Withdrawals that it paid"]).toContain(`${first.reference} (`);
    expect(details["Withdrawals to pay again"]).toContain(`${second.reference} (`);
    expect(details["Paid to others"]).toMatch(/^0\.0499\d+ BTC to bcrt1/);
    await mutate(desk.client, "ops.approvals.withdraw", { id: data.data[0]?.id });
    const booked = await spends.book(txid);
    expect(booked).toMatchObject({ completed: [first.reference], released: [second.reference] });
    expect(booked.taken).toMatch(/^0\.0499/);
    expect([await spends.statusOf(ruth, first), await spends.statusOf(dan, second)]).toEqual([
      "completed",
      "requested",
    ]);
    await spends.goesOn(ruth);
    expect(await spends.statusOf(dan, second)).toBe("completed");
  });

  test("a theft pays no one: all are paid again, and a deep reorganisation takes the booking back", async () => {
    const { ruth, dan, first, second, batch } = await released();
    const txid = await spendElsewhere(await desk.file(batch.id), (file) => {
      for (let at = 0; at < file.outputsLength; at++) file.updateOutput(at, { script: STRANGER }, true);
    });
    expect(await spends.cancelled(dan, second)).toBe(409);
    const booked = await spends.book(txid);
    expect(booked.completed).toEqual([]);
    expect(booked.released.toSorted()).toEqual([first.reference, second.reference].toSorted());
    await spends.resume();
    await network.mine(1);
    expect(await network.pausedBecause()).toBeNull();
    await network.replaceWithout(4, txid);
    expect(await network.pausedBecause()).toMatch(/^a reorganisation replaced/);
    await spends.resume();
    await spends.goesOn(ruth);
    expect(await spends.statusOf(dan, second)).toBe("completed");
  });

  test("a cancelled batch whose file was taken is paid all the same, and no customer cancels before that is booked", async () => {
    const { ruth, first, batch } = await released();
    const content = await desk.file(batch.id);
    await desk.byTwo("cancel", { id: batch.id });
    const txid = await spendElsewhere(content, (file) => file.updateInput(0, { sequence: 1 }, true));
    expect(await spends.cancelled(ruth, first)).toBe(409);
    expect((await spends.book(txid)).completed).toHaveLength(2);
    await spends.goesOn(ruth);
  });

  test("a draft that it would pay stops nothing", async () => {
    const sender = await newSender(api, network);
    const asked = await withdrawCoins(sender, "0.1");
    const batch = await desk.released();
    const content = await desk.file(batch.id);
    await desk.byTwo("cancel", { id: batch.id });
    const { data: draft } = await desk.call("create", { currency: "BTC" });
    const txid = await spendElsewhere(content, (file) => file.updateInput(0, { sequence: 1 }, true));
    expect((await spends.book(txid)).completed).toEqual([asked.reference]);
    expect((await desk.get(draft.id)).status).toBe("cancelled");
    expect(await spends.statusOf(sender, asked)).toBe("completed");
    await spends.goesOn(sender);
  });

  test("a row that names another spender releases nothing", async () => {
    const { dan, second, batch } = await released();
    await desk.sign(batch.id);
    const { database } = api.services;
    const [attempt] = await listAttempts(database.read, batch.id);
    const forge = (spent_by: string): Promise<unknown> =>
      database.write((tx) =>
        tx
          .updateTable("chain_outputs")
          .set({ spent_height: 1n, spent_by })
          .where("made_height", "is not", null)
          .execute(),
      );
    await forge("ff".repeat(32));
    expect(await spends.refusalOf("ff".repeat(32))).toBe(OWN_MESSAGES.spendNone);
    // A transaction that the chain has, and that spends nothing of ours.
    const stranger = await database.read
      .selectFrom("chain_outputs")
      .select(["txid", "made_height"])
      .where("made_height", "is not", null)
      .where("txid", "<>", attempt?.txid ?? "")
      .orderBy("made_height", "desc")
      .executeTakeFirstOrThrow();
    await database.write((tx) =>
      tx
        .updateTable("chain_outputs")
        .set({ spent_height: stranger.made_height, spent_by: stranger.txid })
        .execute(),
    );
    expect(await spends.refusalOf(stranger.txid)).toBe(OWN_MESSAGES.spendOthers);
    expect(await spends.statusOf(dan, second)).toBe("sent");
    expect((await desk.get(batch.id)).status).toBe("sent");
  });

  test("is refused if a batch made it, and while nodes tell different blocks", async () => {
    const { batch } = await released();
    const content = await desk.file(batch.id);
    await desk.sign(batch.id);
    const txid = await spendElsewhere(content, (file) => file.updateInput(0, { sequence: 1 }, true));
    const node = api.services.networks.bitcoin?.node;
    if (node === undefined) throw new Error("Bitcoin is off");
    const lying = vi.spyOn(node, "settledHashAt").mockRejectedValue(new NodesDisagree("two blocks"));
    expect(await spends.refusalOf(txid)).toBe(OWN_MESSAGES.spendDisputed);
    lying.mockResolvedValue("00".repeat(32));
    expect(await spends.refusalOf(txid)).toBe(OWN_MESSAGES.spendDisputed);
    lying.mockRestore();
    expect((await spends.book(txid)).completed).toHaveLength(2);
    await spends.resume();
    const sender = await newSender(api, network);
    await withdrawCoins(sender, "0.1");
    const next = await desk.released();
    const sent = await desk.sign(next.id);
    await network.mine(3);
    expect(await spends.refusalOf(sent.attempts[0]?.txid ?? "")).toBe(OWN_MESSAGES.spendOwn);
  });
});
