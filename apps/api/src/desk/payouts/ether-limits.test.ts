/** No dust, no single customer and no lost nonce stops ether that goes out. */
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import { ownMessage } from "@wattle/contracts/own-messages";
import { listPayableCoins } from "@wattle/db/coin-payouts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { readBatchFile } from "@wattle/ethereum/batch-file";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TestApp } from "../../testing/app-for-test.ts";
import { mutate } from "../../testing/call-procedure.ts";
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
    const asked = [];
    for (const sender of [many, many, many, one]) asked.push(await withdrawCoins(sender, "0.1"));
    const payable = await listPayableCoins(api.services.database.read, {
      currency: "ETH",
      now: BigInt(api.clock.now()),
      of: undefined,
      most: 3,
    });
    expect(payable.map(({ id }) => id)).toEqual([0, 3, 1].map((at) => asked[at]?.id));
  });

  test("a refusal names the withdrawals that no batch can pay", async () => {
    const refusing = await withRefuser(api, await newSender(api, network));
    const { reference } = await withdrawCoins(refusing, "0.1");
    await withdrawCoins(refusing, "0.1");
    expect((await desk.call("create", { currency: "ETH" })).message).toBe(
      ownMessage.recipientsRefuse(reference, 1),
    );
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
});
