import type { BankAccount } from "@wattle/contracts/bank-accounts";
import { HOLD_KINDS } from "@wattle/contracts/choices";
import type { ErrorBody } from "@wattle/contracts/errors";
import type { CustomerHolds, HoldKind } from "@wattle/contracts/holds";
import { listAudit } from "@wattle/db/audit";
import type { Dialect } from "@wattle/db/database";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { listMail } from "@wattle/db/outbox";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { countWaitingForLocks } from "@wattle/db/testing/lock-waits";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import { mutateByTwo } from "../../testing/second-person.ts";
import type { Answer, TestClient } from "../../testing/client.ts";
import { balanceOf, historyTotal, holdRate, payloadOf } from "../../testing/exchanges.ts";
import { gate, lockWaits } from "../../testing/locks.ts";
import { runOps } from "../../testing/run-ops.ts";
import { ageSessions, confirmed } from "../../testing/visitor.ts";

const NOTE = "Asked by the police, file 7";
const PATH = "/api/users/transactions";

/** The transaction type that each hold stops. */
const ACTS = { withdrawals: "withdraw", deposits: "deposit", trading: "exchange" } as const satisfies Record<
  Exclude<HoldKind, "erasure">,
  string
>;
/** Erasure has its own test, with `closing`. */
const MOVING = HOLD_KINDS.filter((kind) => kind !== "erasure");
const REFUSAL = { code: "account_under_review", message: "Your account is under review." };

describe.each<Dialect>(DIALECTS)("holds on %s", (dialect) => {
  let api: TestApp;
  let operator: TestClient;
  let operatorId: string;
  let customer: TestClient;
  let id: string;
  let bankAccount: string;
  let bearer: { readonly authorization: string };
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    operator = api.client();
    operatorId = (await operator.login("operator@demo.test")).user.id;
    customer = api.client();
    id = (await customer.login("customer@demo.test")).user.id;
    await ageSessions(api, "customer@demo.test");
    const accounts = await customer.get<{ data: BankAccount[] }>("/api/users/bank-accounts");
    bankAccount = accounts.body.data[0]?.id ?? "";
    const { data } = await mutate<{ token: string }>(customer, "tokens.create", {
      name: "Bot",
      scopes: ["read", "trade", "withdraw"],
      expires_in_days: 30,
    });
    bearer = { authorization: `Bearer ${data.token}` };
  });
  afterEach(async () => {
    await mutate(operator, "ops.customers.releaseHold", {
      id,
      on: HOLD_KINDS,
      internal_note: "The test ends",
    });
  });
  afterAll(async () => {
    expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
    await api.close();
  });

  const hold = (on: readonly unknown[], changes: object = {}) =>
    mutate<CustomerHolds>(operator, "ops.customers.hold", { id, on, internal_note: NOTE, ...changes });
  const release = (on: readonly unknown[], changes: object = {}) =>
    mutate<CustomerHolds>(operator, "ops.customers.releaseHold", {
      id,
      on,
      internal_note: "Cleared",
      ...changes,
    });
  const payloadFor = async (act: string): Promise<object> =>
    act === "exchange"
      ? payloadOf(await holdRate(customer), "0.01")
      : {
          balance: { credit: "20.00", credit_currency: "AUD" },
          transaction_type: act,
          ...(act === "deposit" ? { payment_method: "payid" } : { bank_account_id: bankAccount }),
        };
  const send = async (act: string, client = customer, headers = {}): Promise<Answer<ErrorBody>> =>
    client.post<ErrorBody>(PATH, await payloadFor(act), headers);

  describe.each(MOVING)("of %s", (kind) => {
    const act = ACTS[kind];

    test(`refuses it on the web, over REST and by token, and nothing moves`, async () => {
      const before = [await balanceOf(customer), await historyTotal(customer)];
      expect((await hold([kind])).data).toMatchObject({ id, on: [kind] });
      for (const [client, headers] of [
        [customer, {}],
        [api.client(), bearer],
      ] as const) {
        const answer = await send(act, client, headers);
        expect([answer.status, answer.body]).toEqual([422, expect.objectContaining(REFUSAL)]);
      }
      const procedure = { withdraw: "withdrawals.request", deposit: "deposits.announce" };
      const called = await mutate(
        customer,
        act === "exchange" ? "exchange.execute" : procedure[act],
        await payloadFor(act),
      );
      expect(called).toMatchObject({ status: 422, ...REFUSAL });
      expect([await balanceOf(customer), await historyTotal(customer)]).toEqual(before);
    });

    test("lets everything else through, and what was begun under a key before", async () => {
      const [payload, key] = [await payloadFor(act), { "idempotency-key": `before-${kind}` }];
      const first = await customer.post(PATH, payload, key);
      expect(first.status).toBe(201);
      await hold([kind]);
      expect((await customer.post(PATH, payload, key)).text).toBe(first.text);
      for (const other of MOVING.filter((each) => each !== kind)) {
        expect((await send(ACTS[other])).status).toBe(201);
      }
    });

    test("is over once it is released, and a refused key and quote are still good", async () => {
      const [payload, key] = [await payloadFor(act), { "idempotency-key": `refused-${kind}` }];
      await hold([kind]);
      expect((await customer.post(PATH, payload, key)).status).toBe(422);
      expect((await release([kind])).data).toMatchObject({ on: [] });
      expect((await customer.post(PATH, payload, key)).status).toBe(201);
    });
  });

  test.each(["deposits", "trading"])("of %s refuses card payments, which are both", async (kind) => {
    const start = () =>
      mutate(customer, "onramp.start", {
        fiat_amount: "500.00",
        fiat_currency: "AUD",
        crypto_currency: "BTC",
      });
    await hold([kind]);
    expect(await start()).toMatchObject({ status: 422, ...REFUSAL });
    await release([kind]);
    expect((await start()).status).toBe(200);
  });

  test("are silent: no mail, and nothing that the customer reads has changed", async () => {
    const reads = async (): Promise<unknown[]> => [
      (await listMail(api.services.database.read, 100)).length,
      (await customer.get(`/api/users/${id}`)).text,
      (await query(customer, "sessions.current")).data,
      (await query(customer, "withdrawals.state")).data,
      (await query(customer, "identity.get")).data,
    ];
    const before = await reads();
    await hold(HOLD_KINDS);
    expect(await reads()).toEqual(before);
    await release(HOLD_KINDS);
    expect(await reads()).toEqual(before);
  });

  test("are kept with who, when, why and who released them, and are in the log", async () => {
    const at = new Date(api.clock.now()).toISOString();
    const put = (await hold(["deposits", "trading", "deposits"])).data;
    expect(put.on).toEqual(["deposits", "trading"]);
    expect(put.holds.filter(({ released_at }) => released_at === null)).toEqual([
      expect.objectContaining({ internal_note: NOTE, held_by: operatorId, held_at: at, released_by: null }),
      expect.objectContaining({ internal_note: NOTE, held_by: operatorId, held_at: at, release_note: null }),
    ]);
    expect((await release(["deposits", "withdrawals"])).data).toMatchObject({ on: ["trading"] });
    const { data } = await query<{ holds: CustomerHolds["holds"] }>(operator, "ops.customers.get", { id });
    expect(data.holds).toContainEqual(
      expect.objectContaining({
        on: "deposits",
        internal_note: NOTE,
        released_by: operatorId,
        released_at: at,
        release_note: "Cleared",
      }),
    );
    const { rows } = await listAudit(api.services.database.read, { subject: id, page: 1, perPage: 2 });
    expect(rows.map(({ action, details }) => [action, JSON.parse(details)])).toEqual([
      ["customer.released", { on: ["deposits"], internal_note: "Cleared" }],
      ["customer.held", { on: ["deposits", "trading"], internal_note: NOTE }],
    ]);
  });

  test("ten at once put one, ten releases release one", async () => {
    const statuses = async (act: typeof hold) =>
      (await Promise.all(Array.from({ length: 10 }, () => act(["withdrawals"])))).map(({ status }) => status);
    for (const act of [hold, release]) {
      expect((await statuses(act)).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(409)]);
    }
    const { rows } = await listAudit(api.services.database.read, { subject: id, page: 1, perPage: 2 });
    expect(rows.map(({ action }) => action)).toEqual(["customer.released", "customer.held"]);
  });

  test("of different kinds at once are all put", async () => {
    await Promise.all(MOVING.map((kind) => hold([kind])));
    for (const kind of MOVING) expect((await send(ACTS[kind])).body).toMatchObject(REFUSAL);
    await Promise.all(MOVING.map((kind) => release([kind])));
    for (const kind of MOVING) expect((await send(ACTS[kind])).status).toBe(201);
  });

  test("a hold among many exchanges: none that is sent after its answer goes through", async () => {
    const payloads = await Promise.all(Array.from({ length: 12 }, () => payloadFor("exchange")));
    const total = await historyTotal(customer);
    const answers = payloads.slice(0, 6).map((payload) => customer.post(PATH, payload));
    const held = await hold(["trading"]);
    expect(held.status).toBe(200);
    const late = await Promise.all(payloads.slice(6).map((payload) => customer.post(PATH, payload)));
    expect(late.map(({ status }) => status)).toEqual(Array(6).fill(422));
    const early = (await Promise.all(answers)).filter(({ status }) => status === 201).length;
    expect(await historyTotal(customer)).toBe(total + early);
  });

  /** SQLite has one writer at a time: an exchange that has begun to write is over before anyone else writes. */
  test.runIf(dialect === "postgres").each(["hold", "block"])(
    "a %s waits for an exchange that has begun: none commits after its answer",
    async (act) => {
      const { database } = api.services;
      const lock = gate();
      const stalling = database.write(async (tx) => {
        // An entry's postings, the last that an exchange writes, refer to this row.
        const house = tx.selectFrom("ledger_accounts").where("id", "=", houseAccount("trading", "AUD"));
        await house.select("id").forUpdate().execute();
        lock.arrive();
        await lock.opened;
      });
      await lock.arrived;
      const exchange = send("exchange");
      let answered = false;
      try {
        await lockWaits(database, 1);
        const stopping = mutate(operator, `ops.customers.${act}`, {
          id,
          ...(act === "hold" && { on: ["trading"] }),
          internal_note: NOTE,
        }).finally(() => (answered = true));
        await expect.poll(async () => answered || (await countWaitingForLocks(database)) === 2).toBe(true);
        expect(answered).toBe(false);
        lock.open();
        expect((await exchange).status).toBe(201);
        expect((await stopping).status).toBe(200);
      } finally {
        lock.open();
        await Promise.all([stalling, exchange]);
        if (act === "block") await mutateByTwo(api, operator, "ops.customers.unblock", { id });
      }
    },
  );

  test.each([
    ["nothing to hold", { on: [] }, "on"],
    ["an unknown kind", { on: ["logins"] }, "on.0"],
    ["no list", { on: "trading" }, "on"],
    ["more than there is", { on: Array(5).fill("trading") }, "on"],
    ["no note", { internal_note: undefined }, "internal_note"],
    ["an empty note", { internal_note: " \n " }, "internal_note"],
    ["control characters in the note", { internal_note: "a\u0000\u0007b" }, "internal_note"],
    ["10,000 letters", { internal_note: "a".repeat(10_000) }, "internal_note"],
  ])("%s is refused at its field", async (_what, changes, field) => {
    for (const act of [hold, release]) {
      const refused = await act(["trading"], changes);
      expect(refused).toMatchObject({ status: 422, code: "validation_failed" });
      expect(Object.keys(refused.errors ?? {})).toContain(field);
    }
    expect((await send("exchange")).status).toBe(201);
  });

  test.each([
    ["an unknown customer", { id: "no-one" }, 404, "not_found"],
    ["a released hold", {}, 409, "state_conflict"],
  ])("releasing %s is refused", async (_what, changes, status, code) => {
    expect(await release(["trading"], changes)).toMatchObject({ status, code });
  });

  test("an unknown customer cannot be held, nor can staff", async () => {
    expect(await hold(["trading"], { id: "no-one" })).toMatchObject({ status: 404, code: "not_found" });
    expect(await hold(["trading"], { id: operatorId })).toMatchObject({ status: 404, code: "not_found" });
  });

  test.each(["hold", "releaseHold"])("a customer may not call ops.customers.%s", async (name) => {
    const input = { id, on: ["trading"], internal_note: NOTE };
    expect((await mutate(customer, `ops.customers.${name}`, input)).code).toBe("forbidden");
    expect((await mutate(api.client(), `ops.customers.${name}`, input)).code).toBe("unauthenticated");
  });

  test("a block goes before a hold, and outlives none: both are taken back one by one", async () => {
    const { id: blockedId } = await confirmed(api);
    const on = ["trading"];
    await hold(on, { id: blockedId });
    await mutate(operator, "ops.customers.block", { id: blockedId, internal_note: NOTE });
    await mutateByTwo(api, operator, "ops.customers.unblock", { id: blockedId });
    expect((await release(on, { id: blockedId })).data).toMatchObject({ on: [] });
  });

  test("are put and released from the command line", async () => {
    const run = (...words: string[]) => runOps(api, ["customers", ...words]);
    const held = await run("hold", "customer@demo.test", "trading", "withdrawals", "--internal-note", NOTE);
    expect([held.code, held.error]).toEqual([0, ""]);
    expect(held.out).toMatch(/^on\s+withdrawals, trading/);
    expect((await send("exchange")).body).toMatchObject(REFUSAL);
    expect((await run("release", "customer@demo.test", "trading", "--internal-note", "ok")).code).toBe(0);
    expect((await send("exchange")).status).toBe(201);
    for (const words of [
      ["hold", "customer@demo.test", "trading"],
      ["hold", "customer@demo.test", "--internal-note", NOTE],
      ["hold", "customer@demo.test", "logins", "--internal-note", NOTE],
    ]) {
      expect((await run(...words)).code, words.join(" ")).toBe(2);
    }
  });
});
