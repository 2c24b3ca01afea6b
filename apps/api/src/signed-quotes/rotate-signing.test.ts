import { DIALECTS } from "@wattle/db/testing/databases";
import { describe, expect, test } from "vitest";
import { readSealKeys } from "../book-seals/seal-keys.ts";
import { startBookSeals } from "../book-seals/start-book-seals.ts";
import { injected, startTestApp } from "../testing/app-for-test.ts";
import { createClient } from "../testing/client.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";
import { runOps } from "../testing/run-ops.ts";
import { twoProcesses } from "../testing/two-processes.ts";
import { keyIdOf, signQuote } from "./quote.ts";

interface Jwks {
  readonly keys: readonly { readonly kid: string }[];
}

describe.each(DIALECTS)("a new key for rates on %s", (dialect) => {
  const two = twoProcesses(dialect);

  test("refuses no quote on any process: of the key before, or of the new one where it is not known yet", async () => {
    const { app, other, customer, pass } = two;
    const elsewhere = app.client();
    await elsewhere.login("customer@demo.test");
    const published = async (): Promise<readonly string[]> =>
      (await customer.get<Jwks>("/.well-known/jwks.json")).body.keys.map(({ kid }) => kid);
    const [before = ""] = await published();
    const old = [await holdRate(elsewhere), await holdRate(customer), await holdRate(elsewhere)];
    const outcome = await runOps(app, ["keys", "rotate-signing"]);
    expect(outcome).toMatchObject({ code: 0 });
    expect(outcome.out).toContain(`${before} signs no more`);
    // Neither process knows: what it signs now is honoured by both.
    old.push(await holdRate(elsewhere), await holdRate(customer));
    // The first one learns of it; the other one has not looked since.
    await app.services.signingKeys.refreshNow();
    const first = await holdRate(elsewhere);
    const now = keyIdOf(first.hash) ?? "";
    expect(now).not.toBe(before);
    expect(other.services.signingKeys.publicKeys.has(now)).toBe(false);
    for (const held of [first, ...old]) {
      expect(await postExchange(customer, payloadOf(held, "0.01"))).toMatchObject({ status: 201 });
    }
    expect(await published()).toEqual(expect.arrayContaining([before, now]));
    pass();
    expect(keyIdOf((await holdRate(customer)).hash)).toBe(now);
  });

  test("leaves the one before worthless once its last quotes have run out, and seals go on", async () => {
    const { app, customer, pass } = two;
    const stolen = app.services.signingKeys.current;
    const held = await holdRate(customer);
    await runOps(app, ["keys", "rotate-signing"]);
    pass();
    await startBookSeals(app.services)();
    expect((await readSealKeys(app.services)).kid).not.toBe(stolen.kid);
    expect((await runOps(app, ["audit", "verify"])).code).toBe(0);
    const quote = await app.services.signingKeys.read(held.hash);
    if (quote === undefined) throw new Error("a quote of the key before is read");
    const forged = signQuote(
      { ...quote, id: app.services.ids.uuid(), expiresAt: quote.expiresAt + 3_600_000 },
      stolen,
    );
    const payload = { ...payloadOf(held, "0.01"), hash: forged };
    expect(await postExchange(customer, payload)).toMatchObject({
      status: 422,
      body: { code: "quote_invalid" },
    });
  });
});

test("a session goes on while APP_SECRET is replaced, process by process", async () => {
  const [before, after] = ["b".repeat(32), "a".repeat(32)];
  const start = (secret: string, databaseUrl?: string) =>
    startTestApp({
      dialect: "sqlite",
      env: { APP_SECRET: secret },
      ...(databaseUrl !== undefined && { databaseUrl }),
    });
  const app = await start(`${before},${after}`);
  const other = await start(`${after},${before}`, app.databaseUrl);
  let serving = app;
  // A balancer sends each request to another process.
  const customer = createClient((...request) => injected(serving.app, "127.0.0.1")(...request));
  await customer.login("customer@demo.test");
  for (serving of [other, app, other]) {
    const payload = payloadOf(await holdRate(customer), "0.01");
    expect(await postExchange(customer, payload)).toMatchObject({ status: 201 });
  }
  await other.close();
  await app.close();
});
