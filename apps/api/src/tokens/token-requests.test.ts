import type { TokenRequests } from "@wattle/contracts/token-requests";
import type { CreatedToken } from "@wattle/contracts/tokens";
import { insertTokenRequests, KEPT_REQUESTS, listTokenRequests } from "@wattle/db/token-requests";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createTokenRequests } from "../access/token-requests.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { startWritingRequests } from "./token-requests.ts";

const PATH = "/api/tokens/requests";

describe.each(DIALECTS)("requests of a token, on %s", (dialect) => {
  let app: TestApp;
  let owner: TestClient;
  let made: CreatedToken;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    owner = app.client();
    await owner.login("customer@demo.test");
    made = await make(["read", "webhooks"]);
  });
  afterAll(() => app.close());

  const make = async (scopes: string[], client = owner): Promise<CreatedToken> =>
    (await mutate<CreatedToken>(client, "tokens.create", { name: "Shop", scopes, expires_in_days: 90 })).data;
  const bearer = ({ token }: CreatedToken, more = {}) => ({ authorization: `Bearer ${token}`, ...more });
  const list = async (search: string, client = owner): Promise<TokenRequests> => {
    const answer = await client.get<TokenRequests>(`${PATH}?${search}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  /** All that were made, once the last of them is written. */
  const written = async ({ id }: CreatedToken, count: number): Promise<TokenRequests["data"]> =>
    vi.waitFor(async () => {
      await app.services.tokenRequests.write();
      const { data } = await list(`token=${id}&limit=100`);
      expect(data).toHaveLength(count);
      return data;
    });
  const row = (id: string, token_id: string, created_at: number) => ({
    id,
    token_id,
    created_at: BigInt(created_at),
    method: "GET",
    path: "/api/rates",
    status: 200n,
    idempotency_key: null,
    duration_ms: 1n,
  });

  test("each is listed with its path, status and key, newest first, without its query or body", async () => {
    const program = app.client();
    await program.get("/api/users/balance?in=AUD", bearer(made));
    app.clock.advance(1);
    const key = { "idempotency-key": "order-1" };
    await program.post("/api/users/transactions", { secret: "of the body" }, bearer(made, key));
    app.clock.advance(1);
    await program.get("/api/nothing/wat_abcdefgh?x=1", bearer(made));
    app.clock.advance(1);
    await program.get("/trpc/balances.get", bearer(made));
    const data = await written(made, 4);
    expect(
      data.map(({ method, path, status, idempotency_key }) => [method, path, status, idempotency_key]),
    ).toEqual([
      ["GET", "/trpc/balances.get", 200, null],
      ["GET", "/api/nothing/wat_…", 404, null],
      ["POST", "/api/users/transactions", 403, "order-1"],
      ["GET", "/api/users/balance", 422, null],
    ]);
    expect(JSON.stringify(data)).not.toMatch(/of the body|in=AUD|x=1/);
    for (const { duration_ms: duration, created_at: at } of data) {
      expect(duration).toBeGreaterThanOrEqual(0);
      expect(new Date(at).toISOString()).toBe(at);
    }
  });

  test.each([
    ["order-2031", "order-2031"],
    ["0198f2c4-7d1e-7cc0-9d64-0b2f6b1f3a55", "0198f2c4-7d1e-7cc0-9d64-0b2f6b1f3a55"],
    [`wat_${"a".repeat(20)}`, "wat_aaaa…"],
    ["whsec_c2VjcmV0", "whsec_c2…"],
    ["sk_live_4242", "sk_live_…"],
    ["eyJhbGciOiJFZERTQSJ9.e30", "eyJhbGci…"],
    ["x".repeat(41), "xxxxxxxx…"],
  ])("the key %s is kept as %s", async (key, kept) => {
    const own = await make(["read"]);
    await app.client().get("/api/users/balance", bearer(own, { "idempotency-key": key }));
    expect((await written(own, 1))[0]?.idempotency_key).toBe(kept);
    await owner.delete(`/api/tokens/${own.id}`);
  });

  test("a program reads its own by its token, and no other's", async () => {
    const [own, other] = [await make(["trade"]), await make(["read"])];
    const program = app.client();
    await program.get("/api/rates", bearer(own));
    await written(own, 1);
    const mine = await program.get<TokenRequests>(PATH, bearer(own));
    expect([mine.status, mine.body.data.map(({ path }) => path)]).toEqual([200, ["/api/rates"]]);
    const named = await program.get<TokenRequests>(`${PATH}?token=${own.id}`, bearer(own));
    expect(named.body.data).toEqual(expect.arrayContaining(mine.body.data));
    expect((await program.get(`${PATH}?token=${other.id}`, bearer(own))).status).toBe(404);
  });

  test.each<[string, string, string]>([
    ["no token", "", "customer@demo.test"],
    ["an unknown token", "?token=none", "customer@demo.test"],
    ["another customer's token", "?token=", "nigeria@demo.test"],
  ])("a session that names %s gets a 404", async (_what, search, email) => {
    const client = app.client();
    await client.login(email);
    const answer = await client.get(`${PATH}${search === "?token=" ? `?token=${made.id}` : search}`);
    expect(answer.status).toBe(404);
  });

  test.each([
    ["after", "after=nowhere"],
    ["limit", "limit=0"],
    ["limit", "limit=101"],
    ["search", "search=x"],
  ])("a wrong %s is refused at its field", async (field, search) => {
    const { status, body } = await owner.get<{ errors: object }>(`${PATH}?token=${made.id}&${search}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test("a visitor and staff are refused", async () => {
    const operator = app.client();
    await operator.login("operator@demo.test");
    expect((await app.client().get(PATH)).status).toBe(401);
    expect((await operator.get(`${PATH}?token=${made.id}`)).status).toBe(403);
  });

  test("the newest 500 are kept, and a walk meets each once", async () => {
    const { id } = await make(["read"]);
    const rows = Array.from({ length: KEPT_REQUESTS + 20 }, (_, n) =>
      row(`${dialect}-${n}`, id, 1000 + (n >> 1)),
    );
    const { database } = app.services;
    await database.write((tx) => insertTokenRequests(tx, rows.slice(0, 30)));
    await database.write((tx) => insertTokenRequests(tx, rows.slice(30)));
    const kept = await listTokenRequests(database.read, id, { after: undefined, limit: 1000 });
    expect(kept).toHaveLength(KEPT_REQUESTS);
    const seen: string[] = [];
    for (let after = ""; ;) {
      const { data, next } = await list(`token=${id}&limit=99${after}`);
      seen.push(...data.map((each) => each.id));
      if (next === null) break;
      after = `&after=${encodeURIComponent(next)}`;
    }
    expect(seen).toEqual(kept.map((each) => each.id));
    expect(kept.at(-1)?.created_at).toBe(1010n);
  });

  test("requests of a token that is gone meanwhile are left out, and those of others are written", async () => {
    const { id } = await make(["read"]);
    const requests = createTokenRequests(app.services.database, app.services.ids);
    for (const token of ["gone", id]) requests.note(row("", token, 1));
    await requests.write();
    expect((await list(`token=${id}`)).data).toHaveLength(1);
  });

  test("a writing that fails is made up for by the next", async () => {
    const { id } = await make(["read"]);
    const { database, ids } = app.services;
    let isAway = true;
    const write: typeof database.write = (work) =>
      isAway ? Promise.reject(new Error("away")) : database.write(work);
    const requests = createTokenRequests({ ...database, write }, ids);
    requests.note(row("", id, 1));
    await expect(requests.write()).rejects.toThrow("away");
    isAway = false;
    requests.note(row("", id, 2));
    await requests.write();
    expect((await list(`token=${id}`)).data.map(({ created_at }) => Date.parse(created_at))).toEqual([2, 1]);
  });

  test("more than fit in memory are not noted, and the server's end writes the last", async () => {
    const { id } = await make(["read"]);
    const { database, ids, log } = app.services;
    const tokenRequests = createTokenRequests(database, ids);
    const stop = startWritingRequests({ tokenRequests, log }, () => () => undefined);
    for (let n = 0; n < 10_100; n++) tokenRequests.note(row("", id, n));
    await stop();
    const kept = await listTokenRequests(database.read, id, { after: undefined, limit: 1000 });
    expect([kept.length, kept[0]?.created_at]).toEqual([KEPT_REQUESTS, 9_999n]);
  });

  test("a session's requests are not noted", async () => {
    await owner.get("/api/users/balance");
    await app.services.tokenRequests.write();
    const { data } = await query<TokenRequests>(owner, "tokens.requests", { token: made.id });
    expect(data.data.every(({ path }) => path !== "/api/tokens/requests")).toBe(true);
  });
});
