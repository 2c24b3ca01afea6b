import type { AccountEvent } from "@wattle/contracts/events";
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import type { Transaction } from "@wattle/contracts/history";
import type { PortfolioOverview } from "@wattle/contracts/portfolio";
import type { TaxReportAnswer } from "@wattle/contracts/tax";
import type { Today } from "@wattle/contracts/today";
import { updateUser } from "@wattle/db/accounts";
import { balancesOf } from "@wattle/db/balances";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import {
  type CoinDesk,
  newSender,
  withdrawCoins,
  type Sender,
  startCoinDesk,
} from "../../testing/coin-payout.ts";
import { newStaff } from "../../testing/new-staff.ts";
import type { PlayNetwork } from "../../testing/play-network.ts";

describe.each(DIALECTS)("coins that go out, on %s", (dialect) => {
  let api: TestApp;
  let network: PlayNetwork;
  let desk: CoinDesk;
  let admin: TestClient;
  beforeAll(async () => {
    ({ api, network, desk } = await startCoinDesk(dialect));
    admin = (await newStaff(api, "admin")).client;
  });
  afterAll(() => api.close());

  const rowOf = async ({ client }: Sender, { id }: Pick<Transaction, "id">) =>
    (await client.get<{ data: Transaction }>(`/api/users/transactions/${id}`)).body.data;
  const cancel = ({ client }: Sender, { id }: Pick<Transaction, "id">) =>
    client.post<{ code: string }>(`/api/users/transactions/${id}/cancel`, {});
  const balanceOf = async ({ id }: Sender) =>
    (await balancesOf(api.services.database.read, id)).get("BTC") ?? 0n;

  /** Lengths of the queues of withdrawals at banks and of coins. */
  const waitingCounts = async (): Promise<number[]> => {
    const { data } = await query<Today>(desk.client, "ops.today");
    return ["withdrawals", "coin_payouts"].map(
      (name) => data.queues.find(({ queue }) => queue === name)?.count ?? -1,
    );
  };

  test("a withdrawal waits for people from its request until its batch is signed, and again for a higher fee", async () => {
    expect(await waitingCounts()).toEqual([0, 0]);
    const sender = await newSender(api, network);
    await withdrawCoins(sender);
    expect(await waitingCounts()).toEqual([0, 1]);
    const { data: draft } = await desk.call("create", { currency: "BTC" });
    await withdrawCoins(sender, "0.01");
    expect(await waitingCounts()).toEqual([0, 2]);
    await desk.byTwo("release", { id: draft.id });
    expect(await waitingCounts()).toEqual([0, 2]);
    await desk.sign(draft.id);
    expect(await waitingCounts()).toEqual([0, 1]);
    await desk.byTwo("bump", { id: draft.id, fee_rate: "12" });
    expect(await waitingCounts()).toEqual([0, 2]);
    await desk.sign(draft.id);
    expect(await waitingCounts()).toEqual([0, 1]);
    await network.mine(3);
    const rest = await desk.released();
    expect(await waitingCounts()).toEqual([0, 1]);
    await desk.sign(rest.id);
    await network.mine(3);
    expect(await waitingCounts()).toEqual([0, 0]);
  });

  test("from the request to the settled block", async () => {
    const sender = await newSender(api, network);
    const asked = await withdrawCoins(sender);
    const { data: draft } = await desk.call("create", { currency: "BTC" });
    expect(draft).toMatchObject({
      currency: "BTC",
      what: "payments",
      status: "draft",
      payments: [
        {
          reference: asked.reference,
          customer: { id: sender.id, email: sender.email },
          address: sender.address,
          amount: "0.09995000",
          payable: true,
        },
      ],
      fee_rate: "5",
      attempts: [],
      file: null,
    });
    expect((await desk.call("create", { currency: "BTC" })).errors).toEqual({
      currency: ["No withdrawals to pay"],
    });
    expect((await desk.call("file", { id: draft.id })).code).toBe("state_conflict");
    const waiting = await desk.call<{ outcome: string }>("release", { id: draft.id });
    expect(waiting.data.outcome).toBe("awaiting_approval");
    const released = await desk.byTwo("release", { id: draft.id });
    expect(released).toMatchObject({ status: "released", file: { kind: "pay", fetched_at: null } });
    expect((await cancel(sender, asked)).status).toBe(409);
    expect(await desk.file(draft.id)).toBe(await desk.file(draft.id));
    const sent = await desk.sign(draft.id);
    expect(sent).toMatchObject({
      status: "sent",
      file: null,
      attempts: [{ kind: "pay", nonce: null, height: null }],
    });
    const [attempt] = sent.attempts;
    expect(attempt?.sent_at).not.toBeNull();
    expect(await network.waiting()).toContain(attempt?.txid);
    expect(await rowOf(sender, asked)).toMatchObject({ status: "sent", txid: attempt?.txid });
    await network.mine(2);
    expect(await rowOf(sender, asked)).toMatchObject({ status: "sent" });
    await network.mine(1);
    expect(await rowOf(sender, asked)).toMatchObject({ status: "completed", txid: attempt?.txid });
    const settled = await desk.get(draft.id);
    expect(settled).toMatchObject({
      status: "settled",
      attempts: [{ height: expect.any(Number) as number }],
    });
    expect(await network.pausedBecause()).toBeNull();
    expect(await balanceOf(sender)).toBe(20_000_000n);
    const events = await sender.client.get<{ data: AccountEvent[] }>("/api/events");
    expect(events.body.data.map(({ type }) => type)).toEqual([
      "deposit.seen",
      "deposit.completed",
      "withdrawal.requested",
      "withdrawal.sent",
      "withdrawal.completed",
    ]);
    const list = await query<{ data: CoinPayout[] }>(desk.client, "ops.coinPayouts.list");
    expect(list.data.data[0]).toMatchObject({ id: draft.id, count: 1, total: "0.09995000" });
  });

  test("who is on hold, or has turned sending off, is left out of a batch and of its release", async () => {
    const [one, two, three] = [
      await newSender(api, network),
      await newSender(api, network),
      await newSender(api, network),
    ];
    for (const sender of [one, two, three]) await withdrawCoins(sender, "0.01");
    const holding = { on: ["withdrawals"], internal_note: "A test" };
    await mutate(admin, "ops.customers.hold", { id: one.id, ...holding });
    const { data: draft } = await desk.call("create", { currency: "BTC" });
    expect(draft.payments.map(({ customer }) => customer.id)).toEqual([two.id, three.id]);
    await api.services.database.write((tx) => updateUser(tx, two.id, { coins_sent_from: null }));
    const released = await desk.byTwo("release", { id: draft.id });
    expect(released.payments.map(({ customer }) => customer.id)).toEqual([three.id]);
    await mutate(admin, "ops.customers.hold", { id: three.id, ...holding });
    expect((await desk.call("file", { id: draft.id })).code).toBe("customer_on_hold");
    await mutate(admin, "ops.customers.releaseHold", { id: three.id, ...holding });
    const content = await desk.signedFile(draft.id);
    await mutate(admin, "ops.customers.hold", { id: three.id, ...holding });
    const refused = await desk.call("import", { id: draft.id, content });
    expect([refused.status, refused.code]).toEqual([409, "customer_on_hold"]);
    expect((await desk.byTwo("cancel", { id: draft.id })).status).toBe("cancelled");
    for (const { id } of [one, three]) await mutate(admin, "ops.customers.releaseHold", { id, ...holding });
    // The next batch replaces the file that was taken: it pays the same withdrawal, with a coin of it.
    const again = await desk.released();
    expect(again.payments.map(({ customer }) => customer.id)).toEqual([three.id]);
    await desk.sign(again.id);
    await network.mine(3);
    const last = await desk.released();
    expect(last.payments.map(({ customer }) => customer.id)).toEqual([one.id]);
    await desk.sign(last.id);
    await network.mine(3);
    expect(await network.pausedBecause()).toBeNull();
  });

  test("a customer can cancel until the release, and a draft goes on without it", async () => {
    const [one, two] = [await newSender(api, network), await newSender(api, network)];
    const first = await withdrawCoins(one, "0.01");
    const second = await withdrawCoins(two, "0.01");
    const { data: draft } = await desk.call("create", { currency: "BTC" });
    expect((await cancel(one, first)).status).toBe(200);
    const released = await desk.byTwo("release", { id: draft.id });
    expect(released.payments.map(({ reference }) => reference)).toEqual([second.reference]);
    expect((await cancel(two, second)).status).toBe(409);
    const reject = { reference: second.reference, message: "No", internal_note: "No" };
    expect((await mutate(desk.client, "ops.withdrawals.reject", reject)).code).toBe("state_conflict");
    // Its file was never taken: one person cancels it, and the customer can too.
    expect((await desk.call("cancel", { id: draft.id })).data).toMatchObject({ status: "cancelled" });
    expect((await cancel(two, second)).status).toBe(200);
  });

  test("a withdrawal is taken out of a draft, but not the last one", async () => {
    const [one, two] = [await newSender(api, network), await newSender(api, network)];
    const first = await withdrawCoins(one, "0.01");
    await withdrawCoins(two, "0.01");
    const { data: draft } = await desk.call("create", { currency: "BTC" });
    const removed = await desk.call("remove", { id: draft.id, reference: first.reference });
    expect(removed.data.payments).toHaveLength(1);
    const [last] = removed.data.payments;
    expect((await desk.call("remove", { id: draft.id, reference: last?.reference })).code).toBe(
      "state_conflict",
    );
    expect((await desk.call("cancel", { id: draft.id })).data.status).toBe("cancelled");
    const both = await desk.released();
    expect(both.payments).toHaveLength(2);
    await desk.sign(both.id);
    await network.mine(3);
    expect(await rowOf(one, first)).toMatchObject({ status: "completed" });
  });

  test("coins that go to another person are disposed of, those to one's own wallet are not", async () => {
    for (const whose of ["mine", "other"] as const) {
      const sender = await newSender(api, network, 30_000_000n, whose);
      const asked = await withdrawCoins(sender, "0.01");
      await desk.sign((await desk.released()).id);
      await network.mine(3);
      const now = new Date(api.clock.now());
      const year = now.getUTCFullYear() + (now.getUTCMonth() >= 6 ? 1 : 0);
      const { data } = await query<TaxReportAnswer>(sender.client, "tax.report", { year });
      const disposed = whose === "other" ? [{ transaction_id: asked.id, units: "0.01000000" }] : [];
      expect(data.disposals).toMatchObject(disposed);
      // They are money out, not a deposit that was taken back.
      const overview = await query<PortfolioOverview>(sender.client, "portfolio.overview");
      expect(overview.data.withdrawn).not.toBe("0.00");
    }
  });

  test("moves bring deposits into the treasury, and make one coin of many", async () => {
    await newSender(api, network);
    const move = (what: string) =>
      mutate<CoinPayout>(desk.client, "ops.coinMoves.create", { network: "bitcoin", what });
    for (const what of ["sweep", "consolidate"]) {
      const { data: draft } = await move(what);
      expect(draft).toMatchObject({ what, status: "draft", payments: [], total: "0.00000000" });
      expect((await move(what)).code).toBe("state_conflict");
      await desk.byTwo("release", { id: draft.id });
      expect((await desk.sign(draft.id)).status).toBe("sent");
      await network.mine(3);
      expect((await desk.get(draft.id)).status).toBe("settled");
    }
    expect(await network.pausedBecause()).toBeNull();
  });
});
