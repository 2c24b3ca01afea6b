/** Transactions of the treasury that no batch made, on Ethereum: each spends one nonce. */
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { DIALECTS } from "@wattle/db/testing/databases";
import { readBatchFile, writeBatchFile, type BatchItem } from "@wattle/ethereum/batch-file";
import type { Transfer } from "@wattle/ethereum/transfer";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NodesDisagree } from "../../chains/chain-source.ts";
import { signWithDemoKey } from "../../demo/demo-signer.ts";
import type { TestApp } from "../../testing/app-for-test.ts";
import { newSender, startEtherDesk, withdrawCoins, type CoinDesk } from "../../testing/coin-payout.ts";
import type { EtherNetwork } from "../../testing/ether-network.ts";
import { SpendDesk } from "../../testing/spend-desk.ts";

const SETTLED = 2;
const STRANGER = `0x${"ab".repeat(20)}`;

describe.each(DIALECTS)("a transaction of ether that no batch made, on %s", (dialect) => {
  let api: TestApp;
  let network: EtherNetwork;
  let desk: CoinDesk;
  let spends: SpendDesk;
  beforeEach(async () => {
    ({ api, network, desk } = await startEtherDesk(dialect));
    spends = new SpendDesk(api, desk, network);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await api.close();
  });

  /** Signs some transactions of a file elsewhere after a change, and has settled blocks take them: the network pauses itself. */
  const spendElsewhere = async (
    taken: string,
    change: (transfer: Transfer, at: number) => Partial<Transfer>,
    some: (item: BatchItem, at: number) => boolean = () => true,
  ): Promise<string[]> => {
    const file = readBatchFile(Buffer.from(taken, "base64"));
    const items = file.items
      .map(({ transfer, ...item }, at) => ({
        ...item,
        transfer: { ...transfer, ...change(transfer, at) },
      }))
      .filter(some);
    for (const { signed } of readBatchFile(signWithDemoKey(writeBatchFile({ ...file, items }))).items)
      expect(await network.ethereum.node.send(signed ?? new Uint8Array())).toEqual({ accepted: true });
    await network.ethereum.play.mine(SETTLED);
    // It fails if the books know less than the chain.
    await Promise.allSettled([network.follow()]);
    expect(await network.pausedBecause()).toMatch(/no batch made it/);
    const { read } = api.services.database;
    const rows = await read.selectFrom("chain_transfers").select("txid").orderBy("nonce").execute();
    return rows.slice(-items.length).map(({ txid }) => txid);
  };
  /** Two withdrawals in a released batch, with its file. */
  const released = async () => {
    const [ruth, dan] = [await newSender(api, network), await newSender(api, network)];
    const [first, second] = [await withdrawCoins(ruth, "0.1"), await withdrawCoins(dan, "0.2")];
    const batch = await desk.released();
    return { ruth, dan, first, second, batch, file: await desk.file(batch.id) };
  };

  test("ones at a higher fee that paid all complete all, each booked once", async () => {
    const { ruth, dan, first, second, batch, file } = await released();
    await desk.sign(batch.id);
    const raised = ({ maxFee, maxTip }: Transfer) => ({ maxFee: maxFee * 2n, maxTip: maxTip * 2n });
    const [one = "", other = ""] = await spendElsewhere(file, raised);
    expect(await spends.book(one)).toMatchObject({
      completed: [first.reference],
      released: [],
      taken: "0.00000000",
    });
    expect((await desk.get(batch.id)).status).toBe("sent");
    expect(await spends.book(other)).toMatchObject({ completed: [second.reference] });
    expect((await desk.get(batch.id)).status).toBe("cancelled");
    expect([await spends.statusOf(ruth, first), await spends.statusOf(dan, second)]).toEqual([
      "completed",
      "completed",
    ]);
    expect(await spends.refusalOf(one)).toBe(OWN_MESSAGES.spendBooked);
    await spends.goesOn(ruth);
  });

  test("one that pays half to a withdrawal's address is refused: it may have paid it", async () => {
    const { ruth, first, file } = await released();
    const [txid = ""] = await spendElsewhere(
      file,
      ({ value }) => ({ value: value / 2n }),
      (_item, at) => at === 0,
    );
    expect(await spends.refusalOf(txid)).toBe(ownMessage.spendMayPay(first.reference));
    expect(await spends.cancelled(ruth, first)).toBe(409);
  });

  test("a withdrawal whose address another one has paid stays until that is booked", async () => {
    const { first, second, file } = await released();
    let paid: Partial<Transfer> = {};
    const [theft = "", payment = ""] = await spendElsewhere(file, ({ to, value }, at) => {
      if (at > 0) return paid;
      paid = { to, value };
      return { to: STRANGER };
    });
    expect(await spends.book(theft)).toMatchObject({ completed: [], released: [] });
    expect(await spends.book(payment)).toMatchObject({
      completed: [first.reference],
      released: [second.reference],
    });
  });

  test("one that pays half and a wei to others is a loss, and its withdrawal is paid by the next batch", async () => {
    const { ruth, dan, first, second, batch, file } = await released();
    const [txid = ""] = await spendElsewhere(
      file,
      ({ value }) => ({ to: STRANGER, value: value / 2n + 1n }),
      (_item, at) => at === 0,
    );
    expect(await spends.cancelled(ruth, first)).toBe(409);
    const disputed = vi.spyOn(network.ethereum.node, "settledTransaction");
    disputed.mockRejectedValue(new NodesDisagree("two outcomes"));
    expect(await spends.refusalOf(txid)).toBe(OWN_MESSAGES.spendDisputed);
    disputed.mockRestore();
    const booked = await spends.book(txid);
    expect(booked).toMatchObject({ completed: [], released: [first.reference] });
    expect(booked.taken).toMatch(/^0\.04/);
    // Its other nonce goes on.
    expect((await desk.get(batch.id)).status).toBe("released");
    await spends.resume();
    await desk.sign(batch.id);
    await network.mine(SETTLED);
    expect((await desk.get(batch.id)).status).toBe("settled");
    expect(await spends.statusOf(dan, second)).toBe("completed");
    await spends.goesOn(ruth);
    expect(await spends.statusOf(ruth, first)).toBe("completed");
  });

  test("a theft with a nonce of no batch is a loss, and one that pays a draft ends it", async () => {
    const { ruth, batch, file } = await released();
    await desk.sign(batch.id);
    const dora = await newSender(api, network);
    const asked = await withdrawCoins(dora, "0.3");
    const { data: draft } = await desk.call("create", { currency: "ETH" });
    const [payment] = draft.payments;
    const value = BigInt((payment?.amount ?? "").replace(".", "")) * 10n ** 10n;
    const [paying = "", stealing = ""] = await spendElsewhere(file, ({ nonce }, at) =>
      at === 0
        ? { nonce: nonce + 2n, to: payment?.address ?? "", value }
        : { nonce: nonce + 2n, to: STRANGER, value: 10n ** 18n + 7n },
    );
    expect(await spends.book(paying)).toMatchObject({ completed: [asked.reference], released: [] });
    expect((await desk.get(draft.id)).status).toBe("cancelled");
    expect(await spends.book(stealing)).toMatchObject({
      completed: [],
      released: [],
      taken: "1.00000000",
    });
    expect(await spends.statusOf(dora, asked)).toBe("completed");
    await spends.goesOn(ruth);
  });

  test("rows that name a transaction of others release nothing", async () => {
    const { ruth, first, batch } = await released();
    const txid = await network.send(STRANGER, 10n ** 17n);
    await network.mine(SETTLED);
    const { database } = api.services;
    const { height } = await database.read
      .selectFrom("chain_blocks")
      .select((row) => row.fn.max("height").as("height"))
      .where("network", "=", "ethereum")
      .executeTakeFirstOrThrow();
    const forge = (spent_by: string): Promise<unknown> =>
      database.write((tx) =>
        tx
          .updateTable("chain_outputs")
          .set({ spent_by, spent_height: height - BigInt(SETTLED - 1) })
          .where("amount", "=", "0")
          .execute(),
      );
    await forge(`0x${"ff".repeat(32)}`);
    expect(await spends.refusalOf(`0x${"ff".repeat(32)}`)).toBe(OWN_MESSAGES.spendNone);
    await forge(txid);
    expect(await spends.refusalOf(txid)).toBe(OWN_MESSAGES.spendOthers);
    expect(await spends.cancelled(ruth, first)).toBe(409);
    expect((await desk.get(batch.id)).status).toBe("released");
  });
});
