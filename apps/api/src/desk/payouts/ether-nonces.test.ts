/** A nonce that a signed file may have pays what that file pays, or no one: whatever else happens, the next batch goes on. */
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import { ownMessage } from "@wattle/contracts/own-messages";
import { updateUser } from "@wattle/db/accounts";
import { listAttempts } from "@wattle/db/coin-attempts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { readBatchFile } from "@wattle/ethereum/batch-file";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ChainNodeError } from "../../chains/chain-node.ts";
import { NodesDisagree } from "../../chains/chain-source.ts";
import { unsettleNonce } from "../../coins/settle-nonces.ts";
import type { TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import {
  fundEtherTreasury,
  newSender,
  startEtherDesk,
  withdrawCoins,
  withRefuser,
  type CoinDesk,
  type Sender,
} from "../../testing/coin-payout.ts";
import type { EtherNetwork } from "../../testing/ether-network.ts";
import { OfflineSigner } from "../../testing/offline-signer.ts";
import { mutateByTwo } from "../../testing/second-person.ts";

const SETTLED = 2;

describe.each(DIALECTS)("nonces of the treasury, on %s", (dialect) => {
  let api: TestApp;
  let network: EtherNetwork;
  let desk: CoinDesk;
  beforeEach(async () => {
    ({ api, network, desk } = await startEtherDesk(dialect));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await api.close();
  });

  const sendsFrom = ({ id }: Sender, from: bigint | null): Promise<unknown> =>
    api.services.database.write((tx) => updateUser(tx, id, { coins_sent_from: from }));
  /** Each nonce of a batch's file, and its purpose there. */
  const planOf = async ({ id }: CoinPayout): Promise<[nonce: bigint, what: string][]> =>
    readBatchFile(Buffer.from(await desk.file(id), "base64")).items.map(({ transfer, what }) => [
      transfer.nonce,
      what,
    ]);
  /** A batch of which the file was taken, and which is cancelled all the same. */
  const leftBehind = async (): Promise<[nonce: bigint, what: string][]> => {
    const batch = await desk.released();
    const plan = await planOf(batch);
    await desk.byTwo("cancel", { id: batch.id });
    return plan;
  };
  const statusOf = async ({ client }: Sender): Promise<string | undefined> =>
    (await client.get<{ data: { status: string }[] }>("/api/users/transactions?type=withdraw")).body.data[0]
      ?.status;
  const settle = async ({ id }: CoinPayout): Promise<CoinPayout["status"]> => {
    await desk.sign(id);
    await network.mine(SETTLED);
    return (await desk.get(id)).status;
  };
  /** Has a deep reorganisation undo the block in which the contract refused a batch's payment. */
  const undo = async ({ id }: CoinPayout): Promise<void> => {
    const { database } = api.services;
    const [undone] = await listAttempts(database.read, id);
    if (undone === undefined) throw new TypeError("no attempt");
    expect([undone.failed, undone.settled_height]).toEqual([1n, expect.any(BigInt)]);
    await database.write(async (tx) => {
      await tx
        .updateTable("chain_outputs")
        .set({ spent_height: null, spent_by: null })
        .where("txid", "=", undone.sender ?? "")
        .execute();
      await unsettleNonce(tx, api.services, undone);
    });
  };
  /** Adds the treasury of a new seed. */
  const newTreasury = async (signer: OfflineSigner): Promise<void> => {
    const [, descriptor] = signer.descriptors(/\[\w+\/44h\/60h\/[01]h\]\S+/g);
    const wallet = { network: "ethereum", role: "treasury", descriptor };
    await mutateByTwo(api, desk.client, "ops.wallets.add", wallet);
  };

  test("the nonce of a customer on hold, whose payment may be signed, goes to no one else", async () => {
    const [held, other] = [await newSender(api, network), await newSender(api, network)];
    await withdrawCoins(held, "0.1");
    await leftBehind();
    await sendsFrom(held, null);
    await withdrawCoins(other, "0.2");
    const next = await desk.released();
    expect(await planOf(next)).toEqual([
      [0n, "cancel"],
      [1n, "pay"],
    ]);
    expect(await settle(next)).toBe("settled");
    expect([await statusOf(held), await statusOf(other)]).toEqual(["requested", "completed"]);
    await sendsFrom(held, 0n);
    expect(await settle(await desk.released())).toBe("settled");
    expect(await statusOf(held)).toBe("completed");
  });

  test("a nonce that a file may spend on no one pays no one later", async () => {
    const [held, other] = [await newSender(api, network), await newSender(api, network)];
    await withdrawCoins(held, "0.1");
    await leftBehind();
    await sendsFrom(held, null);
    // Nothing is to be paid: a batch spends the nonce, and is left behind, too.
    expect(await leftBehind()).toEqual([[0n, "cancel"]]);
    await sendsFrom(held, 0n);
    await withdrawCoins(other, "0.2");
    const next = await desk.released();
    // It could still be paid by its first file, and is not paid with another nonce meanwhile.
    expect(next.payments.map(({ customer }) => customer.id)).toEqual([other.id]);
    expect(await planOf(next)).toEqual([
      [0n, "cancel"],
      [1n, "pay"],
    ]);
    expect(await settle(next)).toBe("settled");
    expect(await settle(await desk.released())).toBe("settled");
    expect(await statusOf(held)).toBe("completed");
    expect(await network.paidTo(held.address)).toBe(9_900_000n);
  });

  test("a first nonce that a node told wrong is made good by those below it", async () => {
    const sender = await newSender(api, network);
    await withdrawCoins(sender, "0.1");
    const told = vi.spyOn(network.ethereum.node, "nonceAt").mockResolvedValue(1000n);
    const wrong = await desk.call("create", { currency: "ETH" });
    expect(wrong.data.payments.map(({ nonce }) => nonce)).toEqual([1000]);
    await desk.call("cancel", { id: wrong.data.id });
    told.mockRestore();
    const next = await desk.released();
    expect(next.payments.map(({ nonce }) => nonce)).toEqual([0]);
    expect(await settle(next)).toBe("settled");
  });

  test("a number below a signed nonce that no one claimed is spent", async () => {
    const sender = await newSender(api, network);
    await withdrawCoins(sender, "0.1");
    const told = vi.spyOn(network.ethereum.node, "nonceAt").mockResolvedValue(2n);
    const waiting = await desk.released();
    told.mockRestore();
    expect(await settle(waiting)).toBe("sent");
    const filling = await desk.released();
    expect(await planOf(filling)).toEqual([
      [0n, "cancel"],
      [1n, "cancel"],
    ]);
    await desk.sign(filling.id);
    await network.resend();
    await network.mine(SETTLED);
    expect((await desk.get(waiting.id)).status).toBe("settled");
  });

  test("a node that knows more transactions than were claimed pauses the network", async () => {
    const sender = await newSender(api, network);
    await withdrawCoins(sender, "0.1");
    expect(await settle(await desk.released())).toBe("settled");
    await withdrawCoins(sender, "0.1");
    vi.spyOn(network.ethereum.node, "nonceAt").mockResolvedValue(2n);
    expect((await desk.call("create", { currency: "ETH" })).code).toBe("paused");
    expect(await network.pausedBecause()).toMatch(/^a node knows 2 transactions of 0x/);
  });

  test("a signed file is stored while the network is paused, and sent once it goes on", async () => {
    const sender = await newSender(api, network);
    await withdrawCoins(sender, "0.1");
    const { id } = await desk.released();
    const content = await desk.signedFile(id);
    await network.pause("a test");
    const imported = await desk.call("import", { id, content });
    expect([imported.status, imported.data?.status], imported.message).toEqual([200, "signed"]);
    await network.pause(null);
    await network.resend();
    await network.mine(SETTLED);
    expect((await desk.get(id)).status).toBe("settled");
  });

  test("a recipient of a cancelled batch that refuses now keeps no one else waiting, and can be rejected", async () => {
    const [refusing, other] = [await newSender(api, network), await newSender(api, network)];
    const { reference } = await withdrawCoins(refusing, "0.1");
    await leftBehind();
    const reject = () =>
      mutate(desk.client, "ops.withdrawals.reject", { reference, message: "Your wallet refuses it." });
    expect((await reject()).status, "its file may pay it").toBe(409);
    await withdrawCoins(other, "0.1");
    const { node } = network.ethereum;
    const gasFor = node.gasFor.bind(node);
    vi.spyOn(node, "gasFor").mockImplementation((transfer) => {
      if (transfer.to !== refusing.address.toLowerCase()) return gasFor(transfer);
      return Promise.reject(new ChainNodeError("refused", "execution reverted"));
    });
    const next = await desk.released();
    expect(next.left_out.map((each) => each.reference)).toEqual([reference]);
    expect(await settle(next)).toBe("settled");
    expect(await statusOf(other)).toBe("completed");
    expect((await reject()).status, "its nonce is spent").toBe(200);
  });

  test("withdrawals of several cancelled batches are paid by one", async () => {
    const senders = [
      await newSender(api, network),
      await newSender(api, network),
      await newSender(api, network),
    ];
    await withdrawCoins(senders[0] as Sender, "0.1");
    const first = await desk.released();
    await withdrawCoins(senders[1] as Sender, "0.1");
    await leftBehind();
    await desk.file(first.id);
    await desk.byTwo("cancel", { id: first.id });
    await withdrawCoins(senders[2] as Sender, "0.1");
    const next = await desk.released();
    expect(next.payments.map(({ nonce, customer }) => [nonce, customer.id])).toEqual(
      senders.map(({ id }, nonce) => [nonce, id]),
    );
    expect(await settle(next)).toBe("settled");
    for (const sender of senders) expect(await statusOf(sender)).toBe("completed");
  });

  test("a contract that takes much gas is paid only if a person names it", async () => {
    const sender = await newSender(api, network);
    const { reference } = await withdrawCoins(sender, "0.1");
    const create = (again: readonly string[] = []) => desk.call("create", { currency: "ETH", again });
    const needs = vi.spyOn(network.ethereum.node, "gasFor").mockResolvedValue(84_000n);
    expect((await create()).message).toBe(ownMessage.leftOut(reference, 0));
    const named = await create([reference]);
    expect(named.data.payments.map((each) => each.reference)).toEqual([reference]);
    await desk.call("cancel", { id: named.data.id });
    needs.mockResolvedValue(83_000n);
    expect((await create()).data.payments.map((each) => each.reference)).toEqual([reference]);
  });

  test("a transaction that a deep reorganisation brings back is not sent next to another one that pays the same", async () => {
    const sender = await withRefuser(api, await newSender(api, network));
    const { database } = api.services;
    const { node } = network.ethereum;
    const { reference } = await withdrawCoins(sender, "0.1");
    vi.spyOn(node, "gasFor").mockResolvedValue(21_000n);
    const first = await desk.released();
    await settle(first);
    const again = await desk.call("create", { currency: "ETH", again: [reference] });
    await desk.byTwo("release", { id: again.data.id });
    await network.node({ state: "down" });
    await desk.sign(again.data.id);
    await network.node({ state: "ok" });
    await undo(first);
    const sent = vi.spyOn(node, "send");
    await network.resend();
    expect(sent).not.toHaveBeenCalled();
    // People decide that the earlier one is given up: its nonce is spent on no one.
    await desk.byTwo("cancel", { id: first.id });
    const { attempts } = await desk.sign(first.id);
    const [cancelling] = (await listAttempts(database.read, first.id)).filter(
      ({ kind }) => kind === "cancel",
    );
    expect(attempts.map(({ kind }) => kind)).toEqual(["pay", "cancel"]);
    expect(sent.mock.calls.map(([raw]) => Buffer.from(raw).toString("hex"))).toEqual([cancelling?.raw]);
  });

  test("it is not sent either next to one of a new treasury with the same nonce", async () => {
    const sender = await withRefuser(api, await newSender(api, network));
    const { reference } = await withdrawCoins(sender, "0.1");
    vi.spyOn(network.ethereum.node, "gasFor").mockResolvedValue(21_000n);
    const first = await desk.released();
    await settle(first);
    const signer = new OfflineSigner();
    await newTreasury(signer);
    await fundEtherTreasury(desk.client, network);
    const again = await desk.call("create", { currency: "ETH", again: [reference] });
    expect(again.data.payments.map(({ nonce }) => nonce)).toEqual(first.payments.map(({ nonce }) => nonce));
    await desk.byTwo("release", { id: again.data.id });
    await desk.file(again.data.id);
    await undo(first);
    const sent = vi.spyOn(network.ethereum.node, "send");
    await network.resend();
    expect(sent).not.toHaveBeenCalled();
    signer.close();
  });

  test("nothing is drafted with balances of another block than the settled one", async () => {
    const sender = await newSender(api, network);
    await withdrawCoins(sender, "0.1");
    const { write } = api.services.database;
    const atHeight = (change: bigint) =>
      write((tx) =>
        tx
          .updateTable("chain_states")
          .set((row) => ({ balances_height: row("balances_height", "+", change) }))
          .where("network", "=", "ethereum")
          .execute(),
      );
    // As while a chain catches up, a hundred blocks at once.
    await atHeight(-1n);
    expect((await desk.call("create", { currency: "ETH" })).code).toBe("service_unavailable");
    const sweep = { network: "ethereum", what: "sweep" };
    expect((await mutate(desk.client, "ops.coinMoves.create", sweep)).code).toBe("service_unavailable");
    await atHeight(1n);
    expect((await desk.call("create", { currency: "ETH" })).status).toBe(200);
  });

  test.each([
    ["of another chain", "chainId", () => Promise.resolve(1n)],
    [
      "that contradict each other",
      "nonceAt",
      () => Promise.reject(new NodesDisagree("nodes have different nonces")),
    ],
  ] as const)("nothing is drafted by the word of nodes %s", async (_what, asked, answer) => {
    const sender = await newSender(api, network);
    await withdrawCoins(sender, "0.1");
    vi.spyOn(network.ethereum.node, asked).mockImplementation(answer);
    expect((await desk.call("create", { currency: "ETH" })).code).toBe("service_unavailable");
    vi.restoreAllMocks();
    expect((await desk.call("create", { currency: "ETH" })).status).toBe(200);
  });

  test("a sweep to the treasury of a new seed is a payment for the signer of the old one", async () => {
    const signer = new OfflineSigner();
    await newSender(api, network);
    await newTreasury(signer);
    const sweep = await mutate<CoinPayout>(desk.client, "ops.coinMoves.create", {
      network: "ethereum",
      what: "sweep",
    });
    expect(sweep.status, sweep.message).toBe(200);
    await desk.byTwo("release", { id: sweep.data.id });
    // The old treasury, and a customer's address.
    expect((await planOf(sweep.data)).map(([, what]) => what)).toEqual(["pay", "pay"]);
    expect(await settle(sweep.data)).toBe("settled");
    const moved = await query<CoinPayout>(desk.client, "ops.coinPayouts.get", { id: sweep.data.id });
    expect(Number(moved.data.change)).toBeGreaterThan(22);
    expect(await network.pausedBecause()).toBeNull();
    signer.close();
  });
});
