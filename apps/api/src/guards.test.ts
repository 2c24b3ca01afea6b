import type { UserData } from "@wattle/contracts/accounts";
import type { ErrorBody } from "@wattle/contracts/errors";
import { DIALECTS } from "@wattle/db/testing/databases";
import { updateUser } from "@wattle/db/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "./testing/app-for-test.ts";
import type { TestClient } from "./testing/client.ts";
import { holdRate, payloadOf } from "./testing/exchanges.ts";

const WHO = ["guest", "customer", "partner", "new", "unverified", "blocked", "operator"] as const;
type Who = (typeof WHO)[number];
type Outcome = "ok" | ErrorBody["code"];

const OPEN: Record<Who, Outcome> = {
  guest: "ok",
  customer: "ok",
  partner: "ok",
  new: "ok",
  unverified: "ok",
  blocked: "account_blocked",
  operator: "ok",
};
/** From here on staff are refused: they are not customers. */
const SIGNED_IN: Record<Who, Outcome> = { ...OPEN, guest: "unauthenticated", operator: "forbidden" };
const VERIFIED: Record<Who, Outcome> = {
  ...SIGNED_IN,
  new: "email_unverified",
  unverified: "identity_unverified",
};
const PARTNERS: Record<Who, Outcome> = {
  ...VERIFIED,
  customer: "forbidden",
};

/** Access of everyone: the whole table of the calls that read. */
const CALLS: readonly [string, Record<Who, Outcome>][] = [
  ["/api/currencies", OPEN],
  ["/api/exchange-fees", OPEN],
  ["/api/rates", OPEN],
  ["/api/users/balance", SIGNED_IN],
  ["/api/users/transactions", VERIFIED],
  ["/api/users/bank-accounts", VERIFIED],
  ["/api/users/system-bank-accounts", VERIFIED],
  ["/api/users/referrals", PARTNERS],
];

describe.each(DIALECTS)("who may call what on %s", (dialect) => {
  let api: TestApp;
  const clients = new Map<Who, TestClient>();
  const users = new Map<Who, UserData>();
  const as = (who: Who): TestClient => {
    const client = clients.get(who);
    if (client === undefined) throw new Error(`${who} is not there yet`);
    return client;
  };

  beforeAll(async () => {
    api = await startTestApp({ dialect });
    for (const who of WHO) {
      const client = api.client();
      clients.set(who, client);
      if (who !== "guest") users.set(who, await client.login(`${who}@demo.test`));
    }
  });
  afterAll(() => api.close());

  test.each(CALLS.flatMap(([path, table]) => WHO.map((who) => [path, who, table[who]] as const)))(
    "GET %s for %s: %s",
    async (path, who, outcome) => {
      const answer = await as(who).get<ErrorBody>(path);
      expect(outcome === "ok" ? answer.status : answer.body.code).toBe(outcome === "ok" ? 200 : outcome);
    },
  );

  test.each(WHO)("an exchange of %s is open to verified accounts alone", async (who) => {
    const payload = { ...payloadOf(await holdRate(as("customer")), "0.01") };
    const answer = await as(who).post<ErrorBody>("/api/users/transactions", { ...payload, hash: "x" });
    // If the guards let someone in, the hash is what is wrong.
    expect(answer.body.code).toBe(VERIFIED[who] === "ok" ? "quote_invalid" : VERIFIED[who]);
  });

  test.each(WHO.filter((who) => who !== "guest"))(
    "%s reads the own user data and no one else's",
    async (who) => {
      const own = users.get(who);
      const answer = await as(who).get<{ data: UserData }>(`/api/users/${own?.user.id}`);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual(own);
      const stranger = users.get(who === "customer" ? "partner" : "customer")?.user.id ?? "";
      const unknown = "01900000-0000-7000-8000-000000000000";
      const answers = [];
      for (const id of [stranger, unknown]) answers.push(await as(who).get<ErrorBody>(`/api/users/${id}`));
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
      // Another's id must look like one that does not exist.
      expect({ ...answers[0]?.body, request_id: "" }).toEqual({ ...answers[1]?.body, request_id: "" });
    },
  );

  test("a blocked account reaches its user data and the way out, and no more", async () => {
    const client = api.client();
    const { user } = await client.login("blocked@demo.test");
    expect(user.status).toBe("blocked");
    expect((await client.get(`/api/users/${user.id}`)).status).toBe(200);
    for (const path of ["/api/currencies", "/api/users/balance", "/trpc/quotes.serverTime"]) {
      expect((await client.get(path)).status, path).toBe(403);
    }
    expect((await client.post("/logout")).status).toBe(204);
    expect((await client.get("/api/currencies")).status).toBe(200);
  });

  test("an account that is blocked while signed in is stopped at its next call", async () => {
    const client = api.client();
    const { user } = await client.login("nigeria@demo.test");
    expect((await client.get("/api/users/balance")).status).toBe(200);
    await api.services.database.write((tx) => updateUser(tx, user.id, { status: "blocked" }));
    expect((await client.get<ErrorBody>("/api/users/balance")).body.code).toBe("account_blocked");
    await api.services.database.write((tx) => updateUser(tx, user.id, { status: "verified" }));
    expect((await client.get("/api/users/balance")).status).toBe(200);
  });

  test("the balance has every currency the customer may use, zero at full precision", async () => {
    const balanceOf = async (who: Who): Promise<Record<string, string>> =>
      (await as(who).get<{ data: Record<string, string> }>("/api/users/balance")).body.data;
    expect(await balanceOf("customer")).toEqual({
      AUD: "250000.00",
      BTC: "2.50000000",
      ETH: "40.00000000",
    });
    expect(await balanceOf("partner")).toEqual({ AUD: "0.00", BTC: "0.00000000", ETH: "0.00000000" });
    expect(users.get("unverified")?.balance["AUD"]).toBe("1000.00");
    const nigerian = api.client();
    await nigerian.login("nigeria@demo.test");
    expect((await nigerian.get<{ data: object }>("/api/users/balance")).body.data).toEqual({
      AUD: "0.00",
      NGN: "10000000.00",
      BTC: "0.50000000",
      ETH: "0.00000000",
    });
  });

  test("accounts to pay to are those of the customer's own fiat currencies", async () => {
    const currenciesOf = async (client: TestClient): Promise<Set<string>> => {
      const { body } = await client.get<{ data: { currency: string }[] }>("/api/users/system-bank-accounts");
      return new Set(body.data.map(({ currency }) => currency));
    };
    expect(await currenciesOf(as("customer"))).toEqual(new Set(["AUD"]));
    const nigerian = api.client();
    await nigerian.login("nigeria@demo.test");
    expect(await currenciesOf(nigerian)).toEqual(new Set(["AUD", "NGN"]));
  });

  test("only a partner has a partner link", () => {
    for (const [who, { profile, user }] of users) {
      expect(profile.partner_link !== null, who).toBe(who === "partner");
      expect(user.profile).toEqual(profile);
    }
  });
});
