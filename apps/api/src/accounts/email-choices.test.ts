import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";
import { mailAllReceipts } from "../testing/receipts.ts";
import { mailsTo, type Mail } from "../testing/visitor.ts";

const EMAIL = "customer@demo.test";
const DAY = 24 * 3_600_000;

describe.each(DIALECTS)("optional emails on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client();
    await customer.login(EMAIL);
  });
  afterAll(() => app.close());

  const exchange = async (from: string, to: string, amount: string): Promise<void> => {
    expect((await postExchange(customer, payloadOf(await holdRate(customer, from, to), amount))).status).toBe(
      201,
    );
  };
  const receipts = async (): Promise<readonly Mail[]> => {
    await mailAllReceipts(app);
    return (await mailsTo(app, EMAIL)).filter(({ subject }) => /^You (bought|sold) /.test(subject));
  };
  const choices = async (): Promise<unknown> =>
    (await query<unknown>(customer, "accounts.emailChoices")).data;
  const choose = (on: boolean) => mutate(customer, "accounts.chooseEmail", { kind: "receipts", on });
  /** The path of the link in the newest receipt that ends receipts. */
  const link = async (): Promise<string> => {
    const [mail] = await receipts();
    const url = /Turn them off:\n(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect(mail?.html).toContain(url);
    return new URL(url).pathname + new URL(url).search;
  };
  const press = (path: string) =>
    app.app.inject({
      method: "POST",
      url: path,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    });

  test("each exchange has a receipt; a repeat of the same request has none of its own", async () => {
    const before = (await receipts()).length;
    const payload = payloadOf(await holdRate(customer, "AUD", "BTC"), "100.00");
    for (let round = 0; round < 2; round += 1) {
      expect((await postExchange(customer, payload, "one-receipt")).status).toBe(201);
    }
    await exchange("BTC", "AUD", "0.01");
    const all = await receipts();
    expect(all.length).toBe(before + 2);
    // Written at once, in no order.
    const [bought, sold] = all.slice(0, 2).toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
    expect(bought?.subject).toMatch(/^You bought 0\.\d{8} BTC$/);
    expect(bought?.text).toContain("You paid: 100.00 AUD\nOur fee, 1%: −1.00 AUD\n");
    expect(sold?.subject).toBe("You sold 0.01000000 BTC");
  });

  test("are switched off and on by their owner, again and again to the same end", async () => {
    expect(await choices()).toEqual({ on: ["receipts", "alerts", "statements"] });
    for (let round = 0; round < 2; round += 1)
      expect((await choose(false)).data).toEqual({ on: ["alerts", "statements"] });
    const before = (await receipts()).length;
    await exchange("AUD", "BTC", "100.00");
    expect((await receipts()).length).toBe(before);
    // Events that were not emailed with emails off stay so.
    expect((await choose(true)).data).toEqual({ on: ["receipts", "alerts", "statements"] });
    expect((await receipts()).length).toBe(before);
    await exchange("AUD", "BTC", "100.00");
    expect((await receipts()).length).toBe(before + 1);
  });

  test("exchanges of more than a day ago have none", async () => {
    const before = (await receipts()).length;
    await exchange("AUD", "BTC", "100.00");
    app.clock.advance(DAY + 1);
    expect((await receipts()).length).toBe(before);
    app.clock.advance(-DAY - 1);
  });

  test("the link in one changes nothing by being opened, and ends its kind by one POST without a login", async () => {
    const path = await link();
    const page = await app.app.inject({ method: "GET", url: path });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("Turn off emails about each exchange?");
    expect(page.body).toContain('<form method="post"');
    expect(await choices()).toEqual({ on: ["receipts", "alerts", "statements"] });
    for (let round = 0; round < 2; round += 1) {
      const done = await press(path);
      expect(done.statusCode).toBe(200);
      expect(done.body).toContain("Emails about each exchange are off");
    }
    expect(await choices()).toEqual({ on: ["alerts", "statements"] });
    await choose(true);
  });

  test.each([
    ["none", "/emails/off"],
    ["a made-up one", "/emails/off?token=receipts.1.x"],
    ["two", "/emails/off?token=a&token=b"],
  ])("a link with %s for a token is refused", async (_, path) => {
    for (const answer of [await app.app.inject({ method: "GET", url: path }), await press(path)]) {
      expect(answer.statusCode).toBe(422);
    }
    expect(await choices()).toEqual({ on: ["receipts", "alerts", "statements"] });
  });

  test("a kind that cannot be switched off is refused", async () => {
    const answer = await mutate(customer, "accounts.chooseEmail", { kind: "security", on: false });
    expect(answer.errors).toEqual({ kind: ["Choose a kind of email"] });
  });

  test("mails about security and money have no such link", async () => {
    const others = (await mailsTo(app, EMAIL)).filter(({ subject }) => !/^You (bought|sold) /.test(subject));
    for (const { text } of others) expect(text).not.toContain("Turn them off");
  });
});
