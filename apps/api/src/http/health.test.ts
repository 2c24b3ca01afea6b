import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DIALECTS } from "@wattle/db/testing/databases";
import { holdLock } from "@wattle/db/testing/hold-lock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";

interface Readiness {
  readonly status: string;
  readonly checks: Readonly<Record<string, string>>;
}

const ALL_WELL = { database: "ok", migrations: "ok", rates: "ok", documents: "ok" };

const readiness = async (api: TestApp): Promise<Readiness & { readonly code: number }> => {
  const { status: code, body } = await api.client().get<Readiness>("/readyz");
  return { code, ...body };
};

describe.each(DIALECTS)("health on %s", (dialect) => {
  let api: TestApp;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "wattle-health-"));
    api = await startTestApp({ dialect, env: { UPLOAD_DIR: path.join(folder, "uploads") } });
  });
  afterAll(async () => {
    await api.close();
    rmSync(folder, { recursive: true });
  });

  test("the process lives", async () => {
    const answer = await api.client().get("/healthz");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: "ok" });
  });

  test("database, migrations, rates and documents are usable, however many ask", async () => {
    for (const each of await Promise.all(Array.from({ length: 5 }, () => readiness(api)))) {
      expect(each).toEqual({ code: 200, status: "ok", checks: ALL_WELL });
    }
  });

  test.each([
    ["rates", { RATE_SOURCE: "kraken", KRAKEN_URL: "http://127.0.0.1:1" }, / has no price: /],
    // A folder cannot be inside a file.
    ["documents", { UPLOAD_DIR: path.join(import.meta.filename, "uploads") }, /ENOTDIR/],
  ])("while %s are away it serves on, degraded, and says why", async (check, env, reason) => {
    const degraded = await startTestApp({
      dialect,
      databaseUrl: api.databaseUrl,
      env: { UPLOAD_DIR: path.join(folder, "uploads"), ...env },
    });
    expect(await readiness(degraded)).toEqual({
      code: 200,
      status: "degraded",
      reason: expect.stringMatching(reason),
      checks: { ...ALL_WELL, [check]: "failed" },
    });
    await expect(degraded.client().login("customer@demo.test")).resolves.toBeDefined();
    await degraded.close();
  });
});

describe("the embedded database", () => {
  test("while another process holds its lock, other requests are answered and the write waits", async () => {
    const api = await startTestApp({ dialect: "sqlite" });
    const release = await holdLock(api.databaseUrl);
    const events: string[] = [];
    const login = api
      .client()
      .login("customer@demo.test")
      .then(() => events.push("signed in"));
    for (let asked = 0; asked < 20; asked++) {
      expect((await api.client().get("/healthz")).status).toBe(200);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await api.client().get("/api/currencies")).status).toBe(200);
    events.push("answered others");
    await Promise.all([release(), login]);
    expect(events).toEqual(["answered others", "signed in"]);
    await api.close();
  });

  test("a lock that is held for too long is 503, and not ready", async () => {
    const api = await startTestApp({ dialect: "sqlite" });
    const release = await holdLock(api.databaseUrl);
    expect(await readiness(api)).toMatchObject({ code: 503, checks: { database: "failed" } });
    const payload = { email: "customer@demo.test", password: "Wattle-Demo1" };
    const refused = await api.client().post<{ code: string }>("/login", payload);
    expect([refused.status, refused.body.code]).toEqual([503, "service_unavailable"]);
    await release();
    expect((await api.client().post("/login", payload)).status).toBe(200);
    await expect.poll(() => readiness(api)).toMatchObject({ code: 200 });
    await api.close();
  });

  const disk = mkdtempSync(path.join(tmpdir(), "wattle-disk-"));
  const canMount = ((): boolean => {
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", disk], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  })();
  afterAll(() => {
    if (canMount) execFileSync("umount", ["--lazy", disk]);
    rmSync(disk, { recursive: true });
  });

  // Only an administrator can make a disk of a given size.
  test.runIf(canMount)("a full disk is noticed, and room again", async () => {
    const api = await startTestApp({
      dialect: "sqlite",
      databaseUrl: `sqlite:${path.join(disk, "wattle.db")}`,
      env: { UPLOAD_DIR: path.join(disk, "uploads") },
    });
    expect(await readiness(api)).toMatchObject({ code: 200, status: "ok" });
    const filler = path.join(disk, "filler");
    expect(() => writeFileSync(filler, Buffer.alloc(32 * 1024 * 1024))).toThrow("ENOSPC");
    expect(await readiness(api)).toMatchObject({
      code: 503,
      status: "failed",
      checks: { database: "failed", documents: "failed" },
    });
    rmSync(filler);
    expect(await readiness(api)).toMatchObject({ code: 200, status: "ok" });
    await api.close();
  });
});
