import type { PriceAlert, PriceAlerts } from "@wattle/contracts/alerts";
import { formatRate, scaleRate } from "@wattle/exchange-core/rate";
import { updateUser } from "@wattle/db/accounts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { RateUnavailableError } from "../prices/rate-service.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { mailsTo, type Mail } from "../testing/visitor.ts";
import { sendDueAlerts, startPriceAlerts } from "./send-due-alerts.ts";

const EMAIL = "customer@demo.test";

describe.each(DIALECTS)("price alerts on %s", (dialect) => {
  let app: TestApp;
  let other: TestApp;
  let customer: TestClient;
  let userId: string;

  beforeAll(async () => {
    app = await startTestApp({ dialect });
    // Another process of the same installation.
    other = await startTestApp({ dialect, databaseUrl: app.databaseUrl, now: app.clock.now() });
    customer = app.client();
    userId = (await customer.login(EMAIL)).user.id;
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  /** So many tenths of what a bitcoin costs now, as decimal text. */
  const tenths = async (numerator: bigint): Promise<string> => {
    const { bid } = await app.services.rates.current("BTC", "AUD");
    return formatRate(scaleRate(bid, { numerator, tens: 1 }, "down"));
  };
  const create = async (direction: string, price: string): Promise<PriceAlert> => {
    const { status, data, errors } = await mutate<PriceAlert>(customer, "alerts.create", {
      symbol: "BTC",
      direction,
      price,
    });
    expect(status, JSON.stringify(errors)).toBe(200);
    return data;
  };
  /** Makes every waiting alert of the customer one that was passed long ago, as if the price had moved. */
  const pass = ({ id, direction }: PriceAlert): Promise<unknown> =>
    app.services.database.write((tx) =>
      tx
        .updateTable("price_alerts")
        .set({ price: direction === "above" ? "1" : "100000000" })
        .where("id", "=", id)
        .execute(),
    );
  const listed = async (): Promise<readonly PriceAlert[]> =>
    (await query<PriceAlerts>(customer, "alerts.list")).data.alerts;
  const mails = async (): Promise<readonly Mail[]> =>
    (await mailsTo(app, EMAIL)).filter(({ subject }) => subject.startsWith("BTC is "));
  const remove = (id: string, client = customer) => mutate(client, "alerts.remove", { id });
  const sweep = () => sendDueAlerts(app.services);

  test.each(["above", "below"] as const)(
    "%s: nothing before the price, then one email however many processes look, then off",
    async (direction) => {
      const alert = await create(direction, await tenths(direction === "above" ? 20n : 5n));
      const before = (await mails()).length;
      await sweep();
      expect((await mails()).length).toBe(before);
      await pass(alert);
      await Promise.all([app, other, app, other].map(({ services }) => sendDueAlerts(services)));
      await sweep();
      const now = await mails();
      expect(now.length).toBe(before + 1);
      expect(now[0]?.subject).toMatch(new RegExp(`^BTC is ${direction} [\\d,]+\\.\\d\\d AUD$`));
      expect(now[0]?.text).toMatch(
        /It reached [\d,]+\.\d\d AUD at .*, Sydney time\. This alert is now off\./,
      );
      expect(now[0]?.text).toContain("You get emails about price alerts. Turn them off:");
      const [reached] = (await listed()).filter(({ id }) => id === alert.id);
      expect(reached?.reached_at).not.toBeNull();
      expect(reached?.reached_price).toMatch(/^[1-9]/);
      await remove(alert.id);
    },
  );

  test("without a price it waits on; a blocked customer's waits, too", async () => {
    const alert = await create("above", await tenths(20n));
    await pass(alert);
    const before = (await mails()).length;
    const spy = vi
      .spyOn(app.services.rates, "current")
      .mockRejectedValue(new RateUnavailableError("BTC", "AUD", []));
    await sweep();
    spy.mockRestore();
    const change = (status: "blocked" | "verified"): Promise<unknown> =>
      app.services.database.write((tx) => updateUser(tx, userId, { status }));
    await change("blocked");
    await sweep();
    await change("verified");
    expect((await mails()).length).toBe(before);
    await sweep();
    expect((await mails()).length).toBe(before + 1);
    await remove(alert.id);
  });

  test("a customer who wants no such emails gets none, and sees in the list that it was reached", async () => {
    const alert = await create("above", await tenths(20n));
    await pass(alert);
    const before = (await mails()).length;
    expect((await mutate(customer, "accounts.chooseEmail", { kind: "alerts", on: false })).data).toEqual({
      on: ["receipts", "statements"],
    });
    await sweep();
    expect((await mails()).length).toBe(before);
    expect((await listed()).find(({ id }) => id === alert.id)?.reached_at).not.toBeNull();
    await mutate(customer, "accounts.chooseEmail", { kind: "alerts", on: true });
    await remove(alert.id);
  });

  test.each([
    ["above what it is", "above", 5n, "The price is already above that"],
    ["below what it is", "below", 20n, "The price is already below that"],
  ])("a price that is already %s is refused at the field", async (_, direction, factor, message) => {
    const { errors } = await mutate(customer, "alerts.create", {
      symbol: "BTC",
      direction,
      price: await tenths(factor),
    });
    expect(errors).toEqual({ price: [message] });
  });

  test.each([
    ["no price", { price: "" }, "price"],
    ["zero", { price: "0" }, "price"],
    ["no number", { price: "much" }, "price"],
    ["no direction", { direction: "sideways" }, "direction"],
    ["money", { symbol: "AUD" }, "symbol"],
    ["an unknown coin", { symbol: "DOGE" }, "symbol"],
  ])("%s is refused at its field", async (_, changes, field) => {
    const input = { symbol: "BTC", direction: "above", price: "9999999", ...changes };
    const { status, errors } = await mutate(customer, "alerts.create", input);
    expect(status).toBe(422);
    expect(Object.keys(errors ?? {})).toEqual([field]);
  });

  test("20 wait at most, also when asked for at once", async () => {
    const answers: number[] = [];
    for (let round = 0; round < 19; round += 1) await create("above", "90000000");
    for (const { status } of await Promise.all(
      [1, 2, 3].map(() =>
        mutate(customer, "alerts.create", { symbol: "BTC", direction: "above", price: "90000000" }),
      ),
    )) {
      answers.push(status);
    }
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    for (const { id } of await listed()) await remove(id);
    expect(await listed()).toEqual([]);
  });

  test("another customer neither sees nor removes it", async () => {
    const alert = await create("above", "90000000");
    const stranger = app.client();
    await stranger.login("nigeria@demo.test");
    expect((await remove(alert.id, stranger)).status).toBe(404);
    const own = await query<PriceAlerts>(stranger, "alerts.list");
    expect(own.data).toEqual({ home: "NGN", alerts: [] });
    expect((await remove(alert.id)).status).toBe(200);
    expect((await remove(alert.id)).status).toBe(404);
  });

  test("the sweep runs at once and again after each wait, and stops", async () => {
    const alert = await create("above", await tenths(20n));
    await pass(alert);
    const before = (await mails()).length;
    const waits: (() => void)[] = [];
    const stop = startPriceAlerts(app.services, (next) => {
      waits.push(next);
      return () => void waits.splice(waits.indexOf(next), 1);
    });
    await expect.poll(() => waits.length).toBe(1);
    expect((await mails()).length).toBe(before + 1);
    await stop();
    expect(waits).toEqual([]);
  });
});
