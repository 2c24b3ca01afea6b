import type { CreatedServiceToken, ServiceTokenItem } from "@wattle/contracts/tokens";
import { updateUser } from "@wattle/db/accounts";
import { listAudit } from "@wattle/db/audit";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";

describe.each(DIALECTS)("service tokens on %s", (dialect) => {
  let app: TestApp;
  let operator: TestClient;
  let operatorId: string;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    operator = app.client();
    operatorId = (await operator.login("operator@demo.test")).user.id;
  });
  afterAll(() => app.close());

  const make = async (procedures: readonly string[]): Promise<CreatedServiceToken> => {
    const made = await mutate<CreatedServiceToken>(operator, "ops.tokens.create", {
      name: "Deposit robot",
      procedures,
    });
    expect(made.status).toBe(200);
    return made.data;
  };
  const call = (token: string, path: string) =>
    app.client().get<{ error?: { message: string; data: { code: string } } }>(path, {
      authorization: `Bearer ${token}`,
    });

  test("one calls the procedures it names, and no other", async () => {
    const { token } = await make(["ops.deposits.list", "ops.deposits.list"]);
    expect((await call(token, "/trpc/ops.deposits.list?input={}")).status).toBe(200);
    for (const procedure of ["ops.withdrawals.list", "ops.customers.search", "ops.audit.list"]) {
      const refused = await call(token, `/trpc/${procedure}?input={}`);
      expect([refused.status, refused.body.error?.message]).toEqual([
        403,
        "This token can't call this procedure.",
      ]);
    }
    for (const path of ["/api/users/balance", "/api/users/transactions", "/trpc/ops.tokens.list"]) {
      expect((await call(token, path)).status, path).toBe(403);
    }
    expect((await call(token, "/api/currencies")).status).toBe(200);
  });

  test("in a batch each call is judged by itself", async () => {
    const { token } = await make(["ops.deposits.list"]);
    const answer = await app
      .client()
      .get<{ result?: unknown; error?: unknown }[]>(
        "/trpc/ops.deposits.list,ops.customers.search?batch=1&input={%220%22:{},%221%22:{}}",
        { authorization: `Bearer ${token}` },
      );
    expect(answer.body.map((each) => ("result" in each ? "answered" : "refused"))).toEqual([
      "answered",
      "refused",
    ]);
  });

  test("it is worth nothing once its operator is none any more", async () => {
    const { token } = await make(["ops.deposits.list"]);
    const setRole = (role: "operator" | "regular-user"): Promise<boolean> =>
      app.services.database.write((tx) => updateUser(tx, operatorId, { role }));
    await setRole("regular-user");
    expect((await call(token, "/trpc/ops.deposits.list?input={}")).status).toBe(403);
    await setRole("operator");
    expect((await call(token, "/trpc/ops.deposits.list?input={}")).status).toBe(200);
  });

  test.each([
    ["a procedure that is none", ["ops.deposits.invent"]],
    ["a customer's procedure", ["balances.get"]],
    ["one that makes tokens", ["ops.tokens.create"]],
  ])("%s is refused at its field", async (_name, procedures) => {
    const made = await mutate(operator, "ops.tokens.create", { name: "Robot", procedures });
    expect([made.code, made.errors]).toEqual([
      "validation_failed",
      { procedures: ["Tokens can't call some of these."] },
    ]);
  });

  test("any operator revokes it, and the audit log has both acts", async () => {
    const { id, token } = await make(["ops.deposits.list"]);
    const listed = await query<ServiceTokenItem[]>(operator, "ops.tokens.list");
    expect(listed.data.find((each) => each.id === id)).toMatchObject({
      name: "Deposit robot",
      procedures: ["ops.deposits.list"],
      created_by: "operator@demo.test",
    });
    expect((await mutate(operator, "ops.tokens.revoke", { id })).status).toBe(200);
    expect((await mutate(operator, "ops.tokens.revoke", { id })).status).toBe(404);
    expect((await call(token, "/trpc/ops.deposits.list?input={}")).status).toBe(401);
    const { rows } = await listAudit(app.services.database.read, { subject: id, page: 1, perPage: 10 });
    expect(rows.map(({ actor, action }) => `${actor} ${action}`).toSorted()).toEqual([
      `${operatorId} token.created`,
      `${operatorId} token.revoked`,
    ]);
  });

  test("customers make none", async () => {
    const customer = app.client();
    await customer.login("customer@demo.test");
    const made = await mutate(customer, "ops.tokens.create", {
      name: "Robot",
      procedures: ["ops.deposits.list"],
    });
    expect(made.code).toBe("forbidden");
  });
});
