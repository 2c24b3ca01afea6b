import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";

/**
 * Wide enough for a machine that does other work meanwhile: what a test waits for is a condition, not a moment, and a limit
 * is there to end what hangs.
 */
const PATIENCE = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 20_000 } },
};

/** One more than there are cores: many tests wait for a database or a server. */
const WORKERS = availableParallelism() + 1;

const API = path.resolve(import.meta.dirname, "apps/api");
/** Tests that put something else in a module's place: the files that run after them in a process of theirs would meet it, too. */
const MOCKING = globSync("src/**/*.test.ts", { cwd: API }).filter((file) =>
  readFileSync(path.join(API, file), "utf8").includes("vi.mock("),
);
const api = {
  root: "./apps/api",
  globalSetup: ["../../packages/db/src/testing/postgres-server.ts"],
  setupFiles: ["./src/testing/cheap-hashes.ts"],
};

export default defineConfig({
  test: {
    ...PATIENCE,
    maxWorkers: WORKERS,
    projects: [
      // Pure functions: nothing that one file leaves behind could reach another.
      { extends: true, test: { name: "exchange-core", root: "./packages/exchange-core", isolate: false } },
      { extends: true, test: { name: "bitcoin", root: "./packages/bitcoin", isolate: false } },
      { extends: true, test: { name: "ethereum", root: "./packages/ethereum", isolate: false } },
      { extends: true, test: { name: "screening", root: "./packages/screening", isolate: false } },
      { extends: true, test: { name: "signer", root: "./packages/signer", isolate: false } },
      { extends: true, test: { name: "contracts", root: "./packages/contracts", isolate: false } },
      {
        extends: true,
        test: {
          name: "db",
          root: "./packages/db",
          globalSetup: ["./src/testing/postgres-server.ts"],
          isolate: false,
        },
      },
      // Each file has applications of its own. Loading the program once for each would take as long as a fifth of the tests.
      {
        extends: true,
        test: { ...api, name: "api", exclude: ["**/node_modules/**", ...MOCKING], isolate: false },
      },
      { extends: true, test: { ...api, name: "api-mocking", include: MOCKING } },
      {
        extends: true,
        test: {
          name: "client",
          root: "./packages/client",
          globalSetup: ["../db/src/testing/postgres-server.ts"],
          setupFiles: ["../../apps/api/src/testing/cheap-hashes.ts"],
          isolate: false,
        },
      },
      {
        extends: "./apps/web/vite.config.ts",
        test: {
          ...PATIENCE,
          maxWorkers: WORKERS,
          name: "web",
          root: "./apps/web",
          // Each file has a page and modules of its own without a process of its own, which would take as long as the tests.
          pool: "vmForks",
          environment: "jsdom",
          include: ["src/**/*.test.{ts,tsx}"],
          setupFiles: ["./src/testing/setup.ts"],
        },
      },
      { extends: true, test: { name: "repository", root: ".", include: ["scripts/**/*.test.ts"] } },
    ],
  },
});
