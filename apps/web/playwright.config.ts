import { existsSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/chromium.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SQLITE_PORT = 3910;
const POSTGRES_PORT = 3911;

if (!existsSync(path.join(import.meta.dirname, "dist")))
  throw new Error("build the web app first: npm start or turbo run build");

/** Journeys run against the built product. All of them on SQLite; those tagged @both on PostgreSQL too. */
export default defineConfig({
  testDir: "e2e",
  outputDir: path.join(ROOT, "test-results"),
  timeout: 90_000,
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: false,
  retries: process.env["CI"] ? 1 : 0,
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    locale: "en-AU",
    timezoneId: "Australia/Sydney",
    trace: "retain-on-failure",
    launchOptions: { executablePath: findChromium(), args: CHROMIUM_FLAGS },
  },
  projects: [
    { name: "sqlite", use: { baseURL: `http://127.0.0.1:${SQLITE_PORT}` } },
    { name: "postgres", grep: /@both/, use: { baseURL: `http://127.0.0.1:${POSTGRES_PORT}` } },
  ],
  webServer: [
    { name: "sqlite", port: SQLITE_PORT },
    { name: "postgres", port: POSTGRES_PORT },
  ].map(({ name, port }) => ({
    name,
    command: `node scripts/e2e-server.ts ${name} ${port}`,
    cwd: ROOT,
    url: `http://127.0.0.1:${port}/readyz`,
    reuseExistingServer: false,
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 10_000 },
    stdout: "ignore" as const,
    stderr: "pipe" as const,
  })),
});
