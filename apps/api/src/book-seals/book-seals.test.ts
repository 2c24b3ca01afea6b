import { generateKeyPairSync, sign } from "node:crypto";
import { sealBooks } from "@wattle/db/book-seals/seal-books";
import { DIALECTS } from "@wattle/db/testing/databases";
import { tamper } from "@wattle/db/testing/tamper";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { publicJwk, signingKeyOf } from "../signed-quotes/quote.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { runOps } from "../testing/run-ops.ts";
import { readSealKeys } from "./seal-keys.ts";
import { startBookSeals } from "./start-book-seals.ts";

const SECOND = 1000;

/** A timer whose waits a test ends. */
function heldTimer() {
  const waits: (() => void)[] = [];
  const timer = (run: () => void): (() => void) => {
    waits.push(run);
    return () => void waits.splice(waits.indexOf(run), 1);
  };
  return { waits, timer };
}

describe.each(DIALECTS)("the books of an installation on %s", (dialect) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp({ dialect, env: { LOG_LEVEL: "info", APPROVALS: "off" } });
  });
  afterEach(() => app.close());

  const verify = (...words: string[]) => runOps(app, ["audit", "verify", ...words]);
  const report = async () => JSON.parse((await verify("--json")).out) as Record<string, unknown>;
  const act = () =>
    runOps(app, ["ledger", "adjust", "customer@demo.test", "credit", "1", "AUD", "--internal-note", "n"]);
  const books = () => ({ dialect, url: app.databaseUrl });
  const failures = () => app.log.filter(({ msg }) => msg === "the books could not be sealed");
  const sealUp = () => startBookSeals(app.services)();

  test("are sealed at once, every second, and once more at the end", async () => {
    const { waits, timer } = heldTimer();
    expect(await report()).toMatchObject({ sealed: 0, seals: 0, newest: null });
    const stop = startBookSeals(app.services, timer);
    await expect.poll(() => waits.length).toBe(1);
    const first = await report();
    expect(first).toMatchObject({ open: 0, problem: null });
    await act();
    expect(await report()).toMatchObject({ sealed: first["sealed"], open: 2 });
    waits.shift()?.();
    await expect.poll(() => waits.length).toBe(1);
    expect(await report()).toMatchObject({ sealed: Number(first["sealed"]) + 2, open: 0 });
    await act();
    await stop();
    expect(waits).toEqual([]);
    expect(await report()).toMatchObject({ sealed: Number(first["sealed"]) + 4, open: 0 });
    expect(failures()).toEqual([]);
  });

  test("are said to be as they were, with a seal that can be noted; the log notes it every hour", async () => {
    const { waits, timer } = heldTimer();
    const stop = startBookSeals(app.services, timer);
    await expect.poll(() => waits.length).toBe(1);
    const { code, out } = await verify();
    expect(code).toBe(0);
    expect(out).toMatch(/^\d+ rows are as they were sealed, in \d+ seals; 0 rows are open/);
    const noted = /newest seal: (\S+)$/.exec(out)?.[1] ?? "";
    const lines = () => app.log.filter(({ msg }) => msg === "the books are sealed up to here");
    expect(lines()).toMatchObject([{ seal: noted }]);
    for (const [advance, count] of [
      [SECOND, 1],
      [3600 * SECOND, 2],
    ] as const) {
      app.clock.advance(advance);
      waits.shift()?.();
      await expect.poll(() => waits.length).toBe(1);
      expect(lines()).toHaveLength(count);
    }
    await stop();
    expect((await verify("--seal", noted)).code).toBe(0);
    const other = await verify("--seal", `1:${"A".repeat(43)}`);
    expect(other).toMatchObject({ code: 1, out: "book_seals 1 is not the seal that was noted" });
    expect(await verify("--seal", "12")).toMatchObject({ code: 2 });
  });

  test("name a row that was changed, with code 1", async () => {
    await act();
    await sealUp();
    await tamper(books(), [`update audit_log set details = '{"amount":"0.50"}'`]);
    const { code, out } = await verify();
    expect(code).toBe(1);
    expect(out).toMatch(/^audit_log [0-9a-f-]{36} was changed since seal \d+; it now has \{.*\}$/);
    expect(await report()).toMatchObject({ problem: { table: "audit_log" } });
  });

  test("are not sealed on top of removed seals, which the log says once, also after the head was made again", async () => {
    const { waits, timer } = heldTimer();
    const stop = startBookSeals(app.services, timer);
    await expect.poll(() => waits.length).toBe(1);
    await act();
    await tamper(books(), ["delete from book_seals", "delete from book_seal_heads"]);
    for (let second = 0; second < 3; second++) {
      waits.shift()?.();
      await expect.poll(() => waits.length).toBe(1);
    }
    await stop();
    expect(failures()).toHaveLength(1);
    expect(await report()).toMatchObject({ seals: 0 });
  });

  test("are not believed to a key that someone has added to the database", async () => {
    const { privateKey } = generateKeyPairSync("ed25519");
    const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    const jwk = publicJwk(signingKeyOf(pem).publicKey);
    await tamper(books(), [
      `insert into signing_keys (kid, public_jwk, private_pkcs8, created_at, retired_at)
       values ('${jwk.kid}', '${JSON.stringify(jwk)}', 'v0.${pem}', 1, 2)`,
    ]);
    const own = await readSealKeys(app.services);
    await sealBooks(
      app.services.database,
      {
        ...own,
        kid: jwk.kid,
        sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64url"),
      },
      1n,
    );
    expect(await report()).toMatchObject({ problem: { table: "book_seals", id: "1" } });
  });
});
