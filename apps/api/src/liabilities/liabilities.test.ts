import type { LiabilitiesDocument, OwnLiability } from "@wattle/contracts/liabilities";
import { checkLiabilities } from "@wattle/contracts/liability-tree";
import type { WriteTx } from "@wattle/db/database";
import { selectOwned } from "@wattle/db/liabilities";
import { DIALECTS } from "@wattle/db/testing/databases";
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { TestClient } from "../testing/client.ts";
import { runOps } from "../testing/run-ops.ts";
import { sha256 } from "./build-tree.ts";
import { publishDaily, publishLiabilities } from "./publish-liabilities.ts";

const DAY = 24 * 3_600_000;

describe.each(DIALECTS)("the proof of liabilities on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let id: string;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client();
    ({
      user: { id },
    } = await customer.login("customer@demo.test"));
  });
  afterAll(() => app.close());

  const document = async (): Promise<LiabilitiesDocument> =>
    (await app.client().get<LiabilitiesDocument>("/.well-known/liabilities.json")).body;
  const own = async (client = customer): Promise<OwnLiability[]> =>
    (await client.get<{ data: OwnLiability[] }>("/api/users/liabilities")).body.data;
  const rows = async (table: "liability_nodes" | "liability_leaves") =>
    app.services.database.read.selectFrom(table).select("publication_id").distinct().execute();
  const publications = () =>
    app.services.database.read.selectFrom("liability_publications").select(["id", "document"]).execute();

  test("before the first publication there is none, and nothing is counted", async () => {
    expect((await app.client().get("/.well-known/liabilities.json")).status).toBe(404);
    expect(await own()).toEqual([]);
  });

  test("the command publishes it, signed by a published key over the document without the signature", async () => {
    const { code, out } = await runOps(app, ["liabilities", "publish", "--json"]);
    expect(code).toBe(0);
    const { signature, ...unsigned } = await document();
    expect(JSON.parse(out)).toEqual({ ...unsigned, signature });
    const keys = await app.client().get<JSONWebKeySet>("/.well-known/jwks.json");
    const { payload, protectedHeader } = await compactVerify(signature, createLocalJWKSet(keys.body));
    expect(protectedHeader).toMatchObject({ alg: "EdDSA", typ: "liabilities+json" });
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(unsigned);
    expect(Object.keys(unsigned)).toEqual(["id", "created_at", "trees"]);
    expect(unsigned.created_at).toBe(new Date(app.clock.now()).toISOString());
  });

  test("every customer's part of every currency leads to the published root, and all add up to the totals", async () => {
    const published = await document();
    const totals = new Map<string, bigint>();
    const owned = await selectOwned(app.services.database.read).execute();
    for (const { currency, amount } of owned) totals.set(currency, (totals.get(currency) ?? 0n) + amount);
    expect(published.trees.map(({ currency, total }) => [currency, BigInt(total)])).toEqual(
      [...totals].toSorted(([a], [b]) => a.localeCompare(b)),
    );
    const mine = new Map(owned.filter((row) => row.user_id === id).map((row) => [row.currency, row.amount]));
    expect(mine.size).toBeGreaterThan(1);
    const checks = await checkLiabilities(published, id, await own(), sha256, mine);
    expect(checks.map(({ currency, amount, problem }) => [currency, amount, problem])).toEqual(
      [...mine]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([currency, amount]) => [currency, amount, undefined]),
    );
  });

  test("who had nothing is counted with nothing; a visitor and staff are refused", async () => {
    const poor = app.client();
    await poor.login("new@demo.test");
    expect(await own(poor)).toEqual([]);
    const staff = app.client();
    await staff.login("operator@demo.test");
    const path = "/api/users/liabilities";
    expect([(await app.client().get(path)).status, (await staff.get(path)).status]).toEqual([401, 403]);
  });

  test("the next one has other nonces and splits, and takes the place of the one before", async () => {
    const [before, mine] = [await document(), await own()];
    const next = await publishLiabilities(app.services);
    expect(next?.trees.map(({ total }) => total)).toEqual(before.trees.map(({ total }) => total));
    const nonces = (of: OwnLiability[]) => of.flatMap(({ leaves }) => leaves.map(({ nonce }) => nonce));
    const now = await own();
    expect(nonces(now).filter((nonce) => nonces(mine).includes(nonce))).toEqual([]);
    expect(now[0]?.publication).toBe(next?.id);
    for (const table of ["liability_nodes", "liability_leaves"] as const)
      expect(await rows(table)).toEqual([{ publication_id: next?.id }]);
  });

  test("the daily one is published once in a local day, however many processes look", async () => {
    const before = (await publications()).length;
    const processes = [0, 1, 2].map(() => publishDaily(app.services));
    expect((await Promise.all(processes)).filter((published) => published !== undefined)).toHaveLength(1);
    expect(await publishDaily(app.services)).toBeUndefined();
    app.clock.advance(DAY);
    expect((await publishDaily(app.services))?.id).toBe((await document()).id);
    expect((await publications()).length).toBe(before + 2);
  });

  test("a day that a process began and did not finish is taken over an hour later", async () => {
    app.clock.advance(DAY);
    const config = { ...app.services.config, DATABASE_URL: "mysql://killed" };
    await expect(publishDaily({ ...app.services, config })).rejects.toThrow("a database url begins with");
    const before = await document();
    expect(await publishDaily(app.services)).toBeUndefined();
    app.clock.advance(DAY / 24 + 1);
    const published = await publishDaily(app.services);
    expect(published?.id).toBe((await document()).id);
    expect(published?.id).not.toBe(before.id);
  });

  test("a process that is stopped leaves the day to another at once", async () => {
    app.clock.advance(DAY);
    await expect(publishDaily(app.services, AbortSignal.abort())).rejects.toThrow("the thread was ended");
    expect(await publishDaily(app.services)).toMatchObject({ id: (await document()).id });
  });

  test("one whose tree has a hole is an error, not a read without an end", async () => {
    await app.services.database.write((tx) => tx.deleteFrom("liability_nodes").execute());
    expect((await customer.get("/api/users/liabilities")).status).toBe(500);
    await publishLiabilities(app.services);
    expect((await customer.get("/api/users/liabilities")).status).toBe(200);
  });

  test("one that is finished after a newer one never replaces it", async () => {
    let newer: LiabilitiesDocument | undefined;
    const { database } = app.services;
    const overtaken: typeof database = Object.create(database, {
      write: {
        value: async (work: (tx: WriteTx) => Promise<unknown>) => {
          const done = await database.write(work);
          newer ??= await publishLiabilities(app.services);
          return done;
        },
      },
    });
    expect(await publishLiabilities({ ...app.services, database: overtaken })).toBeUndefined();
    expect((await document()).id).toBe(newer?.id);
  });
});
