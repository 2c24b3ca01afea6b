/** A file that was taken may be signed: as long as it can pay a withdrawal, the money of that goes back to no one. */
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { listAttempts } from "@wattle/db/coin-attempts";
import type { CoinAttempt } from "@wattle/db/tables";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TestApp } from "../../testing/app-for-test.ts";
import { mutate } from "../../testing/call-procedure.ts";
import { coinWallet } from "../../testing/coin-wallet.ts";
import {
  newSender,
  startCoinDesk,
  startEtherDesk,
  withdrawCoins,
  type CoinDesk,
} from "../../testing/coin-payout.ts";
import type { EtherNetwork } from "../../testing/ether-network.ts";
import type { PlayNetwork } from "../../testing/play-network.ts";

const SETTLED = 3;
/** Units that reach the wallet of who withdraws 0.1. */
const PAID = { BTC: 9_995_000n, ETH: 9_900_000n };
const START = { BTC: startCoinDesk, ETH: startEtherDesk };

const CASES = DIALECTS.flatMap((dialect) =>
  (["BTC", "ETH"] as const).map((currency) => [currency, dialect] as const),
);

describe.each(CASES)("a withdrawal of %s that a file may pay, on %s", (currency, dialect) => {
  let api: TestApp;
  let network: PlayNetwork | EtherNetwork;
  let desk: CoinDesk;
  beforeEach(async () => {
    ({ api, network, desk } = await START[currency](dialect));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await api.close();
  });
  /** A signed batch that a settled spend has cancelled. The next one spends nothing that is left of it. */
  const cancelledBatch = async (): Promise<CoinPayout> => {
    const batch = await desk.released();
    await desk.sign(batch.id);
    await desk.byTwo("cancel", { id: batch.id });
    await desk.sign(batch.id);
    await network.mine(SETTLED);
    if (currency === "BTC") {
      // A draft owns what is left, and the treasury gets another coin.
      const { address } = coinWallet("of the venue");
      const move = { network: "bitcoin", what: "venue", amount: "0.5", address };
      expect((await mutate(desk.client, "ops.coinMoves.create", move)).status).toBe(200);
      const to = { network: "bitcoin" };
      const { data } = await mutate<{ address: string }>(desk.client, "ops.wallets.address", to);
      await network.send(data.address, 10n ** 8n);
      await network.mine(SETTLED);
    }
    return batch;
  };
  /** A deep reorganisation undoes the spend. @returns the payment, and the spend */
  const bringBack = async ({ id }: CoinPayout): Promise<(CoinAttempt | undefined)[]> => {
    const attempts = await listAttempts(api.services.database.read, id);
    const spend = attempts.find(({ kind }) => kind === "cancel");
    await network.replaceWithout(currency === "BTC" ? 2 * SETTLED : SETTLED, spend?.txid ?? "");
    await network.pause(null);
    expect((await desk.get(id)).status).toBe("sent");
    return [attempts.find(({ kind }) => kind === "pay"), spend];
  };

  test("is neither cancelled nor rejected, though the batch that took it over was", async () => {
    const sender = await newSender(api, network);
    const { id, reference } = await withdrawCoins(sender);
    const path = `/api/users/transactions/${id}`;
    const cancel = () => sender.client.post(`${path}/cancel`, {});
    const reject = () =>
      mutate(desk.client, "ops.withdrawals.reject", { reference, message: "We can’t pay it." });
    const first = await desk.released();
    await desk.file(first.id);
    await desk.byTwo("cancel", { id: first.id });
    const second = await desk.released();
    expect(second.payments.map((each) => each.reference)).toEqual([reference]);
    const given = await desk.call("cancel", { id: second.id });
    expect(given.data.status, "its own file was never taken").toBe("cancelled");

    expect([(await cancel()).status, (await reject()).status], "the first file may pay it").toEqual([
      409, 409,
    ]);
    const shown = await sender.client.get<{ data: { status: string; being_paid: boolean } }>(path);
    expect(shown.body.data).toMatchObject({ status: "requested", being_paid: true });

    // The next batch pays it, and the first file is worth nothing once that has settled.
    const third = await desk.released();
    await desk.sign(third.id);
    await desk.byTwo("cancel", { id: third.id });
    await desk.sign(third.id);
    await network.mine(SETTLED);
    expect((await desk.get(third.id)).status).toBe("cancelled");
    expect([(await cancel()).status, (await reject()).status]).toEqual([200, 409]);
  });

  test("is in no file that is first taken while a deep reorganisation has brought another one back", async () => {
    const sender = await newSender(api, network);
    await withdrawCoins(sender);
    const first = await cancelledBatch();
    const now = await desk.released();
    await bringBack(first);
    const refused = await desk.call("file", { id: now.id });
    expect([refused.status, refused.message]).toEqual([409, OWN_MESSAGES.paidElsewhere]);
    await network.resend();
    await network.mine(SETTLED);
    expect((await desk.get(first.id)).status).toBe("cancelled");
    await desk.sign(now.id);
    await network.mine(SETTLED);
    expect(await network.paidTo(sender.address)).toBe(PAID[currency]);
    expect(await network.pausedBecause()).toBeNull();
  });

  test.each(["may be signed", "was cancelled"])(
    "is not sent again by a deep reorganisation next to the batch that pays it now, whose file %s",
    async (second) => {
      const sender = await newSender(api, network);
      const { id } = await withdrawCoins(sender);
      const status = async (): Promise<string> =>
        (await sender.client.get<{ data: { status: string } }>(`/api/users/transactions/${id}`)).body.data
          .status;
      const first = await cancelledBatch();
      const now = await desk.released();
      await desk.file(now.id);
      if (second === "was cancelled") await desk.byTwo("cancel", { id: now.id });

      const [payment, spend] = await bringBack(first);
      const node = api.services.networks[currency === "BTC" ? "bitcoin" : "ethereum"]?.node;
      if (node === undefined) throw new TypeError("the network is off");
      const send = vi.spyOn(node, "send");
      await network.resend();
      const sent = send.mock.calls.map(([raw]) => Buffer.from(raw).toString("hex"));
      expect([sent.includes(payment?.raw ?? ""), sent.includes(spend?.raw ?? "")]).toEqual([false, true]);

      await network.mine(SETTLED);
      expect([(await desk.get(first.id)).status, await status()]).toEqual(["cancelled", "requested"]);
      const last = second === "was cancelled" ? await desk.released() : now;
      await desk.sign(last.id);
      await network.mine(SETTLED);
      expect(await status()).toBe("completed");
      expect(await network.paidTo(sender.address)).toBe(PAID[currency]);
      expect(await network.pausedBecause()).toBeNull();
    },
  );
});
