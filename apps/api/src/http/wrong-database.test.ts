import path from "node:path";
import type { SystemCheck } from "@wattle/contracts/system-checks";
import { freshDatabase, type FreshDatabase } from "@wattle/db/testing/databases";
import { administer, freePort, startPostgres } from "@wattle/db/testing/postgres-server";
import { switchingProxy, type SwitchingProxy } from "@wattle/db/testing/switching-proxy";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { query } from "../testing/call-procedure.ts";

let own: FreshDatabase;
let other: Awaited<ReturnType<typeof startPostgres>>;
let proxy: SwitchingProxy;
let api: TestApp;

const portOf = (url: string): number => Number.parseInt(new URL(url).port, 10);

beforeAll(async () => {
  own = await freshDatabase("postgres");
  other = await startPostgres(path.join(inject("databaseDirectory"), "wrong-database"));
  proxy = await switchingProxy();
  proxy.lead(portOf(own.url));
  const address = new URL(own.url);
  address.port = String(proxy.port);
  api = await startTestApp({ dialect: "postgres", databaseUrl: address.href });
}, 120_000);
afterAll(async () => {
  await api.close();
  await proxy.close();
  await other.stop();
  await own.close();
});

const readiness = async () => (await api.client().get<{ status: string; reason?: string }>("/readyz")).body;

async function toAnother(): Promise<number> {
  await administer(other.url, `create database ${new URL(own.url).pathname.slice(1)}`);
  return portOf(other.url);
}

test.each([
  ["nowhere", freePort, expect.stringMatching(/^Nothing is written: /)],
  ["to a server without it", () => portOf(other.url), "Nothing is written: 3D000."],
  ["to another database", toAnother, "Nothing is written: another database answers here than at the start."],
])(
  "an address that leads %s takes the process out of service, and says why",
  async (_where, port, reason) => {
    const signedIn = api.client();
    await signedIn.login("customer@demo.test");
    proxy.lead(await port());
    await expect.poll(readiness).toMatchObject({ status: "failed", reason });
    expect((await signedIn.get("/api/users/balance")).status).toBe(503);
    proxy.lead(portOf(own.url));
    await expect.poll(readiness).toMatchObject({ status: "ok" });
    expect((await signedIn.get("/api/users/balance")).status).toBe(200);
  },
);

test("a clock that jumps is a fault at the desk", async () => {
  const staff = api.client();
  await staff.login("operator@demo.test");
  const clockNow = async () => {
    const { data } = await query<{ system: SystemCheck[] }>(staff, "ops.today");
    return data.system.find(({ name }) => name === "Clock");
  };
  api.clock.set(Date.now());
  expect(await clockNow()).not.toMatchObject({ state: "fault" });
  api.clock.advance(300_000);
  expect(await clockNow()).toMatchObject({
    state: "fault",
    text: expect.stringMatching(/^This machine’s clock is \d+ s ahead of PostgreSQL’s\. Start time synchron/),
  });
});
