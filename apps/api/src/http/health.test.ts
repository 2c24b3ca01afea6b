import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";

describe.each(DIALECTS)("health on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
  });
  afterAll(() => api.close());

  test("the process lives", async () => {
    const answer = await api.client().get("/healthz");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: "ok" });
  });

  test("database, migrations and rates are usable", async () => {
    const answer = await api.client().get("/readyz");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      status: "ok",
      checks: { database: "ok", migrations: "ok", rates: "ok" },
    });
  });
});
