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
  const line = `"currencies":["NGN"],"msg":"no price source knows these currencies: they cannot be exchanged or deposited"`;
  expect(server.printed().includes(line)).toBe(says);
});
