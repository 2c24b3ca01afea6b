import { randomUUID } from "node:crypto";
import type { UserData } from "@wattle/contracts/accounts";
import type { BankAccount } from "@wattle/contracts/bank-accounts";
import type { Transaction } from "@wattle/contracts/history";
import { updateUser } from "@wattle/db/accounts";
import type { Dialect } from "@wattle/db/database";
import { insertOnrampOrder } from "@wattle/db/onramp";
import { DIALECTS } from "@wattle/db/testing/databases";
import { orderUnderReview } from "@wattle/db/testing/fixtures";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { REQUEST_EXAMPLES } from "../rest/examples.ts";
import { proceduresOf } from "../rest/openapi.ts";
import { REST_ROUTES } from "../rest/routes.ts";
import { appRouter } from "../router.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { applicant } from "../testing/applicant.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import { mutateByTwo } from "../testing/second-person.ts";
import { callRow } from "../testing/call-row.ts";
import type { TestClient } from "../testing/client.ts";
import { confirmed, mailsTo, PASSWORD } from "../testing/visitor.ts";
import { procedureFacts, procedureNames } from "../trpc-internals.ts";

/** These end the session that walks; they are called last. */
const LAST = ["sessions.endOthers", "sessions.logout", "sessions.login", "accounts.register"];
/** Ends the account, after which nothing could be seen. Its answer is two moments and the account's id. */
const CLOSING = "closing.close";
const PAGES = [
  "/",
  "/access-denied",
  "/user-information",
  "/dashboard",
  "/dashboard/personal-information",
  "/dashboard/transactions-history",
  "/dashboard/withdraw-money",
];
const DAY = 24 * 60 * 60 * 1000;

const lastAs = (a: string, b: string): number => LAST.indexOf(a) - LAST.indexOf(b);

/** The procedures that let a customer name something by its identifier. */
const TAKE_ID: ReadonlySet<string> = new Set(
  procedureNames(appRouter).filter((name) => {
    const { input } = procedureFacts(appRouter, name);
    if (name.startsWith("ops.") || input === undefined) return false;
    const { properties = {} } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
    return Object.hasOwn(properties, "id");
  }),
);

/** A customer, and everything of it that has an identifier. */
interface Watched {
  readonly client: TestClient;
  readonly email: string;
  readonly ids: readonly string[];
}

/** Everything the customer can get: of each procedure, REST row (by session and token), page and mail. */
async function everythingSeen(api: TestApp, { client, email, ids }: Watched): Promise<string[]> {
  const seen: string[] = [];
  const { data } = await mutate<{ token?: string }>(client, "tokens.create", {
    name: `Reader ${randomUUID().slice(0, 8)}`,
    scopes: ["read"],
  });
  const credentials: readonly Readonly<Record<string, string>>[] = [
    {},
    { authorization: `Bearer ${data?.token ?? ""}` },
  ];
  const idsFor = (name: string) => (TAKE_ID.has(name) ? ids : ids.slice(0, 1));
  for (const name of procedureNames(appRouter)
    .filter((each) => each !== CLOSING)
    .toSorted(lastAs)) {
    for (const id of idsFor(name)) {
      const input = { ...REQUEST_EXAMPLES[name], id };
      const search = `?input=${encodeURIComponent(JSON.stringify(input))}`;
      const answer =
        procedureFacts(appRouter, name).type === "query"
          ? await client.get(`/trpc/${name}${search}`)
          : await client.post(`/trpc/${name}`, input);
      seen.push(answer.text, JSON.stringify(answer.headers));
    }
  }
  await client.login(email, PASSWORD);
  const rows = REST_ROUTES.flatMap((route) => proceduresOf(route).map(({ name }) => ({ route, name })));
  for (const { route, name } of rows.toSorted((a, b) => lastAs(a.name, b.name))) {
    for (const id of idsFor(name)) {
      for (const headers of credentials) {
        const answer = await callRow(client, route, { ...REQUEST_EXAMPLES[name], id }, headers);
        seen.push(answer.text, JSON.stringify(answer.headers));
      }
    }
  }
  const signedIn = await client.post("/login", { email, password: PASSWORD });
  expect(signedIn.status).toBe(200);
  seen.push(signedIn.text);
  for (const page of PAGES) seen.push((await client.get(page)).text);
  for (const mail of await mailsTo(api, email)) seen.push(JSON.stringify(mail));
  return seen;
}

test("no procedure of a customer has a place for an internal note in what it answers", () => {
  const withNotes = procedureNames(appRouter).filter((name) => {
    const { output } = procedureFacts(appRouter, name);
    if (output === undefined) return false;
    const schema = JSON.stringify(z.toJSONSchema(output, { io: "output", unrepresentable: "any" }));
    return schema.includes("Only for staff");
  });
  expect(withNotes).toContain("ops.customers.get");
  expect(withNotes.filter((name) => !name.startsWith("ops."))).toEqual([]);
});

describe.each<Dialect>(DIALECTS)("what staff note, on %s", (dialect) => {
  let api: TestApp;
  let operator: TestClient;
  const notes: string[] = [];
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    operator = api.client();
    await operator.login("operator@demo.test");
  });
  afterAll(() => api.close());

  /** A note that no other has. */
  const note = (): string => {
    const text = `Canary-${randomUUID()}`;
    notes.push(text);
    return text;
  };
  const act = async (name: string, input: object): Promise<void> => {
    const done = await mutateByTwo(api, operator, name, { internal_note: note(), ...input });
    expect(done.status, `${name}: ${done.message}`).toBe(200);
  };
  /** None of the notes is anywhere, and each of the messages is somewhere. */
  const expectSilence = async (watched: Watched, messages: readonly string[]): Promise<void> => {
    const seen = await everythingSeen(api, watched);
    expect(seen.length).toBeGreaterThan(procedureNames(appRouter).length + REST_ROUTES.length);
    expect(notes.filter((text) => seen.some((each) => each.includes(text)))).toEqual([]);
    expect(messages.filter((text) => !seen.some((each) => each.includes(text)))).toEqual([]);
  };

  async function post(client: TestClient, payload: object): Promise<Transaction> {
    const answer = await client.post<{ data: Transaction }>("/api/users/transactions", {
      balance: { credit: "10.00", credit_currency: "AUD" },
      ...payload,
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data;
  }
  const announce = (client: TestClient) =>
    post(client, { transaction_type: "deposit", payment_method: "payid" });

  /** A customer with one of each act of staff that a customer may read a message of. */
  async function customerWithEverything(): Promise<Watched & { readonly id: string }> {
    const { client, email, id } = await applicant(api);
    await act("ops.customers.verify", { id });
    const adjusting = { id, direction: "credit", amount: "100.00", currency: "AUD" };
    await act("ops.ledger.adjust", { ...adjusting, message: "Message of an adjustment" });
    await act("ops.ledger.adjust", adjusting);
    const account = await client.post<{ data: BankAccount }>("/api/users/bank-accounts", {
      currency: "AUD",
      account_name: "Mary Applicant",
      bank_name: "Bank of Example",
      bsb: "000-333",
      account_number: "1234567",
    });
    api.clock.advance(DAY);
    await client.login(email, PASSWORD);
    await operator.login("operator@demo.test");
    const withdraw = () =>
      post(client, { transaction_type: "withdraw", bank_account_id: account.body.data.id });
    const [refused, paid] = [await withdraw(), await withdraw()];
    const [credited, returned, expired] = [
      await announce(client),
      await announce(client),
      await announce(client),
    ];
    await act("ops.withdrawals.reject", { reference: refused.reference, message: "Message of a refusal" });
    await act("ops.withdrawals.complete", { reference: paid.reference, bank_reference: `P ${id}` });
    await act("ops.deposits.confirm", {
      reference: credited.reference,
      amount: "10.00",
      message: "Message of a credit",
    });
    await act("ops.deposits.return", { reference: returned.reference, message: "Message of a return" });
    await act("ops.deposits.expire", { reference: expired.reference, message: "Message of an expiry" });
    const order = api.services.ids.uuid();
    await api.services.database.write((tx) =>
      insertOnrampOrder(tx, orderUnderReview(order, id, BigInt(api.clock.now()))),
    );
    await act("ops.onramp.resolve", { id: order, decision: "credit", crypto_amount: "0.001" });
    const history = await client.get<{ data: Transaction[] }>("/api/users/transactions");
    const ids = [id, order, ...history.body.data.map((row) => row.id)];
    return { client, email, id, ids };
  }

  const MESSAGES = ["an adjustment", "a refusal", "a credit", "a return", "an expiry"].map(
    (of) => `Message of ${of}`,
  );

  test("never reaches the customer: not by a procedure, a REST row, a page, a token or a mail", async () => {
    const customer = await customerWithEverything();
    await expectSilence(customer, MESSAGES);
    const { id } = customer;
    await act("ops.customers.hold", { id, on: ["withdrawals", "deposits", "trading"] });
    await act("ops.customers.note", { id, text: note() });
    await expectSilence(customer, []);
    await act("ops.customers.releaseHold", { id, on: ["deposits"] });
    await act("ops.customers.block", { id });
    await expectSilence(customer, []);
    const { data } = await query<{ block_reason: string }>(operator, "ops.customers.get", { id });
    expect(data.block_reason).toBe(notes.at(-1));
  });

  test("stays with staff where an identity is sent back; the customer reads the message", async () => {
    const { client, email, id } = await applicant(api);
    await act("ops.customers.reject", { id, message: "Message of a rejection" });
    const own = await client.get<{ data: UserData }>(`/api/users/${id}`);
    expect(own.body.data.user).toMatchObject({
      status: "rejected",
      status_reason: "Message of a rejection",
    });
    await expectSilence({ client, email, ids: [id] }, ["Message of a rejection"]);
  });

  test("of a block does not replace the message of a rejection", async () => {
    const { client, id } = await confirmed(api);
    const rejected = { status: "rejected", status_reason: "The photo is blurred" } as const;
    await api.services.database.write((tx) => updateUser(tx, id, rejected));
    const own = async () => (await client.get<{ data: UserData }>(`/api/users/${id}`)).body.data.user;
    await act("ops.customers.block", { id });
    expect(await own()).toMatchObject({ status: "blocked", status_reason: null });
    await act("ops.customers.unblock", { id });
    expect(await own()).toMatchObject(rejected);
    const { data } = await query(operator, "ops.customers.get", { id });
    expect(data).toMatchObject({ block_reason: null });
  });

  test("is in the audit log, or among the customer's notes", async () => {
    const rows = await api.services.database.read.selectFrom("audit_log").select("details").execute();
    const kept = rows.map(({ details }) => details).join("\n");
    const stored = await api.services.database.read.selectFrom("customer_notes").select("note").execute();
    const written = stored.map((row) => JSON.stringify(row.note));
    expect(written).not.toEqual([]);
    const sent = notes.filter((text) => !kept.includes(text) && !written.includes(JSON.stringify(text)));
    // Notes have no note of their own: what the test gives with each act is ignored.
    expect(sent).toHaveLength(written.length);
    expect(notes.length).toBeGreaterThan(10);
  });

  test.each([
    ["control characters", "a\u0000b\u001b[2J"],
    ["text that runs backwards", "a\u202eb"],
    ["10,000 letters", "a".repeat(10_000)],
    ["nothing but spaces", "   "],
    ["no text", 5],
  ])("is refused where it is %s, and nothing happens", async (_what, text) => {
    const { id } = await confirmed(api);
    const refused = await mutate(operator, "ops.customers.block", { id, internal_note: text });
    expect(refused).toMatchObject({ status: 422, code: "validation_failed" });
    expect(refused.errors).toHaveProperty("internal_note");
    const { data } = await query(operator, "ops.customers.get", { id });
    expect(data).toMatchObject({ user: { status: "registered" }, block_reason: null });
  });
});
