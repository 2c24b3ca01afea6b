import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openDatabase } from "@wattle/db/database";
import { migrate, pendingMigrations } from "@wattle/db/migrations/migrate";
import { DIALECTS, freshDatabase } from "@wattle/db/testing/databases";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { administer, databaseUrl } from "@wattle/db/testing/postgres-server";
import { describe, expect, inject, test } from "vitest";

const CLI = path.join(import.meta.dirname, "cli.ts");

/** Runs the real command line. */
const run = (url: string, words: readonly string[]): Promise<{ code: number; text: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env["PATH"], DATABASE_URL: url, DATA_KEYS: TEST_DATA_KEYS };
    const child = execFile(process.execPath, [CLI, ...words], { env }, (_error, out, error) =>
      resolve({ code: child.exitCode ?? -1, text: out + error }),
    );
  });

describe("commands never create a database", () => {
  test("a file that is missing stays missing", async () => {
    const folder = path.join(inject("databaseDirectory"), "never");
    const outcome = await run(`sqlite:${folder}/wattle.db`, ["ledger", "check"]);
    expect(outcome.code).toBe(1);
    expect(outcome.text).toMatch(/^DATABASE_URL: the database cannot be opened \(ENOENT\); takes [^\n]+\n$/);
    expect(existsSync(folder)).toBe(false);
  });
});

test("a file that is no database is refused in one line", async () => {
  const file = path.join(inject("databaseDirectory"), `${randomBytes(4).toString("hex")}.db`);
  writeFileSync(file, "Dear diary, ".repeat(1000));
  const outcome = await run(`sqlite:${file}`, ["customers", "list"]);
  expect(outcome).toEqual({
    code: 1,
    text: "We're having trouble. Try again soon. (service_unavailable)\n",
  });
});

describe.each(DIALECTS)("commands on %s", (dialect) => {
  test.each([["ledger check"], ["customers list"], ["fees set AUD BTC 0.9"]])(
    "never change the tables: %s",
    async (command) => {
      const name = `${inject("postgresTemplate")}_cli_${randomBytes(4).toString("hex")}`;
      const url =
        dialect === "sqlite"
          ? `sqlite:${path.join(inject("databaseDirectory"), `${name}.db`)}`
          : databaseUrl(inject("postgresUrl"), name);
      if (dialect === "postgres") await administer(inject("postgresUrl"), `create database ${name}`);
      const database = await openDatabase(url);
      const before = await pendingMigrations(database);
      const outcome = await run(url, command.split(" "));
      expect(outcome).toEqual({
        code: 1,
        text: "DATABASE_URL: this database is not up to date; start the server once, which changes it\n",
      });
      expect(await pendingMigrations(database)).toEqual(before);
      await migrate(database, 0n);
      expect((await run(url, ["ledger", "check"])).text).toContain("0 mismatches");
      await database.close();
    },
  );

  test("one that fails for another reason says so", async () => {
    const database = await freshDatabase(dialect);
    expect(await run(database.url, ["customers", "get", "unknown@wattle.test"])).toEqual({
      code: 1,
      text: "log in with: npm run ops -- login EMAIL\n",
    });
    await database.close();
  });
});
