import { existsSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/chromium.ts";
import { portOf, WORKERS, type Kind } from "./e2e/ports.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Each worker has an installation of its own, and those on PostgreSQL share one: no journey meets the balances of one that is made now. */
const thisWorker = Number(process.env["TEST_PARALLEL_INDEX"] ?? 0);
const addressOf = (kind: Kind, worker = thisWorker): string => `127.0.0.1:${portOf(kind, worker)}`;
const installations = Array.from(
  { length: WORKERS },
  (_, worker) => `sqlite:${addressOf("sqlite", worker)}`,
).concat(`postgres:${addressOf("postgres")}`);

if (!existsSync(path.join(import.meta.dirname, "dist")))
  throw new Error("build the web app first: npm start or turbo run build");

/**
 * Journeys run against the built product, each once, since pages are the same on both databases: on SQLite, or on PostgreSQL where they
 * are tagged @postgres. One that is tagged @both is made on each.
 */
export default defineConfig({
  testDir: "e2e",
  outputDir: path.join(ROOT, "test-results"),
  // Ends what hangs; a busy machine is no failure.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  workers: WORKERS,
  fullyParallel: false,
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    locale: "en-AU",
    timezoneId: "Australia/Sydney",
    // The page's markup after each step says what went wrong; pictures of it cost every journey a fifth of its time.
    trace: { mode: "retain-on-failure", screenshots: false },
    launchOptions: { executablePath: findChromium(), args: CHROMIUM_FLAGS },
  },
  projects: [
    // First, since they come one after another.
    {
      name: "postgres",
      grep: /@both|@postgres/,
      workers: 1,
      use: { baseURL: `http://${addressOf("postgres")}` },
    },
    {
      name: "sqlite",
      grepInvert: /@postgres/,
      // Moving parts are drawn time and again. With motion are those on PostgreSQL, and the files that are about it.
      use: { baseURL: `http://${addressOf("sqlite")}`, reducedMotion: "reduce" },
    },
  ],
  webServer: {
    // One command, because several would be started one after another.
    command: `node scripts/e2e-server.ts ${installations.join(" ")}`,
    cwd: ROOT,
    wait: { stdout: /all are up/ },
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    stdout: "ignore",
    stderr: "pipe",
  },
});
