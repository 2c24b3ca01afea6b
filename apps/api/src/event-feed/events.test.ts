import type { AccountEvent } from "@wattle/contracts/events";
import type { Transaction } from "@wattle/contracts/history";
import { insertEndpoint } from "@wattle/db/webhook-endpoints";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expireOverdueDeposits } from "../deposits/settle-deposit.ts";
import { applicant } from "../testing/applicant.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { announceDeposit, requestWithdrawal } from "../testing/bank-orders.ts";
import { mutate } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";
import { untoldStatuses } from "../testing/status-events.ts";
import { readDeliveries } from "../webhooks/keep-webhooks.ts";
import { sealSecret } from "../webhooks/endpoint-secret.ts";
import { createWebhookSender } from "../webhooks/send-webhooks.ts";
import { deleteExpiredEvents } from "./delete-events.ts";

const DAY = 86_400_000;
/** As long as an identity's email waits for an undo. */
const UNDO_WAIT = 12_000;

describe.each(DIALECTS)("events of an account, on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let operator: TestClient;
  let last: string | undefined;
  beforeAll(async () => {
    app = await startTestApp({ dialect, env: { APPROVALS: "off" } });
    [customer, operator] = [app.client({ returns: true }), app.client({ returns: true })];
    await customer.login("customer@demo.test");
    await operator.login("operator@demo.test");
    // With it come the exchanges of the demo.
    await exchange();
    last = (await events()).at(-1)?.id;
  });
  afterAll(() => app.close());

  const events = async (query = "", client = customer): Promise<AccountEvent[]> => {
    const answer = await client.get<{ data: AccountEvent[] }>(`/api/events${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  /** Events since the last question. */
  const news = async (): Promise<AccountEvent[]> => {
    const found = await events(last === undefined ? "" : `?after=${last}`);
    last = found.at(-1)?.id ?? last;
    return found;
  };
  const done = async (procedure: string, input: object): Promise<void> => {
    const answer = await mutate(operator, procedure, input);
    expect(answer.status, answer.message).toBe(200);
  };
  const verified = async (id: string): Promise<void> => {
    await done("ops.customers.verify", { id });
    app.clock.advance(UNDO_WAIT);
  };
  const transactionNow = async ({ id }: { readonly id: string }): Promise<Transaction> =>
    (await customer.get<{ data: Transaction }>(`/api/users/transactions/${id}`)).body.data;
  const exchange = async (): Promise<Transaction> =>
    (await postExchange(customer, payloadOf(await holdRate(customer), "0.01"))).body.data;
  const deposit = () => announceDeposit(customer, "50.00");
  const withdrawal = () => requestWithdrawal(customer, "50.00");

  test.each<{
    description: string;
    act: () => Promise<{ readonly id: string }>;
    types: AccountEvent["type"][];
  }>([
    { description: "a deposit that is announced tells nothing", act: deposit, types: [] },
    {
      description: "a deposit that staff credit",
      act: async () => {
        const row = await deposit();
        await done("ops.deposits.confirm", { reference: row.reference, amount: "50.00" });
        return row;
      },
      types: ["deposit.completed"],
    },
    {
      description: "a deposit that is credited and returned",
      act: async () => {
        const row = await deposit();
        await done("ops.deposits.confirm", { reference: row.reference, amount: "49.00" });
        await done("ops.deposits.return", { reference: row.reference, message: "Recalled" });
        return row;
      },
      types: ["deposit.completed", "deposit.returned"],
    },
    {
      description: "a deposit that staff expire",
      act: async () => {
        const row = await deposit();
        await done("ops.deposits.expire", { reference: row.reference });
        return row;
      },
      types: ["deposit.expired"],
    },
    {
      description: "a withdrawal that is cancelled",
      act: async () => {
        const row = await withdrawal();
        await customer.post(`/api/users/transactions/${row.id}/cancel`);
        return row;
      },
      types: ["withdrawal.requested", "withdrawal.cancelled"],
    },
    {
      description: "a withdrawal that is refused",
      act: async () => {
        const row = await withdrawal();
        await done("ops.withdrawals.reject", { reference: row.reference, message: "Closed account" });
        return row;
      },
      types: ["withdrawal.requested", "withdrawal.rejected"],
    },
    {
      description: "a withdrawal that is paid and bounces",
      act: async () => {
        const row = await withdrawal();
        await done("ops.withdrawals.complete", { reference: row.reference, bank_reference: "P-1" });
        await done("ops.withdrawals.return", { reference: row.reference, message: "Closed account" });
        return row;
      },
      types: ["withdrawal.requested", "withdrawal.completed", "withdrawal.returned"],
    },
    {
      description: "an exchange",
      act: () => exchange(),
      types: ["exchange.completed"],
    },
  ])("$description", async ({ act, types }) => {
    const { id } = await act();
    const told = await news();
    expect(told.map(({ type }) => type)).toEqual(types);
    expect(new Set(told.map(({ data }) => ("id" in data ? data.id : "")))).toEqual(
      new Set(types.map(() => id)),
    );
    const newest = told.at(-1)?.data;
    if (newest !== undefined) expect(await transactionNow({ id })).toMatchObject(newest);
    const statuses = told.map(({ data }) => ("status" in data ? data.status : undefined));
    expect(statuses).toEqual(types.map((type) => type.split(".")[1]));
  });

  test("a bank account that is added", async () => {
    const { body } = await customer.post<{ data: object }>("/api/users/bank-accounts", {
      currency: "AUD",
      account_name: "Wattle Customer",
      bank_name: "Example Bank",
      bsb: "062-000",
      account_number: "12345678",
    });
    expect(await news()).toEqual([
      {
        id: last,
        type: "bank_account.added",
        created_at: new Date(app.clock.now()).toISOString(),
        data: body.data,
      },
    ]);
  });

  test("an identity that is sent back and then verified, as its owner's data were then", async () => {
    const { client, id } = await applicant(app);
    await done("ops.customers.reject", { id, message: "The photo is blurred" });
    await mutate(client, "identity.send");
    await verified(id);
    const told = await events("", client);
    expect(told.map(({ type, data }) => [type, "user" in data && data.user.status])).toEqual([
      ["identity.rejected", "rejected"],
      ["identity.verified", "verified"],
    ]);
    const me = await client.get<{ data: object }>("/api/users/me");
    expect(told[1]?.data).toEqual(me.body.data);
  });

  test("no one learns that an identity was verified while it can be undone, or of what came after it", async () => {
    const { client, id } = await applicant(app);
    const hook = `hook-of-${id}`;
    await app.services.database.write((tx) =>
      insertEndpoint(tx, {
        id: hook,
        user_id: id,
        url: "https://programs.example/hook",
        events: '["*"]',
        secret: sealSecret(
          app.services.vault,
          { id: hook, user_id: id, url: "https://programs.example/hook" },
          "whsec_c2VjcmV0",
        ),
        created_at: BigInt(app.clock.now()),
      }),
    );
    const posted: unknown[] = [];
    const sender = createWebhookSender(app.services, {
      post: async ({ body }) => {
        posted.push((JSON.parse(body) as AccountEvent).type);
        return { status: 200, error: null };
      },
    });
    const known = async (): Promise<unknown> => {
      await (
        await sender.sendDue()
      )();
      const deliveries = await readDeliveries(app.services, id, hook);
      return [(await events("", client)).map(({ type }) => type), posted, deliveries.length];
    };

    await done("ops.customers.verify", { id });
    app.clock.advance(UNDO_WAIT - 1);
    expect(await known()).toEqual([[], [], 0]);
    const [waiting] = await app.services.database.read
      .selectFrom("webhook_deliveries")
      .selectAll()
      .where("endpoint_id", "=", hook)
      .execute();
    const again = { id: hook, delivery: waiting?.event_id };
    expect((await mutate(client, "webhooks.resend", again)).code).toBe("not_found");
    await done("ops.customers.unverify", { id });
    app.clock.advance(DAY);
    expect(await known()).toEqual([[], [], 0]);

    await done("ops.customers.verify", { id });
    const row = await announceDeposit(client, "50.00");
    await done("ops.deposits.confirm", { reference: row.reference, amount: "50.00" });
    expect(await events("", client)).toEqual([]);
    app.clock.advance(UNDO_WAIT);
    const both = ["identity.verified", "deposit.completed"];
    expect(await known()).toEqual([both, expect.arrayContaining(both), 2]);
    await sender.stop();
  });

  test("exchanges of a customer who has never asked have none; with the first look all are there in order of time", async () => {
    const { client, id } = await applicant(app);
    await verified(id);
    const credit = async (): Promise<void> => {
      const row = await announceDeposit(client, "5000.00");
      await done("ops.deposits.confirm", { reference: row.reference, amount: "5000.00" });
      app.clock.advance(1000);
    };
    const buy = async (): Promise<string> => {
      const answer = await postExchange(client, payloadOf(await holdRate(client, "AUD", "BTC"), "100"));
      expect(answer.status, answer.text).toBe(201);
      return answer.body.data.id;
    };
    const kept = () =>
      app.services.database.read.selectFrom("events").select("type").where("user_id", "=", id).execute();
    await credit();
    const first = await buy();
    app.clock.advance(1000);
    await credit();
    expect(await kept()).toHaveLength(3);
    // Some are made while the first look is under way: each is in it or after it, never in both.
    const [told, ...bought] = await Promise.all([events("", client), ...Array.from({ length: 6 }, buy)]);
    expect(told.slice(0, 4).map(({ type }) => type)).toEqual([
      "identity.verified",
      "deposit.completed",
      "exchange.completed",
      "deposit.completed",
    ]);
    const later = await events(`?after=${told.at(-1)?.id}`, client);
    const exchanges = [...told, ...later].filter(({ type }) => type === "exchange.completed");
    expect(exchanges).toHaveLength(7);
    expect(new Set(exchanges.map(({ data }) => "id" in data && data.id))).toEqual(
      new Set([first, ...bought]),
    );
    expect(await events("", client)).toEqual([...told, ...later]);
  });

  test("they are the caller's own, in pieces as in one, each once", async () => {
    const all = await events();
    const pieces: AccountEvent[] = [];
    for (let after = ""; ;) {
      const piece = await events(`?limit=2${after}`);
      pieces.push(...piece);
      if (piece.length < 2) break;
      after = `&after=${piece.at(-1)?.id}`;
    }
    expect(pieces).toEqual(all);
    const stranger = app.client();
    await stranger.login("nigeria@demo.test");
    const theirs = new Set((await events("", stranger)).map(({ id }) => id));
    expect(all.filter(({ id }) => theirs.has(id))).toEqual([]);
  });

  test.each<{ description: string; query: () => Promise<string>; field: string }>([
    {
      description: "another customer's event",
      query: async () => {
        const other = await applicant(app);
        await done("ops.customers.verify", { id: other.id });
        return `after=${(await events("", other.client))[0]?.id}`;
      },
      field: "after",
    },
    {
      description: "an event that is not there yet",
      query: () => Promise.resolve(`after=${app.services.ids.uuid()}`),
      field: "after",
    },
    { description: "garbage", query: () => Promise.resolve("after=%00%27--"), field: "after" },
    {
      description: "a very long text",
      query: () => Promise.resolve(`after=${"a".repeat(500)}`),
      field: "after",
    },
    { description: "no limit at all", query: () => Promise.resolve("limit=0"), field: "limit" },
    { description: "a limit above 100", query: () => Promise.resolve("limit=101"), field: "limit" },
    { description: "a mistyped parameter", query: () => Promise.resolve("afer=1"), field: "afer" },
  ])("refuses $description, at its field", async ({ query, field }) => {
    const { status, body } = await customer.get<{ code: string; errors: object }>(
      `/api/events?${await query()}`,
    );
    expect({ status, code: body.code, fields: Object.keys(body.errors) }).toEqual({
      status: 422,
      code: "validation_failed",
      fields: [field],
    });
  });

  test("a deposit expires by itself, 30 days later its event is gone, and its reader goes on from there", async () => {
    await news();
    const row = await deposit();
    app.clock.advance(8 * DAY);
    await expireOverdueDeposits(app.services);
    const told = await news();
    expect(told.map(({ type }) => type)).toContain("deposit.expired");
    expect(told.map(({ data }) => "id" in data && data.id)).toContain(row.id);
    expect(await untoldStatuses(app)).toEqual([]);
    app.clock.advance(31 * DAY);
    await deleteExpiredEvents(app.services);
    expect(await events()).toEqual([]);
    expect(await news()).toEqual([]);
    const later = await withdrawal();
    expect((await news()).map(({ data }) => "id" in data && data.id)).toEqual([later.id]);
  });
});
