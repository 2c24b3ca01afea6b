import type { ErrorBody } from "@wattle/contracts/errors";
import { SWITCHES, type PauseNotice, type SwitchRecord } from "@wattle/contracts/switches";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { register } from "../../testing/visitor.ts";
import { twoProcesses } from "../../testing/two-processes.ts";
import { turnMarket } from "../../audit/turn-market.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import { holdRate, payloadOf, postExchange } from "../../testing/exchanges.ts";
import { runOps } from "../../testing/run-ops.ts";
import { secondPerson } from "../../testing/second-person.ts";

type Answer = SwitchRecord & {
  readonly outcome: "done" | "awaiting_approval";
  readonly approval?: { readonly id: string; readonly reasons: readonly string[] };
};

const DEPOSIT = {
  balance: { credit: "500.00", credit_currency: "AUD" },
  debit: "500.00",
  debit_currency: "AUD",
  transaction_type: "deposit",
  payment_method: "bank_transfer",
};

describe.each(DIALECTS)("switches on %s", (dialect) => {
  const two = twoProcesses(dialect);

  const set = (what: string, paused: boolean, message?: string) =>
    mutate<SwitchRecord>(two.operator, "ops.switches.set", { what, paused, ...(message && { message }) });
  const notices = async (): Promise<readonly PauseNotice[]> =>
    (await query<PauseNotice[]>(two.other.client(), "switches.paused")).data;
  afterEach(async () => {
    for (const what of [...SWITCHES, "pair:BTC/AUD"]) await set(what, false);
    two.pass();
  });

  const withdrawal = async () => {
    const { body } = await two.customer.get<{
      data: { id: string; currency: string; held_until: string | null }[];
    }>("/api/users/bank-accounts");
    const account = body.data.find((each) => each.currency === "AUD" && each.held_until === null);
    return {
      ...DEPOSIT,
      payment_method: undefined,
      transaction_type: "withdraw",
      bank_account_id: account?.id,
    };
  };

  test.each([
    ["deposits", () => Promise.resolve(DEPOSIT)],
    ["withdrawals", withdrawal],
  ])(
    "%s are refused with staff's words in every process within five seconds, and go on",
    async (what, payload) => {
      const call = async () => two.customer.post<ErrorBody>("/api/users/transactions", await payload());
      expect((await call()).status).toBe(201);
      await set(what, true, "Our bank is being serviced until noon.");
      two.pass();
      expect(await notices()).toEqual([
        { what, message: "Our bank is being serviced until noon.", by_system: false },
      ]);
      const refused = await call();
      expect(refused.status).toBe(503);
      expect(refused.body).toMatchObject({
        code: "paused",
        message: "Our bank is being serviced until noon.",
      });
      await set(what, false);
      two.pass();
      expect((await call()).status).toBe(201);
      expect(await notices()).toEqual([]);
    },
  );

  test("without staff's words the refusal has its own", async () => {
    await set("deposits", true);
    two.pass();
    const { body } = await two.customer.post<ErrorBody>("/api/users/transactions", DEPOSIT);
    expect(body.message).toBe("Paused for now. Try again later.");
  });

  test("sign-ups are refused", async () => {
    await set("sign-ups", true);
    two.pass();
    const { answer } = await register(two.other);
    expect([answer.status, answer.body]).toMatchObject([503, { code: "paused" }]);
  });

  describe.each(["trading", "pair:BTC/AUD"])("while %s is paused", (what) => {
    test("a held rate is not executed, a new one not held, and an executed exchange is answered again", async () => {
      const [held, done] = [await holdRate(two.customer), await holdRate(two.customer)];
      const key = `pause-${what.length}`;
      const first = await postExchange(two.customer, payloadOf(done, "0.01"), key);
      expect(first.status).toBe(201);
      await set(what, true);
      two.pass();
      const refused = await postExchange(two.customer, payloadOf(held, "0.01"));
      expect([refused.status, refused.body]).toMatchObject([503, { code: "paused" }]);
      const repeated = await postExchange(two.customer, payloadOf(done, "0.01"), key);
      expect([repeated.status, repeated.body.data.id]).toEqual([201, first.body.data.id]);
      const asked = await two.customer.post<ErrorBody>("/api/get-rate", {
        credit_currency: "AUD",
        debit_currency: "BTC",
        credit: 1,
      });
      expect([asked.status, asked.body.code]).toEqual([
        503,
        what === "trading" ? "paused" : "rate_unavailable",
      ]);
    });
  });

  test("another market goes on while one is paused, and a market is one switch whichever way it is named", async () => {
    const answer = await set("pair:AUD/BTC", true);
    expect(answer.data).toMatchObject({ what: "pair:BTC/AUD", paused: true, reason: null });
    two.pass();
    const held = await holdRate(two.customer, "ETH", "AUD");
    expect((await postExchange(two.customer, payloadOf(held, "0.1"))).status).toBe(201);
  });

  test.each([
    ["what there is not", { what: "lunch", paused: true }, "what"],
    ["a market of unknown coins", { what: "pair:XYZ/AUD", paused: true }, "what"],
    ["a market of two coins", { what: "pair:BTC/ETH", paused: true }, "what"],
    ["no position", { what: "trading" }, "paused"],
    ["a message of 201 letters", { what: "trading", paused: true, message: "x".repeat(201) }, "message"],
    ["a message of two lines", { what: "trading", paused: true, message: "a\nb" }, "message"],
  ])("%s is refused", async (_what, input, field) => {
    const answer = await mutate<SwitchRecord>(two.operator, "ops.switches.set", input);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer)).toContain(`"${field}"`);
  });

  test("the list has every switch, who set it and when, and the audit log each act", async () => {
    await set("pair:BTC/AUD", true, "We are checking the price.");
    const { data } = await query<SwitchRecord[]>(two.operator, "ops.switches.list");
    expect(data.map(({ what }) => what)).toEqual([...SWITCHES, "pair:BTC/AUD"]);
    expect(data.at(-1)).toMatchObject({
      paused: true,
      message: "We are checking the price.",
      reason: null,
      set_at: new Date(two.app.clock.now()).toISOString(),
    });
    const log = await query<{ data: object[] }>(two.operator, "ops.audit.list", { subject: "pair:BTC/AUD" });
    expect(log.data.data[0]).toMatchObject({ action: "switch.set", details: { paused: true } });
  });

  test("what staff have paused meanwhile the system does not let go on", async () => {
    const what = "pair:BTC/AUD";
    const turn = (paused: boolean) => turnMarket(two.other.services, what, { paused, reason: "the price" });
    const shown = async () =>
      (await query<SwitchRecord[]>(two.operator, "ops.switches.list")).data.find((row) => row.what === what);
    await turn(true);
    expect(await shown()).toMatchObject({ paused: true, set_by: "system" });
    expect(await notices()).toEqual([{ what, message: null, by_system: true }]);
    await turn(false);
    expect(await shown()).toMatchObject({ paused: false, set_by: "system" });
    await turn(true);
    await set(what, true, "We are checking the price.");
    await turn(false);
    expect(await shown()).toMatchObject({ paused: true, message: "We are checking the price." });
    await set(what, true);
    two.pass();
    expect(await notices()).toEqual([{ what, message: null, by_system: false }]);
  });

  describe("a market that the system paused", () => {
    const WHAT = "pair:BTC/AUD";
    const shock = (factor: string) =>
      two.app.client().post("/dev/price", { symbol: "BTC", in: "AUD", factor });
    const hold = async (): Promise<number> => {
      two.pass();
      const asked = { credit_currency: "BTC", debit_currency: "AUD", credit: 1 };
      return (await two.app.client().post("/api/get-rate", asked)).status;
    };
    const resume = (price?: string) =>
      mutate<Answer>(two.operator, "ops.switches.set", {
        what: WHAT,
        paused: false,
        ...(price && { price }),
      });
    const acts = async () =>
      (await query<{ data: object[] }>(two.operator, "ops.audit.list", { subject: WHAT })).data.data;
    const believedPrice = async (): Promise<bigint> => {
      const { price } = await two.app.services.database.read
        .selectFrom("believed_prices")
        .select("bid as price")
        .where("what", "=", WHAT)
        .orderBy("believed_at", "desc")
        .executeTakeFirstOrThrow();
      return BigInt(price.split(".")[0] ?? "");
    };
    beforeEach(async () => {
      await shock("1");
      expect(await hold()).toBe(200);
    });
    afterEach(async () => {
      await shock("1");
    });

    test("does not sell at a price ten times too low once it is resumed, nor after a call that changes nothing", async () => {
      await shock("0.1");
      expect(await hold()).toBe(503);
      expect((await resume()).status).toBe(200);
      expect(await hold()).toBe(503);
      await shock("1");
      expect((await resume()).status).toBe(200);
      expect(await hold()).toBe(200);
      const before = await acts();
      await Promise.all(Array.from({ length: 50 }, () => resume()));
      expect(await acts()).toEqual(before);
      await shock("0.1");
      expect(await hold()).toBe(503);
    });

    test("goes on from a named price, which two people name if it is far from the last believed one", async () => {
      const far = String((await believedPrice()) / 2n);
      await shock("0.5");
      expect(await hold()).toBe(503);
      const asked = await resume(far);
      expect(asked.data.outcome).toBe("awaiting_approval");
      expect(asked.data.approval?.reasons).toEqual(["The price is over 10% from the last trusted one."]);
      expect(await hold()).toBe(503);
      const { client } = await secondPerson(two.app);
      const approved = await mutate(client, "ops.approvals.approve", { id: asked.data.approval?.id });
      expect(approved.data).toMatchObject({ status: "approved" });
      expect(await hold()).toBe(200);
      await shock("1");
      expect(await hold()).toBe(503);
      const { data } = await mutate<Answer>(two.operator, "ops.switches.set", {
        what: WHAT,
        paused: false,
        price: String(BigInt(far) * 2n),
      });
      await mutate(client, "ops.approvals.approve", { id: data.approval?.id });
      expect(await hold()).toBe(200);
    });

    test("is not led away by one person who names fifty prices, each near the one before", async () => {
      const start = await believedPrice();
      await shock("1.3");
      expect(await hold()).toBe(503);
      const named = Array.from({ length: 50 }, (_, step) => String((start * (102n + BigInt(step))) / 100n));
      const answers = await Promise.all(named.map((price) => resume(price)));
      const done = answers.filter(({ data }) => data.outcome === "done");
      // 102 to 110 percent; the price itself may be a little more than its whole units.
      expect(done.length).toBeGreaterThanOrEqual(8);
      expect(done.length).toBeLessThanOrEqual(9);
      expect(await hold()).toBe(503);
    });

    test.each([
      ["a word", { what: WHAT, paused: false, price: "much" }],
      ["zero", { what: WHAT, paused: false, price: "0" }],
      ["a price below zero", { what: WHAT, paused: false, price: "-5" }],
      ["a price to pause with", { what: WHAT, paused: true, price: "5" }],
      ["a price of all trading", { what: "trading", paused: false, price: "5" }],
    ])("%s is refused as a price", async (_what, input) => {
      const answer = await mutate(two.operator, "ops.switches.set", input);
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer)).toContain('"price"');
    });
  });

  test("the command line pauses and lets go on", async () => {
    expect((await runOps(two.app, ["switches", "set", "trading", "stop"])).code).not.toBe(0);
    expect(
      (await runOps(two.app, ["switches", "set", "trading", "pause", "--message", "Back at noon"])).code,
    ).toBe(0);
    expect((await runOps(two.app, ["switches", "list"])).out).toContain("Back at noon");
    expect((await runOps(two.app, ["switches", "set", "trading", "go-on"])).code).toBe(0);
  });
});
