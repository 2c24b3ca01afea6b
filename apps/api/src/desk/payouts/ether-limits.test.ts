/** No dust, no single customer and no lost nonce stops ether that goes out. */
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import { ownMessage } from "@wattle/contracts/own-messages";
import { listPayableCoins } from "@wattle/db/coin-payouts";
import { updateUser } from "@wattle/db/accounts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { readBatchFile } from "@wattle/ethereum/batch-file";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import {
  newSender,
  startEtherDesk,
  withdrawCoins,
  withRefuser,
  type CoinDesk,
} from "../../testing/coin-payout.ts";
import type { EtherNetwork } from "../../testing/ether-network.ts";
import { OfflineSigner } from "../../testing/offline-signer.ts";
import { mutateByTwo } from "../../testing/second-person.ts";
import { coinAddressOf } from "../../testing/play-network.ts";

const SETTLED = 2;

describe.each(DIALECTS)("ether goes out whatever one account does, on %s", (dialect) => {
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

  /** Each transaction of a batch's file. */
  const fileOf = async ({ id }: CoinPayout) =>
    readBatchFile(Buffer.from(await desk.file(id), "base64")).items;
  const sweep = () =>
    mutate<CoinPayout>(desk.client, "ops.coinMoves.create", { network: "ethereum", what: "sweep" });

  test("dust at an address of an old seed does not stop sweeps of the new one", async () => {
    const signer = new OfflineSigner();
    const descriptors = signer.descriptors(/\[\w+\/44h\/60h\/[01]h\]\S+/g);
    signer.close();
    for (const [at, role] of ["deposits", "treasury"].entries())
      await mutateByTwo(api, desk.client, "ops.wallets.add", {
        network: "ethereum",
        role,
        descriptor: descriptors[at],
      });
    const old = (await sweep()).data;
    await desk.byTwo("release", { id: old.id });
    await desk.sign(old.id);
    await network.mine(SETTLED);
    expect((await sweep()).status, "what fees left at the old treasury").toBe(409);
    const { client } = await newSender(api, network);
    const made = await sweep();
    expect(made.status, made.message).toBe(200);
    await desk.byTwo("release", { id: made.data.id });
    expect((await fileOf(made.data)).map(({ from }) => from)).toEqual([
      (await coinAddressOf(client, "ETH")).address.toLowerCase(),
    ]);
  });

  test("customers take turns, so that withdrawals of one keep no one else's out", async () => {
    const [many, one] = [await newSender(api, network), await newSender(api, network)];
    const asked: string[] = [];
    for (const sender of [many, many, many, one]) asked.push((await withdrawCoins(sender, "0.1")).id);
    const payable = await listPayableCoins(api.services.database.read, {
      currency: "ETH",
      now: BigInt(api.clock.now()),
      of: undefined,
      most: 3,
    });
    expect(payable.map(({ id }) => id)).toEqual([0, 3, 1].map((at) => asked[at]));
  });

  test("a refusal names the withdrawals that no batch can pay", async () => {
    const refusing = await withRefuser(api, await newSender(api, network));
    const { reference } = await withdrawCoins(refusing, "0.1");
    await withdrawCoins(refusing, "0.1");
    expect((await desk.call("create", { currency: "ETH" })).message).toBe(ownMessage.leftOut(reference, 1));
  });

  test("a withdrawal of all that the treasury has keeps no smaller one waiting", async () => {
    const [whale, other] = [await newSender(api, network, 30n * 10n ** 18n), await newSender(api, network)];
    await network.mine(SETTLED * 2);
    // Its value is there, and its fee is not.
    const all = await withdrawCoins(whale, "20.001");
    const small = await withdrawCoins(other, "0.1");
    const { data } = await desk.call("create", { currency: "ETH" });
    expect(data.payments.map(({ reference }) => reference)).toEqual([small.reference]);
    expect(data.left_out.map(({ reference }) => reference)).toEqual([all.reference]);
  });

  const noncesOf = ({ payments }: CoinPayout) => payments.map(({ nonce }) => nonce);
  const created = async (): Promise<CoinPayout> => {
    const { data, message } = await desk.call("create", { currency: "ETH" });
    expect(data?.id, message).toBeTypeOf("string");
    return data;
  };

  const onlyDraft = async (): Promise<CoinPayout> => {
    const wanted = { status: "draft" };
    const { data } = await query<{ data: CoinPayout[] }>(desk.client, "ops.coinPayouts.list", wanted);
    const [draft, ...more] = data.data;
    if (draft === undefined || more.length > 0) throw new TypeError(`${data.data.length} drafts`);
    return draft;
  };

  test("nonces that the address spent before it was ours are not filled", async () => {
    const [first, second] = [await newSender(api, network), await newSender(api, network)];
    vi.spyOn(network.ethereum.node, "nonceAt").mockResolvedValue(3n);
    await withdrawCoins(first, "0.1");
    const gap = await created();
    await withdrawCoins(second, "0.1");
    const later = await created();
    expect([noncesOf(gap), noncesOf(later)]).toEqual([[3], [4]]);
    await desk.byTwo("release", { id: later.id });
    await desk.sign(later.id);
    await desk.call("cancel", { id: gap.id });
    const filling = await onlyDraft();
    await desk.byTwo("release", { id: filling.id });
    expect((await fileOf(filling)).map(({ transfer }) => transfer.nonce)).toEqual([3n]);
  });

  test("a claimed nonce that the chain has spent is not used again", async () => {
    const senders = [await newSender(api, network), await newSender(api, network)];
    for (const sender of senders) await withdrawCoins(sender, "0.1");
    const draft = await created();
    expect(noncesOf(draft)).toEqual([0, 1]);
    await desk.call("cancel", { id: draft.id });
    vi.spyOn(network.ethereum.node, "nonceAt").mockResolvedValue(2n);
    expect(noncesOf(await created())).toEqual([2, 3]);
  });

  test("a nonce that was raised often raises no other one, and can be spent below the signer's ceiling", async () => {
    const [held, other] = [await newSender(api, network), await newSender(api, network)];
    const gwei = 10n ** 9n;
    vi.spyOn(network.ethereum.node, "fees").mockResolvedValue({ baseFee: 120n * gwei, tip: gwei });
    await withdrawCoins(held, "0.1");
    for (const rate of [241n, 265n, 291n]) {
      const left = await desk.released();
      expect((await fileOf(left)).map(({ transfer }) => transfer.maxFee / gwei)).toEqual([rate]);
      await desk.byTwo("cancel", { id: left.id });
      await api.services.database.write((tx) => updateUser(tx, held.id, { coins_sent_from: null }));
    }
    await withdrawCoins(other, "0.2");
    const next = await desk.released();
    expect(next.fee_rate).toBe("241");
    expect((await fileOf(next)).map(({ what, transfer }) => [what, transfer.maxFee / gwei])).toEqual([
      ["cancel", 300n],
      ["pay", 241n],
    ]);
    const raised = await desk.byTwo("bump", { id: next.id, fee_rate: "266" });
    expect(raised.file?.fee_rate).toBe("266");
    await desk.sign(next.id);
    await network.mine(SETTLED);
    expect((await desk.get(next.id)).status).toBe("settled");
  });

  test("a contract that has taken nothing yet is paid one withdrawal, and the others once a block has it", async () => {
    const sender = await newSender(api, network);
    vi.spyOn(network.ethereum.node, "gasFor").mockResolvedValue(40_000n);
    const asked: string[] = [];
    for (let count = 0; count < 3; count++) asked.push((await withdrawCoins(sender, "0.1")).reference);
    const first = await created();
    expect(first.payments.map(({ reference }) => reference)).toEqual([asked[0]]);
    expect(first.left_out.map(({ reference }) => reference)).toEqual([asked[1], asked[2]]);
    expect((await desk.call("create", { currency: "ETH" })).message, "the first one is open").toBe(
      ownMessage.leftOut(asked[1] ?? "", 1),
    );
    await desk.byTwo("release", { id: first.id });
    await desk.sign(first.id);
    await network.mine(SETTLED);
    expect((await created()).payments.map(({ reference }) => reference)).toEqual([asked[1], asked[2]]);
  });

  test.each(["taken", "not taken"])(
    "a signed payment of an old treasury does not wait for ever behind a cancelled batch whose file was %s",
    async (file) => {
      const [first, second] = [await newSender(api, network), await newSender(api, network)];
      await withdrawCoins(first, "0.1");
      const gap = await desk.released();
      await withdrawCoins(second, "0.1");
      const waiting = await desk.released();
      await desk.sign(waiting.id);
      const signer = new OfflineSigner();
      const [, descriptor] = signer.descriptors(/\[\w+\/44h\/60h\/[01]h\]\S+/g);
      signer.close();
      const treasury = { network: "ethereum", role: "treasury", descriptor };
      await mutateByTwo(api, desk.client, "ops.wallets.add", treasury);
      if (file === "taken") {
        await desk.file(gap.id);
        await desk.byTwo("cancel", { id: gap.id });
      } else await desk.call("cancel", { id: gap.id });
      // One that is given up is made again: no other batch is of the old treasury.
      await desk.call("cancel", { id: (await onlyDraft()).id });
      const filling = await onlyDraft();
      await desk.byTwo("release", { id: filling.id });
      expect((await fileOf(filling)).map(({ what, transfer }) => [what, transfer.nonce])).toEqual([
        ["cancel", 0n],
      ]);
      await desk.sign(filling.id);
      await network.resend();
      await network.mine(SETTLED);
      expect((await desk.get(waiting.id)).status).toBe("settled");
    },
  );
});
