/** A file that was taken may be signed: as long as it can pay a withdrawal, the money of that goes back to no one. */
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { TestApp } from "../../testing/app-for-test.ts";
import { mutate } from "../../testing/call-procedure.ts";
import {
  newSender,
  startCoinDesk,
  startEtherDesk,
  withdrawCoins,
  type CoinChain,
  type CoinDesk,
} from "../../testing/coin-payout.ts";

const SETTLED = 3;
const START = { BTC: startCoinDesk, ETH: startEtherDesk };

const CASES = DIALECTS.flatMap((dialect) =>
  (["BTC", "ETH"] as const).map((currency) => [currency, dialect] as const),
);

describe.each(CASES)("a withdrawal of %s that a file may pay, on %s", (currency, dialect) => {
  let api: TestApp;
  let network: CoinChain;
  let desk: CoinDesk;
  beforeEach(async () => {
    ({ api, network, desk } = await START[currency](dialect));
  });
  afterEach(() => api.close());

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
});
