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

export default defineConfig({
  test: {
    ...PATIENCE,
    // Vitest leaves a core free, which of two is half of them.
    maxWorkers: "100%",
    projects: [
      // Pure functions: nothing that one file leaves behind could reach another.
      { extends: true, test: { name: "exchange-core", root: "./packages/exchange-core", isolate: false } },
      { extends: true, test: { name: "contracts", root: "./packages/contracts", isolate: false } },
      {
        extends: true,
        test: {
          name: "db",
          root: "./packages/db",
          globalSetup: ["./src/testing/postgres-server.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          root: "./apps/api",
          globalSetup: ["../../packages/db/src/testing/postgres-server.ts"],
          setupFiles: ["./src/testing/cheap-hashes.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "client",
          root: "./packages/client",
          globalSetup: ["../db/src/testing/postgres-server.ts"],
          setupFiles: ["../../apps/api/src/testing/cheap-hashes.ts"],
        },
      },
      {
        extends: "./apps/web/vite.config.ts",
        test: {
          ...PATIENCE,
          name: "web",
          root: "./apps/web",
          environment: "jsdom",
          include: ["src/**/*.test.{ts,tsx}"],
          setupFiles: ["./src/testing/setup.ts"],
        },
      },
      { extends: true, test: { name: "repository", root: ".", include: ["scripts/**/*.test.ts"] } },
    ],
  },
});
