import path from "node:path";
import { startPostgres } from "@wattle/db/testing/postgres-server";
import { signalPostgres } from "@wattle/db/testing/signal-postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { TestClient } from "../testing/client.ts";

// A PostgreSQL server of its own, since it is stopped in the middle of its work.
let server: Awaited<ReturnType<typeof startPostgres>>;
let api: TestApp;
let signedIn: TestClient;
const folder = path.join(inject("databaseDirectory"), "hung");
beforeAll(async () => {
  server = await startPostgres(folder);
  api = await startTestApp({ dialect: "postgres", databaseUrl: server.url });
  signedIn = api.client();
  await signedIn.login("customer@demo.test");
}, 120_000);
afterAll(async () => {
  signal("SIGCONT");
  await api.close();
  await server.stop();
});

const signal = (name: "SIGSTOP" | "SIGCONT"): void => signalPostgres(folder, name);

test("a server that hangs makes calls end with 503 and readiness answer before them; then all goes on", async () => {
  signal("SIGSTOP");
  const events: string[] = [];
  const calls = [
    signedIn.get<{ code: string }>("/api/users/balance"),
    api.client().post<{ code: string }>("/login", { email: "partner@demo.test", password: "Wattle-Demo1" }),
  ].map(async (call) => {
    const answer = await call;
    events.push("a call ended");
    return answer;
  });
  const ready = await api.client().get<{ checks: unknown }>("/readyz");
  events.push("readiness");
  expect(ready.status).toBe(503);
  expect(ready.body.checks).toMatchObject({ database: "failed", migrations: "failed" });
  expect((await api.client().get("/healthz")).status).toBe(200);
  for (const { status, body } of await Promise.all(calls)) {
    expect([status, body.code]).toEqual([503, "service_unavailable"]);
  }
  expect(events).toEqual(["readiness", "a call ended", "a call ended"]);
  // Connections that are opened while it hangs end as well.
  expect((await signedIn.get("/api/users/balance")).status).toBe(503);

  signal("SIGCONT");
  await expect.poll(async () => (await api.client().get("/readyz")).status, { timeout: 30_000 }).toBe(200);
  expect((await signedIn.get("/api/users/balance")).status).toBe(200);
}, 120_000);
