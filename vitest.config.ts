import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "exchange-core", root: "./packages/exchange-core" } },
      { extends: true, test: { name: "contracts", root: "./packages/contracts" } },
      {
        extends: true,
        test: {
          name: "db",
          root: "./packages/db",
          globalSetup: ["./src/testing/postgres-server.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          root: "./apps/api",
          globalSetup: ["../../packages/db/src/testing/postgres-server.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: "./apps/web/vite.config.ts",
        test: {
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
