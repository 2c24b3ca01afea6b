import { freshDatabase } from "@wattle/db/testing/databases";
import { expect, test } from "vitest";
import { startServer } from "../testing/server-process.ts";

test.each([
  ["kraken", true],
  ["simulated", false],
])("a start with the prices of %s says which currencies have none: %s", async (source, says) => {
  const database = await freshDatabase("sqlite");
  const server = await startServer({ DATABASE_URL: database.url, DEMO: "false", RATE_SOURCE: source });
  await server.stop();
  await database.close();
  const line = `"currency":"NGN","msg":"no source in RATE_SOURCE knows NGN, so no one can exchange or deposit it; to close it: npm run ops -- markets currency NGN --active no"`;
  expect(server.printed().split(line).length - 1).toBe(says ? 1 : 0);
});
