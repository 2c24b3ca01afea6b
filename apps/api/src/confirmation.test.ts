import type { ErrorBody } from "@wattle/contracts/errors";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REQUEST_EXAMPLES } from "./rest/examples.ts";
import { REST_ROUTES } from "./rest/routes.ts";
import { PROCEDURES } from "./testing/access-matrix.ts";
import { startTestApp, type TestApp } from "./testing/app-for-test.ts";
import { mutate, query } from "./testing/call-procedure.ts";
import { callRow } from "./testing/call-row.ts";
import type { TestClient } from "./testing/client.ts";
import { codeAt, turnOnTotp } from "./testing/totp.ts";
import { ageSessions, confirmed, PASSWORD } from "./testing/visitor.ts";

const MINUTE = 60_000;

/** Every procedure that asks for a confirmation, written out once more apart from the guards. */
const ASKING = [
  "accounts.changePassword",
  "accounts.changeEmail",
  "apps.allow",
  "apps.register",
  "bankAccounts.add",
  "bankAccounts.edit",
  "closing.close",
  "coinPayees.add",
  "coins.setSending",
  "dataExport.open",
  "ops.approvals.approve",
  "ops.arrivals.credit",
  "ops.arrivals.ownMoney",
  "ops.bankLines.credit",
  "ops.bankLines.import",
  "ops.bankLines.ownMoney",
  "ops.bankLines.return",
  "ops.coinMoves.create",
  "ops.coinPayouts.bump",
  "ops.coinPayouts.cancel",
  "ops.coinPayouts.import",
  "ops.coinPayouts.release",
  "ops.customers.openData",
  "ops.customers.openDocument",
  "ops.deposits.confirm",
  "ops.deposits.return",
  "ops.hedging.bookFee",
  "ops.ledger.adjust",
  "ops.networks.bookSpend",
  "ops.networks.resume",
  "ops.onramp.resolve",
  "ops.receivables.settle",
  "ops.receivables.writeOff",
  "ops.reports.carf",
  "ops.reports.statementFile",
  "ops.reports.trades",
  "ops.withdrawals.complete",
  "ops.withdrawals.reject",
  "ops.withdrawals.return",
  "ops.payouts.release",
  "ops.staff.invite",
  "ops.staff.remove",
  "ops.staff.setRoles",
  "ops.tokens.create",
  "ops.wallets.add",
  "ops.webhooks.add",
  "ops.webhooks.renewSecret",
  "passkeys.allowPassword",
  "passkeys.register",
  "passkeys.registerOptions",
  "passkeys.remove",
  "recurring.create",
  "recurring.resume",
  "secondFactor.totpBegin",
  "secondFactor.totpConfirm",
  "secondFactor.disable",
  "secondFactor.newRecoveryCodes",
  "tokens.create",
  "withdrawals.request",
];

/**
 * Other calls that change something for a person who is signed in. A new procedure is in one of the lists, or in
 * neither and fails.
 */
const NOT_ASKING = [
  // Takes something away from a thief, at most.
  "sessions.end",
  "sessions.endOthers",
  "apps.remove",
  "tokens.revoke",
  "bankAccounts.remove",
  "coinPayees.remove",
  "coins.nameSender",
  "webhooks.remove",
  "history.cancel",
  "recurring.cancel",
  "recurring.pause",
  "recurring.skip",
  // Sends what happens elsewhere, which an API token may begin as well: its owner is emailed, and throwing everyone out removes it.
  "webhooks.create",
  "webhooks.edit",
  "webhooks.renewSecret",
  // Proves who controls a wallet that was added with a confirmation.
  "coinPayees.prove",
  // The proof itself.
  "sessions.confirm",
  "sessions.confirmOptions",
  // Moves no money out, and opens no door.
  "accounts.resendEmail",
  "accounts.updateProfile",
  "accounts.chooseEmail",
  "alerts.create",
  "alerts.remove",
  "passkeys.rename",
  "coins.address",
  "deposits.announce",
  "exchange.execute",
  "identity.save",
  "identity.send",
  "identity.startCheck",
  "identity.removeDocument",
  "onramp.start",
  "tax.certifyResidences",
  "tax.setMethod",
  "tax.stateCost",
  "withdrawals.emailWhenFree",
  "events.trigger",
  "webhooks.enable",
  "webhooks.test",
  "webhooks.resend",
];

describe("the list of what asks for a confirmation", () => {
  const mutations = PROCEDURES.filter(
    ({ type, audience }) => type === "mutation" && !audience.startsWith("anyone"),
  );

  test("is what the guards say", () => {
    expect(
      PROCEDURES.filter(({ confirmed: asks }) => asks)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(ASKING.toSorted());
  });

  test("was decided for every procedure that changes something for someone signed in", () => {
    const decided = new Set([...ASKING, ...NOT_ASKING]);
    const others = mutations.filter(({ audience }) => audience !== "staff").map(({ name }) => name);
    expect(others.filter((name) => !decided.has(name))).toEqual([]);
    expect(NOT_ASKING.filter((name) => !others.includes(name))).toEqual([]);
  });
});

describe.each(DIALECTS)("confirming who is there, on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect, confirms: false });
  });
  afterAll(() => api.close());

  const confirm = (client: TestClient, password = PASSWORD, second_factor?: object) =>
    mutate<{ confirmed_until: string }>(client, "sessions.confirm", { password, second_factor });

  const demo = async (email: string): Promise<TestClient> => {
    const client = api.client();
    await client.login(email);
    return client;
  };
  const ownerOf = (procedure: string): Promise<TestClient> =>
    demo(`${procedure.startsWith("ops.") ? "operator" : "customer"}@demo.test`);

  test.each(ASKING)(
    "on the web: %s asks five minutes after logging in, and not after a confirmation",
    async (name) => {
      const client = await ownerOf(name);
      const call = PROCEDURES.find((each) => each.name === name)?.type === "query" ? query : mutate;
      const isAsked = async (): Promise<boolean> =>
        (await call(client, name)).code === "confirmation_required";
      expect(await isAsked(), "just logged in").toBe(false);
      // A conflict or a fault of the empty input is what comes next; some change what the next test finds.
      api.clock.advance(5 * MINUTE - 1);
      expect(await isAsked(), "within five minutes").toBe(false);
      api.clock.advance(1);
      const refused = await call(client, name);
      expect([refused.status, refused.code, refused.message]).toEqual([
        403,
        "confirmation_required",
        "Confirm it's you to continue.",
      ]);
      const given = await confirm(client, "Wattle-Demo1");
      expect(given.data.confirmed_until).toBe(new Date(api.clock.now() + 5 * MINUTE).toISOString());
      expect(await isAsked(), "confirmed").toBe(false);
      api.clock.advance(5 * MINUTE);
      expect(await isAsked(), "five minutes later").toBe(true);
    },
  );

  const rows = REST_ROUTES.flatMap((route) => {
    const named =
      typeof route.procedure === "string" ? [route.procedure] : Object.values(route.procedure.procedures);
    return named.filter((name) => ASKING.includes(name)).map((name) => [name, route] as const);
  });

  test("over REST there are tokens, withdrawals, bank accounts and payees", () => {
    expect(rows.map(([name]) => name)).toEqual([
      "tokens.create",
      "withdrawals.request",
      "bankAccounts.add",
      "bankAccounts.edit",
      "coinPayees.add",
    ]);
  });

  test.each(rows)("over REST with a session: %s asks as well", async (name, route) => {
    const client = await demo("customer@demo.test");
    api.clock.advance(5 * MINUTE);
    const answer = await callRow<ErrorBody>(client, route, REQUEST_EXAMPLES[name]);
    expect([answer.status, answer.body.code]).toEqual([403, "confirmation_required"]);
    await confirm(client, "Wattle-Demo1");
    const next = await callRow<ErrorBody>(client, route, REQUEST_EXAMPLES[name]);
    expect(next.body.code).not.toBe("confirmation_required");
  });

  // One token does not make another, nor adds a payee.
  test.each(rows.filter(([name]) => name !== "tokens.create" && name !== "coinPayees.add"))(
    "a token does not need one: %s",
    async (name, route) => {
      const maker = await demo("customer@demo.test");
      await ageSessions(api, "customer@demo.test");
      const made = await mutate<{ token: string }>(maker, "tokens.create", {
        name,
        scopes: ["read", "withdraw"],
        expires_in_days: 30,
      });
      api.clock.advance(5 * MINUTE);
      const answer = await callRow<ErrorBody>(api.client(), route, REQUEST_EXAMPLES[name], {
        authorization: `Bearer ${made.data.token}`,
      });
      // The examples name what the customer may not have; the guard has let them through.
      expect(["201 ", "422 validation_failed", "404 not_found"]).toContain(
        `${answer.status} ${answer.body.code ?? ""}`,
      );
    },
  );

  test("what is refused leaves nothing behind", async () => {
    const client = await demo("customer@demo.test");
    const accounts = async (): Promise<number> =>
      (await client.get<{ data: unknown[] }>("/api/users/bank-accounts")).body.data.length;
    const before = await accounts();
    api.clock.advance(5 * MINUTE);
    await client.post("/api/users/bank-accounts", REQUEST_EXAMPLES["bankAccounts.add"]);
    expect(await accounts()).toBe(before);
    await confirm(client, "Wattle-Demo1");
    await client.post("/api/users/bank-accounts", REQUEST_EXAMPLES["bankAccounts.add"]);
    expect(await accounts()).toBe(before + 1);
  });

  test("a confirmation is the session's own, and no one else's", async () => {
    const { client, email } = await confirmed(api);
    const other = api.client();
    await other.login(email, PASSWORD);
    api.clock.advance(5 * MINUTE);
    await confirm(client);
    expect((await mutate(client, "secondFactor.totpBegin")).status).toBe(200);
    expect((await mutate(other, "secondFactor.totpBegin")).code).toBe("confirmation_required");
  });

  test("a wrong password confirms nothing, and ten of them have to wait", async () => {
    const { client } = await confirmed(api);
    api.clock.advance(5 * MINUTE);
    for (let tries = 0; tries < 10; tries += 1) {
      const wrong = await confirm(client, "Wrong-Pass1");
      expect([wrong.status, wrong.code, wrong.errors]).toEqual([
        422,
        "invalid_credentials",
        { password: ["Wrong password"] },
      ]);
    }
    expect((await confirm(client)).code).toBe("too_many_requests");
    expect((await mutate(client, "secondFactor.totpBegin")).code).toBe("confirmation_required");
  });

  test("an account with a second factor confirms with both", async () => {
    const { client } = await confirmed(api);
    const { secret, recoveryCodes } = await turnOnTotp(api, client);
    api.clock.advance(5 * MINUTE);
    const asked = await confirm(client);
    expect([asked.code, asked.errors]).toEqual([
      "second_factor_required",
      { second_factor: ["Enter your login code."] },
    ]);
    const wrong = await confirm(client, PASSWORD, { kind: "totp", code: "12345" });
    expect([wrong.code, wrong.errors]).toEqual([
      "second_factor_invalid",
      { second_factor: ["Wrong or used code. Try a new one."] },
    ]);
    expect((await mutate(client, "secondFactor.newRecoveryCodes")).code).toBe("confirmation_required");
    const code = codeAt(secret, api.clock.now());
    expect((await confirm(client, PASSWORD, { kind: "totp", code })).status).toBe(200);
    expect((await confirm(client, PASSWORD, { kind: "totp", code })).code).toBe("second_factor_invalid");
    expect((await confirm(client, PASSWORD, { kind: "recovery", code: recoveryCodes[0] })).status).toBe(200);
    expect((await mutate(client, "secondFactor.newRecoveryCodes")).status).toBe(200);
  });

  test("wrong codes lock the factor here, too", async () => {
    const { client } = await confirmed(api);
    const { secret } = await turnOnTotp(api, client);
    api.clock.advance(5 * MINUTE);
    const tried = [];
    for (let tries = 0; tries < 9; tries += 1) {
      tried.push((await confirm(client, PASSWORD, { kind: "totp", code: "12345" })).code);
    }
    // The tenth comes later, when the password's own limit has room again.
    api.clock.advance(15 * MINUTE);
    tried.push((await confirm(client, PASSWORD, { kind: "totp", code: "12345" })).code);
    expect(new Set(tried)).toEqual(new Set(["second_factor_invalid"]));
    const right = { kind: "totp", code: codeAt(secret, api.clock.now()) };
    expect((await confirm(client, PASSWORD, right)).code).toBe("too_many_requests");
  });

  test("turning two-step login on takes other sessions' confirmations away", async () => {
    const { client, email } = await confirmed(api);
    const thief = api.client();
    await thief.login(email, PASSWORD);
    expect((await mutate(thief, "secondFactor.totpBegin")).status).toBe(200);
    await turnOnTotp(api, client);
    expect((await mutate(thief, "secondFactor.disable")).code).toBe("confirmation_required");
    expect((await confirm(thief)).code).toBe("second_factor_required");
    expect((await mutate(client, "secondFactor.disable")).status).toBe(200);
  });

  test("a guest, and a token, confirm nothing", async () => {
    expect((await confirm(api.client())).code).toBe("unauthenticated");
    const maker = await demo("customer@demo.test");
    const made = await mutate<{ token: string }>(maker, "tokens.create", { name: "x", scopes: ["read"] });
    const answer = await api
      .client()
      .post<{ error: { data: ErrorBody } }>(
        "/trpc/sessions.confirm",
        { password: "Wattle-Demo1" },
        { authorization: `Bearer ${made.data.token}` },
      );
    expect(answer.body.error.data.code).toBe("forbidden");
  });
});
