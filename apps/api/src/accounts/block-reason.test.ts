import type { UserData } from "@wattle/contracts/accounts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { updateUser } from "@wattle/db/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REQUEST_EXAMPLES } from "../rest/examples.ts";
import { proceduresOf } from "../rest/openapi.ts";
import { procedureFacts, procedureNames } from "../trpc-internals.ts";
import { REST_ROUTES } from "../rest/routes.ts";
import { callRow } from "../testing/call-row.ts";
import { appRouter } from "../router.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { confirmed, mailsTo, PASSWORD } from "../testing/visitor.ts";

const MARKER = "Marker-7f3a91-suspected-fraud";
/** These end the session that walks; they are called last. */
const LAST = ["sessions.logout", "sessions.login", "accounts.register"];
const PAGES = ["/", "/access-denied", "/user-information", "/dashboard", "/dashboard/personal-information"];

describe.each(DIALECTS)("why an account is blocked, on %s", (dialect) => {
  let api: TestApp;
  let operator: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    operator = api.client();
    await operator.login("operator@demo.test");
  });
  afterAll(() => api.close());

  /** A verified customer with a token, blocked since. */
  async function blockedCustomer() {
    const { client, email, id } = await confirmed(api);
    await api.services.database.write((tx) => updateUser(tx, id, { status: "verified" }));
    const { data } = await mutate<{ token: string }>(client, "tokens.create", {
      name: "Reader",
      scopes: ["read"],
    });
    await mutate(operator, "ops.customers.block", { id, reason: MARKER });
    return { client, email, id, bearer: { authorization: `Bearer ${data.token}` } };
  }

  test("never reaches the customer: not by a procedure, a REST row, a page, a token or a mail", async () => {
    const { client, email, id, bearer } = await blockedCustomer();
    const seen: string[] = [];
    const names = procedureNames(appRouter);
    for (const name of [...names.filter((each) => !LAST.includes(each)), ...LAST]) {
      const input = { ...REQUEST_EXAMPLES[name], id };
      const search = `?input=${encodeURIComponent(JSON.stringify(input))}`;
      const answer =
        procedureFacts(appRouter, name).type === "query"
          ? await client.get(`/trpc/${name}${search}`)
          : await client.post(`/trpc/${name}`, input);
      seen.push(answer.text, JSON.stringify(answer.headers));
    }
    const signedIn = await client.post("/login", { email, password: PASSWORD });
    expect(signedIn.status).toBe(200);
    seen.push(signedIn.text);
    const rows = REST_ROUTES.flatMap((route) => proceduresOf(route).map(({ name }) => ({ route, name })));
    for (const { route, name } of rows.toSorted((a, b) => LAST.indexOf(a.name) - LAST.indexOf(b.name))) {
      const input = { ...REQUEST_EXAMPLES[name], id };
      for (const headers of [{}, bearer]) {
        const answer = await callRow(client, route, input, headers);
        seen.push(answer.text, JSON.stringify(answer.headers));
      }
    }
    await client.login(email, PASSWORD);
    for (const page of PAGES) seen.push((await client.get(page)).text);
    for (const mail of await mailsTo(api, email)) seen.push(JSON.stringify(mail));
    expect(seen.length).toBeGreaterThan(names.length + REST_ROUTES.length);
    expect(seen.filter((text) => text.includes(MARKER))).toEqual([]);

    const { data } = await query<{ block_reason: string }>(operator, "ops.customers.get", { id });
    expect(data.block_reason).toBe(MARKER);
  });

  test("does not replace the reason of a rejection", async () => {
    const { client, id } = await confirmed(api);
    const rejected = { status: "rejected", status_reason: "The photo is blurred" } as const;
    await api.services.database.write((tx) => updateUser(tx, id, rejected));
    const own = async () => (await client.get<{ data: UserData }>(`/api/users/${id}`)).body.data.user;
    await mutate(operator, "ops.customers.block", { id, reason: MARKER });
    expect(await own()).toMatchObject({ status: "blocked", status_reason: null });
    await mutate(operator, "ops.customers.unblock", { id });
    expect(await own()).toMatchObject(rejected);
    const { data } = await query(operator, "ops.customers.get", { id });
    expect(data).toMatchObject({ block_reason: null });
  });
});
