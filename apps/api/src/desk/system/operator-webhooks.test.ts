import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { AwaitingApproval } from "@wattle/contracts/approvals";
import type { OperatorDelivery, OperatorWebhook } from "@wattle/contracts/operator-webhooks";
import { leaseChain } from "@wattle/db/chains";
import { DIALECTS } from "@wattle/db/testing/databases";
import { changePastTriggers } from "@wattle/db/testing/tamper";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { pauseNetwork } from "../../coins/pause-network.ts";
import { tellOperator } from "../../events/tell-operator.ts";
import type { Services } from "../../services.ts";
import { startTestApp } from "../../testing/app-for-test.ts";
import { applicant } from "../../testing/applicant.ts";
import { announceDeposit } from "../../testing/bank-orders.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import { mutateByTwo, secondPerson } from "../../testing/second-person.ts";
import { twoProcesses } from "../../testing/two-processes.ts";
import { turnMarket } from "../../audit/turn-market.ts";
import { createWebhookSender } from "../../webhooks/send-webhooks.ts";
import { spreadOperatorEvents } from "../../webhooks/spread-operator-events.ts";
import { startLedgerWatch } from "../ledger/watch-ledger.ts";

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}
interface Told {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

describe.each(DIALECTS)("webhooks of the firm on %s", (dialect) => {
  const two = twoProcesses(dialect);
  let server: Server;
  let origin: string;
  let status = 204;
  const received: Received[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (piece) => (body += String(piece)));
      request.on("end", () => {
        received.push({ headers: request.headers as Record<string, string>, body });
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    await send();
    status = 204;
    for (const { id } of await list()) await mutate(two.operator, "ops.webhooks.remove", { id });
    received.length = 0;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const list = async (): Promise<OperatorWebhook[]> =>
    (await query<OperatorWebhook[]>(two.operator, "ops.webhooks.list")).data;
  const deliveries = async (id: string): Promise<OperatorDelivery[]> =>
    (await query<OperatorDelivery[]>(two.operator, "ops.webhooks.deliveries", { id })).data;
  /** Both processes look at once for what is to be sent. */
  async function send(): Promise<void> {
    const services: Services[] = [two.app.services, two.other.services];
    await Promise.all(services.map((each) => spreadOperatorEvents(each)));
    const work = await Promise.all(services.map((each) => createWebhookSender(each).sendDue()));
    await Promise.all(work.map((done) => done()));
  }
  const add = async (events: string[] = ["*"], path = "/hook"): Promise<OperatorWebhook> => {
    const made = await mutateByTwo<OperatorWebhook>(two.app, two.operator, "ops.webhooks.add", {
      url: `${origin}${path}`,
      events,
    });
    expect(made.data).toMatchObject({ url: `${origin}${path}`, disabled_at: null });
    // Earlier events go nowhere.
    await send();
    received.length = 0;
    return made.data;
  };
  const renewed = async (id: string): Promise<string> =>
    (await mutate<{ secret: string }>(two.operator, "ops.webhooks.renewSecret", { id })).data.secret;
  const told = (): Told[] => received.map(({ body }) => JSON.parse(body) as Told);

  test("one person cannot set an address, and the second does not see a secret", async () => {
    const url = `${origin}/hook`;
    const asked = await mutate<AwaitingApproval>(two.operator, "ops.webhooks.add", { url, events: ["*"] });
    expect(asked.data).toMatchObject({ outcome: "awaiting_approval" });
    expect(await list()).toEqual([]);
    const { id } = asked.data.approval;
    expect((await mutate(two.operator, "ops.approvals.approve", { id })).code).toBe("own_act");
    const again = await mutate(two.operator, "ops.webhooks.add", { url, events: ["*"] });
    expect(again.code).toBe("state_conflict");
    const { client } = await secondPerson(two.app);
    const approved = await mutate(client, "ops.approvals.approve", { id });
    expect(JSON.stringify(approved)).not.toContain("whsec_");
    expect(await list()).toMatchObject([{ url, events: ["*"] }]);
  });

  test.each([
    ["no address", "shop"],
    ["another protocol", "ftp://ops.example"],
    ["a password in it", "https://me:secret@ops.example"],
  ])("%s is refused as an address", async (_what, url) => {
    const refused = await mutate(two.operator, "ops.webhooks.add", { url, events: ["*"] });
    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, ["url"]]);
  });

  test("an event is signed by the secret that was shown last, and for a day by the one before", async () => {
    const { id } = await add();
    const before = await renewed(id);
    const secret = await renewed(id);
    await applicant(two.app);
    await send();
    const [{ headers, body } = { headers: {}, body: "" }] = received;
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "identity.waiting" });
    // Until a program has changed over.
    expect(new Webhook(before).verify(body, headers)).toBeDefined();
    expect(headers["webhook-id"]).toBe((JSON.parse(body) as Told).id);
    expect(JSON.stringify(await list())).not.toContain("whsec_");
  });

  test("an identity that waits is told once, and again once it is sent again", async () => {
    await add(["identity.waiting"]);
    const { id } = await applicant(two.app);
    await send();
    await send();
    expect(told()).toMatchObject([{ type: "identity.waiting", data: { customer: id } }]);
    expect(Object.keys(told()[0]?.data ?? {})).toEqual(["customer"]);
  });

  test("a deposit is told once if it is worth APPROVAL_LIMIT or more", async () => {
    await add(["deposit.large"]);
    const credit = async (amount: string): Promise<string> => {
      const { reference, id } = await announceDeposit(two.customer, amount);
      const done = await mutateByTwo(two.app, two.operator, "ops.deposits.confirm", { reference, amount });
      expect(done.status).toBe(200);
      return id;
    };
    await credit("9999.99");
    const id = await credit("10000.00");
    await send();
    await send();
    const { user } = await two.app.client().login("customer@demo.test");
    expect(told()).toMatchObject([{ type: "deposit.large", data: { transaction: id, customer: user.id } }]);
    expect(Object.keys(told()[0]?.data ?? {})).toEqual(["transaction", "customer"]);
  });

  test("a deposit of several payments is told once, as it becomes large", async () => {
    await add(["deposit.large"]);
    const { services } = two.app;
    const steps = [
      [0n, 999_999n],
      [999_999n, 1_000_000n],
      [1_000_000n, 5_000_000n],
      [5_000_000n, 1_500_000n],
    ] as const;
    for (const [was, is] of steps) {
      await services.database.write((tx) =>
        tellOperator(
          tx,
          services,
          { type: "deposit.large", data: { transaction: String(is), customer: "one" } },
          { currency: "AUD", was, is },
        ),
      );
    }
    await send();
    expect(told()).toMatchObject([{ data: { transaction: "1000000" } }]);
  });

  test("a request that waits for a second person is told once", async () => {
    await add(["approval.waiting"]);
    const { data } = await mutate<AwaitingApproval>(two.operator, "ops.webhooks.add", {
      url: `${origin}/another`,
      events: ["*"],
    });
    await send();
    await send();
    const { id, expires_at } = data.approval;
    expect(told()).toMatchObject([
      { type: "approval.waiting", data: { approval: id, act: "ops.webhooks.add", expires_at } },
    ]);
    await mutate(two.operator, "ops.approvals.withdraw", { id });
  });

  test("a pause is told once however many make it at once, and again after it has ended", async () => {
    await add(["pause.started"]);
    const { client: second } = await secondPerson(two.app);
    const what = "pair:BTC/AUD";
    const set = (client = two.operator, paused = true) =>
      mutate(client, "ops.switches.set", { what, paused });
    await Promise.all([set(), set(second), set(), set(second)]);
    await send();
    expect(told()).toMatchObject([{ type: "pause.started", data: { what, by: "staff" } }]);
    await set(two.operator, false);
    const turn = ({ services }: { services: Services }) =>
      turnMarket(services, what, { paused: true, reason: "the price" });
    await Promise.all([turn(two.app), turn(two.other)]);
    await send();
    expect(told().slice(1)).toMatchObject([{ data: { what, by: "system" } }]);
    await set(two.operator, false);
  });

  test("a network that pauses itself is told once", async () => {
    await add(["pause.started"]);
    const lease = { network: "bitcoin", follower: "a test", now: 0n, until: 0n };
    await two.app.services.database.write((tx) => leaseChain(tx, lease));
    const pause = ({ services }: { services: Services }) =>
      services.database.write((tx) => pauseNetwork(tx, services, "bitcoin", "a test"));
    await pause(two.app);
    await pause(two.other);
    await send();
    expect(told()).toMatchObject([{ data: { what: "network:bitcoin", by: "system" } }]);
  });

  test("a difference in the books is told once, whichever process finds it", async () => {
    await add(["books.difference"]);
    const { user } = await two.app.client().login("customer@demo.test");
    await changePastTriggers(two.app.services.database, [
      `update ledger_balances set balance = balance + 1 where account_id = 'customer:${user.id}:available:BTC'`,
    ]);
    const check = async ({ services }: { services: Services }): Promise<void> => {
      const waits: (() => void)[] = [];
      const stop = startLedgerWatch(services, (run) => {
        waits.push(run);
        return () => undefined;
      });
      await expect.poll(() => waits.length, { timeout: 20_000 }).toBe(1);
      await stop();
    };
    await Promise.all([check(two.app), check(two.other)]);
    await check(two.app);
    await send();
    expect(told()).toMatchObject([{ type: "books.difference", data: { mismatches: 1 } }]);
    await changePastTriggers(two.app.services.database, [
      `update ledger_balances set balance = balance - 1 where account_id = 'customer:${user.id}:available:BTC'`,
    ]);
    for (const what of ["trading", "deposits", "withdrawals"])
      await mutate(two.operator, "ops.switches.set", { what, paused: false });
  });

  test("a paused address is sent nothing; a test and a second sending arrive once it is on again", async () => {
    const { id } = await add();
    expect((await mutate<OperatorWebhook>(two.operator, "ops.webhooks.pause", { id })).status).toBe(200);
    await applicant(two.app);
    await send();
    expect(received).toEqual([]);
    expect((await mutate(two.operator, "ops.webhooks.test", { id })).code).toBe("state_conflict");
    expect((await mutate(two.operator, "ops.webhooks.pause", { id })).code).toBe("state_conflict");
    await mutate(two.operator, "ops.webhooks.resume", { id });
    const tried = await mutate<OperatorDelivery>(two.operator, "ops.webhooks.test", { id });
    await send();
    await mutate(two.operator, "ops.webhooks.resend", { id, delivery: tried.data.id });
    await send();
    expect(told().map(({ id: event, type }) => [event, type])).toEqual([
      [tried.data.id, "webhook.test"],
      [tried.data.id, "webhook.test"],
    ]);
    expect((await deliveries(id))[0]).toMatchObject({ type: "webhook.test", state: "delivered" });
  });

  test("one that answers 410 is off, and every admin is emailed", async () => {
    const { id } = await add();
    status = 410;
    await mutate(two.operator, "ops.webhooks.test", { id });
    await send();
    expect(await list()).toMatchObject([{ id, disabled_because: "gone" }]);
    const mails = await two.app.services.database.read
      .selectFrom("outbox")
      .select("recipient")
      .where("subject", "like", "Webhook turned off:%")
      .execute();
    const { email } = await secondPerson(two.app);
    expect(mails.map(({ recipient }) => recipient)).toEqual(
      expect.arrayContaining(["operator@demo.test", email]),
    );
  });

  test("nothing goes to an address that only the database was told", async () => {
    const { id } = await add();
    await two.app.services.database.write((tx) =>
      tx
        .updateTable("webhook_endpoints")
        .set({ url: `${origin}/thief` })
        .where("id", "=", id)
        .execute(),
    );
    await applicant(two.app);
    await send();
    expect(received).toEqual([]);
    expect((await deliveries(id))[0]).toMatchObject({ state: "pending", last_error: "changed_address" });
    // A new secret does not make it good.
    expect((await mutate(two.operator, "ops.webhooks.renewSecret", { id })).code).toBe("state_conflict");
  });

  test("a customer's webhook does not become the firm's by a change in the database", async () => {
    const made = await two.customer.post<{ data: { id: string } }>("/api/webhooks", {
      url: `${origin}/thief`,
      events: ["*"],
    });
    expect(made.status, made.text).toBe(201);
    const { id } = made.body.data;
    await two.app.services.database.write((tx) =>
      tx.updateTable("webhook_endpoints").set({ user_id: null }).where("id", "=", id).execute(),
    );
    await applicant(two.app);
    await send();
    expect(received).toEqual([]);
    expect((await deliveries(id))[0]).toMatchObject({ state: "pending", last_error: "changed_address" });
  });

  test("an admin alone sees and keeps them", async () => {
    const { id } = await add();
    const names = ["pause", "resume", "remove", "renewSecret", "test"];
    for (const name of names) {
      expect((await mutate(two.customer, `ops.webhooks.${name}`, { id })).code).toBe("forbidden");
    }
  });
});

test.each(DIALECTS)("the firm's events go to public addresses only, on %s", async (dialect) => {
  const app = await startTestApp({ dialect, env: { WEBHOOK_PRIVATE_ADDRESSES: "false" } });
  const operator = app.client();
  await operator.login("operator@demo.test");
  for (const url of ["http://localhost:3000", "http://127.0.0.1", "http://169.254.169.254/latest"]) {
    const refused = await mutate(operator, "ops.webhooks.add", { url, events: ["*"] });
    expect([refused.status, refused.errors]).toEqual([422, { url: ["Use an address on the internet"] }]);
  }
  await app.close();
});
