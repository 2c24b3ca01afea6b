import type { CreatedServiceToken, ServiceTokenItem } from "@wattle/contracts/tokens";
import type { StaffRole } from "@wattle/contracts/accounts";
import { updateUser } from "@wattle/db/accounts";
import { rolesText } from "@wattle/db/roles";
import { listAudit } from "@wattle/db/audit";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import { newStaff } from "../../testing/new-staff.ts";
import type { TestClient } from "../../testing/client.ts";

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

  test("it acts within its maker's roles, judged at each call", async () => {
    const { client, id } = await newStaff(app, "compliance");
    const input = { name: "Robot", procedures: ["ops.customers.block", "ops.deposits.list"] };
    const { token } = (await mutate<CreatedServiceToken>(client, "ops.tokens.create", input)).data;
    const block = async (): Promise<string | undefined> =>
      (
        await app.client().post<{ error: { data: { code: string } } }>(
          "/trpc/ops.customers.block",
          {},
          {
            authorization: `Bearer ${token}`,
          },
        )
      ).body.error.data.code;
    const setRoles = (...roles: readonly StaffRole[]): Promise<boolean> =>
      app.services.database.write((tx) => updateUser(tx, id, { roles: rolesText(roles) }));
    expect(await block()).toBe("validation_failed");
    await setRoles("support");
    expect(await block()).toBe("forbidden");
    expect((await call(token, "/trpc/ops.deposits.list?input={}")).status).toBe(200);
    await setRoles();
    expect((await call(token, "/trpc/ops.deposits.list?input={}")).status).toBe(401);
    await setRoles("compliance");
    expect(await block()).toBe("validation_failed");
  });

  test("one for what its maker may not do is refused at its field", async () => {
    const { client } = await newStaff(app, "support");
    const made = await mutate(client, "ops.tokens.create", {
      name: "Robot",
      procedures: ["ops.deposits.list", "ops.deposits.confirm"],
    });
    expect([made.code, Object.keys(made.errors ?? {})]).toEqual(["validation_failed", ["procedures"]]);
  });

  test("someone who is no admin sees and revokes the own tokens alone", async () => {
    const { id } = await make(["ops.deposits.list"]);
    const { client } = await newStaff(app, "finance");
    const input = { name: "Robot", procedures: ["ops.deposits.list"] };
    const own = (await mutate<CreatedServiceToken>(client, "ops.tokens.create", input)).data;
    const seen = async (): Promise<string[]> =>
      (await query<ServiceTokenItem[]>(client, "ops.tokens.list")).data.map((token) => token.id);
    expect(await seen()).toEqual([own.id]);
    expect((await mutate(client, "ops.tokens.revoke", { id })).code).toBe("not_found");
    expect((await mutate(client, "ops.tokens.revoke", { id: own.id })).status).toBe(200);
    expect(await seen()).toEqual([]);
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

  test("an admin revokes it, and the audit log has both acts", async () => {
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
