import type { BankAccount } from "@wattle/contracts/bank-accounts";
import { updateUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { deleteOtherSessions } from "@wattle/db/sessions";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mailsTo } from "../testing/visitor.ts";
import { mailTime } from "../mail/mail-time.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { whileWaiting } from "../testing/locks.ts";

const PATH = "/api/users/bank-accounts";
const AUSTRALIAN = {
  currency: "AUD",
  account_name: "Wattle Customer",
  bank_name: "Bank of Example",
  bsb: "000-222",
  account_number: "12345678",
};
const NIGERIAN = {
  currency: "NGN",
  account_name: "Naira Customer",
  bank_code: "011",
  account_number: "0000014579",
};
const DAY = 24 * 60 * 60 * 1000;

describe.each(DIALECTS)("bank accounts on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let nigerian: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client();
    nigerian = app.client();
    await customer.login("customer@demo.test");
    await nigerian.login("nigeria@demo.test");
  });
  afterAll(() => app.close());

  const add = async (client: TestClient, account: object): Promise<BankAccount> => {
    const { status, body, text } = await client.post<{ data: BankAccount }>(PATH, account);
    expect(status, text).toBe(201);
    return body.data;
  };
  const list = async (client: TestClient): Promise<BankAccount[]> =>
    (await client.get<{ data: BankAccount[] }>(PATH)).body.data;

  test("an Australian account is added, on hold for 24 hours, and listed", async () => {
    const added = await add(customer, { ...AUSTRALIAN, bank_code: "011", user_id: "x", held_until: null });
    const now = app.clock.now();
    expect(added).toEqual({
      ...AUSTRALIAN,
      id: added.id,
      country: "AU",
      bank_code: null,
      held_until: new Date(now + DAY).toISOString(),
      created_at: new Date(now).toISOString(),
      updated_at: new Date(now).toISOString(),
    });
    expect(await list(customer)).toContainEqual(added);
    expect((await list(nigerian)).map(({ id }) => id)).not.toContain(added.id);
  });

  test("a Nigerian account is added with its bank's name from the list", async () => {
    expect(await add(nigerian, NIGERIAN)).toMatchObject({
      ...NIGERIAN,
      country: "NG",
      bank_name: "First Bank of Nigeria",
      bsb: null,
    });
  });

  test("a Nigerian customer may have an Australian account, others no Nigerian one", async () => {
    await add(nigerian, AUSTRALIAN);
    const refused = await customer.post(PATH, NIGERIAN);
    expect(refused).toMatchObject({
      status: 422,
      body: { code: "currency_inactive", errors: { currency: ["We don't offer this currency."] } },
    });
  });

  test("twins are allowed, and so is another's name", async () => {
    const twin = { ...AUSTRALIAN, account_name: "Someone Else" };
    const [first, second] = [await add(customer, twin), await add(customer, twin)];
    expect(first.id).not.toBe(second.id);
  });

  test("every wrong field is reported at once, and nothing is stored", async () => {
    const before = await list(customer);
    const refused = await customer.post<{ errors: object }>(PATH, {
      currency: "AUD",
      bank_name: "x".repeat(71),
      bsb: "000111",
      account_number: "12",
    });
    expect(refused).toMatchObject({ status: 422, body: { code: "validation_failed" } });
    expect(refused.body.errors).toEqual({
      account_name: ["Account name is a required field"],
      bank_name: ["Bank name is not valid."],
      bsb: ["Enter the BSB as 000-111"],
      account_number: ["Enter 4 to 9 digits"],
    });
    expect(await list(customer)).toEqual(before);
  });

  test.each([
    ["a body that is a list", []],
    ["an empty body", {}],
    ["a currency in a list", { ...AUSTRALIAN, currency: ["AUD"] }],
  ])("%s is a 422", async (_says, body) => {
    expect((await customer.post(PATH, body)).status).toBe(422);
  });

  test("a typed call with no object at all is a 422 as well", async () => {
    const refused = await customer.post("/trpc/bankAccounts.add", null);
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { data: { errors: { body: ["Must be of the type object"] } } } },
    });
  });

  test("a change puts the account on hold again; saving it as it is does not", async () => {
    const { id } = await add(customer, AUSTRALIAN);
    app.clock.advance(2 * DAY);
    expect((await list(customer)).find((account) => account.id === id)?.held_until).toBeNull();

    const same = await customer.put<{ data: BankAccount }>(`${PATH}/${id}`, AUSTRALIAN);
    expect(same).toMatchObject({ status: 200, body: { data: { id, held_until: null } } });

    const changed = await customer.put<{ data: BankAccount }>(`${PATH}/${id}`, {
      ...AUSTRALIAN,
      account_number: "99999999",
    });
    expect(changed.body.data).toMatchObject({
      id,
      account_number: "99999999",
      held_until: new Date(app.clock.now() + DAY).toISOString(),
      updated_at: new Date(app.clock.now()).toISOString(),
    });
    expect(await list(customer)).toContainEqual(changed.body.data);
  });

  test("the owner hears by mail of an account that was added or changed, and not of one saved as it is", async () => {
    const naming = async (digits: string) =>
      (await mailsTo(app, "customer@demo.test")).filter(({ text }) => text.includes(`ending in ${digits}.`));
    const { id } = await add(customer, { ...AUSTRALIAN, account_number: "98765432" });
    const [mail] = await naming("432");
    expect(mail?.subject).toBe("Bank account added");
    expect(mail?.text).toContain("Bank of Example, account ending in 432.");
    expect(mail?.text).toContain(
      `withdraw to it from ${mailTime(BigInt(app.clock.now() + DAY), "Australia/Sydney")}.`,
    );
    expect(mail?.text).toContain("Wasn’t you? Change your password and contact support.");
    expect(mail?.text).not.toContain("98765432");
    await customer.put(`${PATH}/${id}`, { ...AUSTRALIAN, account_number: "98765432" });
    expect(await naming("432")).toHaveLength(1);
    await customer.put(`${PATH}/${id}`, { ...AUSTRALIAN, account_number: "98765439" });
    expect((await naming("439")).map(({ subject }) => subject)).toEqual(["Bank account changed"]);
  });

  test("another customer's account is not found, and stays as it is", async () => {
    const { id } = await add(customer, AUSTRALIAN);
    const stranger = await nigerian.put(`${PATH}/${id}`, { ...AUSTRALIAN, account_name: "Thief" });
    const missing = await nigerian.put(`${PATH}/none`, AUSTRALIAN);
    expect(stranger.status).toBe(404);
    expect(missing.status).toBe(404);
    expect((await list(customer)).find((account) => account.id === id)?.account_name).toBe("Wattle Customer");
  });

  test("one is removed by its owner alone, once, and not while a pending withdrawal goes to it", async () => {
    const { id } = await add(customer, AUSTRALIAN);
    app.clock.advance(2 * DAY);
    const asked = await customer.post<{ data: { id: string } }>("/api/users/transactions", {
      transaction_type: "withdraw",
      balance: { credit: "100.00", credit_currency: "AUD" },
      bank_account_id: id,
    });
    expect(asked.status, asked.text).toBe(201);
    const withdrawal = asked.body.data.id;
    const remove = (client: TestClient) => client.delete(`${PATH}/${id}`);
    const listed = async () => (await list(customer)).some((account) => account.id === id);

    expect((await remove(nigerian)).status).toBe(404);
    expect(await remove(customer)).toMatchObject({
      status: 409,
      body: { code: "state_conflict", message: "A pending withdrawal uses this account." },
    });
    expect(await listed()).toBe(true);

    expect((await mutate(customer, "history.cancel", { id: withdrawal })).status).toBe(200);
    expect((await remove(customer)).status).toBe(204);
    expect(await listed()).toBe(false);
    expect((await remove(customer)).status).toBe(404);
    // The history keeps its own copy.
    expect(await query(customer, "history.get", { id: withdrawal })).toMatchObject({
      data: { bank_account: { account_number: AUSTRALIAN.account_number } },
    });
  });

  test.each([
    ["no-one", undefined, 401],
    ["an unverified customer", "unverified@demo.test", 403],
    ["a blocked customer", "blocked@demo.test", 403],
  ])("%s adds none", async (_who, email, status) => {
    const client = app.client();
    if (email !== undefined) await client.login(email);
    expect((await client.post(PATH, AUSTRALIAN)).status).toBe(status);
    expect((await client.put(`${PATH}/none`, AUSTRALIAN)).status).toBe(status);
    expect((await client.delete(`${PATH}/none`)).status).toBe(status);
  });

  test("who is still being checked adds, changes and removes one, and moves no money", async () => {
    const client = app.client();
    const { user } = await client.login("unverified@demo.test");
    const turn = (status: "pending" | "rejected") =>
      app.services.database.write((tx) => updateUser(tx, user.id, { status }));
    await turn("pending");
    const { id } = await add(client, AUSTRALIAN);
    expect((await client.put(`${PATH}/${id}`, { ...AUSTRALIAN, account_number: "7654321" })).status).toBe(
      200,
    );
    expect(await list(client)).toMatchObject([{ id, account_number: "7654321" }]);
    expect((await client.get("/api/users/transactions")).status).toBe(403);
    await turn("rejected");
    expect(await client.get(PATH)).toMatchObject({ status: 403, body: { code: "identity_unverified" } });
    await turn("pending");
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(204);
    await app.services.database.write((tx) => updateUser(tx, user.id, { status: "registered" }));
  });

  test("no customer has more than fifty, however many are sent at once", async () => {
    const partner = app.client();
    await partner.login("partner@demo.test");
    const answers = await Promise.all(Array.from({ length: 70 }, () => partner.post(PATH, AUSTRALIAN)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    const refused = await partner.post(PATH, AUSTRALIAN);
    expect(refused).toMatchObject({ status: 422, body: { code: "validation_failed" } });
    expect(await list(partner)).toHaveLength(50);
  });

  describe.each([
    ["is blocked", "account_blocked", (tx: WriteTx, id: string) => updateUser(tx, id, { status: "blocked" })],
    [
      "gets a new password by a reset link",
      "unauthenticated",
      async (tx: WriteTx, id: string) => {
        await updateUser(tx, id, { password_changed_at: BigInt(app.clock.now()) });
        await deleteOtherSessions(tx, id);
      },
    ],
  ] as const)("of a customer who %s meanwhile", (_what, code, change) => {
    test.each(["added", "changed"] as const)("none is %s", async (how) => {
      const client = app.client();
      const { user } = await client.login("customer@demo.test");
      const { id } = await add(client, AUSTRALIAN);
      const before = await list(client);
      const wanted = { ...AUSTRALIAN, account_number: "87654321" };
      const send = () =>
        how === "added"
          ? client.post<{ code: string }>(PATH, wanted)
          : client.put<{ code: string }>(`${PATH}/${id}`, wanted);
      const changing = async (tx: WriteTx): Promise<void> => {
        await change(tx, user.id);
      };
      const answer = await whileWaiting(app.services.database, changing, send);
      expect(answer.body.code).toBe(code);
      await app.services.database.write((tx) => updateUser(tx, user.id, { status: "verified" }));
      await customer.login("customer@demo.test");
      expect(await list(customer)).toEqual(before);
    });
  });
});
