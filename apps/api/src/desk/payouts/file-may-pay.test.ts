/** A file that was taken may be signed: as long as it can pay a withdrawal, the money of that goes back to no one. */
import { listAttempts } from "@wattle/db/coin-attempts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TestApp } from "../../testing/app-for-test.ts";
import { mutate } from "../../testing/call-procedure.ts";
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

  test.each(["may be signed", "was cancelled"])(
    "is not sent again by a deep reorganisation next to the batch that pays it now, whose file %s",
    async (second) => {
      const sender = await newSender(api, network);
      const { id } = await withdrawCoins(sender);
      const status = async (): Promise<string> =>
        (await sender.client.get<{ data: { status: string } }>(`/api/users/transactions/${id}`)).body.data
          .status;
      // Coins that another batch can spend.
      await newSender(api, network);
      const first = await desk.released();
      await desk.sign(first.id);
      await desk.byTwo("cancel", { id: first.id });
      await desk.sign(first.id);
      await network.mine(SETTLED);
      const now = await desk.released();
      await desk.file(now.id);
      if (second === "was cancelled") await desk.byTwo("cancel", { id: now.id });

      const attempts = await listAttempts(api.services.database.read, first.id);
      const [payment, spend] = (["pay", "cancel"] as const).map((kind) =>
        attempts.find((attempt) => attempt.kind === kind),
      );
      await network.replaceWithout(SETTLED, spend?.txid ?? "");
      await network.pause(null);
      expect((await desk.get(first.id)).status).toBe("sent");
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
