import { existsSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/chromium.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const WORKERS = 2;
/** Another one where several runs share a machine. */
const FIRST_PORT = Number(process.env["E2E_PORT"] ?? 3910);
const FIRST_PORTS = { sqlite: FIRST_PORT, postgres: FIRST_PORT + WORKERS };

/** Each worker has an installation of its own: no journey meets another one's balances. */
const originOf = (kind: keyof typeof FIRST_PORTS, worker: number): string =>
  `http://127.0.0.1:${FIRST_PORTS[kind] + worker}`;
const thisWorker = Number(process.env["TEST_PARALLEL_INDEX"] ?? 0);

if (!existsSync(path.join(import.meta.dirname, "dist")))
  throw new Error("build the web app first: npm start or turbo run build");

/** Journeys run against the built product. All of them on SQLite; those tagged @both on PostgreSQL too. */
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
    { name: "sqlite", use: { baseURL: originOf("sqlite", thisWorker) } },
    { name: "postgres", grep: /@both/, use: { baseURL: originOf("postgres", thisWorker) } },
  ],
  webServer: (["sqlite", "postgres"] as const).flatMap((kind) =>
    Array.from({ length: WORKERS }, (_, worker) => ({
      name: `${kind} ${worker}`,
      command: `node scripts/e2e-server.ts ${kind} ${FIRST_PORTS[kind] + worker}`,
      cwd: ROOT,
      url: `${originOf(kind, worker)}/readyz`,
      reuseExistingServer: false,
      timeout: 180_000,
      gracefulShutdown: { signal: "SIGTERM" as const, timeout: 10_000 },
      stdout: "ignore" as const,
      stderr: "pipe" as const,
    })),
  ),
});
