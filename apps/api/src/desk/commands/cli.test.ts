import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openDatabase } from "@wattle/db/database";
import { pendingMigrations } from "@wattle/db/migrations/migrate";
import { DIALECTS, freshDatabase } from "@wattle/db/testing/databases";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { administer, databaseUrl } from "@wattle/db/testing/postgres-server";
import { describe, expect, inject, test } from "vitest";
import { createServices } from "../../compose.ts";
import { ConfigError } from "../../config-error.ts";
import { readConfig } from "../../config.ts";
import { PROGRAM_ENV } from "../../testing/program-env.ts";
import { COMMANDS } from "../../testing/programs.ts";

/** Runs the real command line. */
const run = (url: string, words: readonly string[]): Promise<{ code: number; text: string }> =>
  new Promise((resolve) => {
    const env = { ...PROGRAM_ENV, DATABASE_URL: url, DATA_KEYS: TEST_DATA_KEYS };
    const child = execFile(process.execPath, [COMMANDS, ...words], { env }, (_error, out, error) =>
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
  /** The url of a database without any table. */
  async function emptyUrl(): Promise<string> {
    const name = `${inject("postgresTemplate")}_cli_${randomBytes(4).toString("hex")}`;
    if (dialect === "postgres") {
      await administer(inject("postgresUrl"), `create database ${name}`);
      return databaseUrl(inject("postgresUrl"), name);
    }
    return `sqlite:${path.join(inject("databaseDirectory"), `${name}.db`)}`;
  }

  test.each([["ledger check"], ["customers list"], ["fees set AUD BTC 0.9"]])(
    "never change the tables: %s",
    async (command) => {
      const url = await emptyUrl();
      const database = await openDatabase(url);
      const before = await pendingMigrations(database);
      const outcome = await run(url, command.split(" "));
      expect(outcome).toEqual({
        code: 1,
        text: "DATABASE_URL: this database is not up to date; start the server once, which changes it\n",
      });
      expect(await pendingMigrations(database)).toEqual(before);
      await database.close();
    },
  );

  test("migrate --dry-run says what would be changed, migrate changes it, and a newer program's tables are refused", async () => {
    const url = await emptyUrl();
    const database = await openDatabase(url);
    const before = await pendingMigrations(database);
    const planned = await run(url, ["migrate", "--dry-run"]);
    expect(planned.code).toBe(0);
    expect(planned.text.match(/^\d{4}-\S+/gm)).toEqual(before);
    expect(await pendingMigrations(database)).toEqual(before);
    expect((await run(url, ["migrate"])).text).toContain(`${before.length} migrations are done`);
    expect(await pendingMigrations(database)).toEqual([]);
    await database.write((tx) => tx.insertInto("schema_migrations").values({ name: "9999-later" }).execute());
    const line =
      "DATABASE_URL: another version of the program has made this database (9999-later): use that version, or an empty database";
    expect(await run(url, ["ledger", "check"])).toEqual({ code: 1, text: `${line}\n` });
    const start = createServices(readConfig({ DATABASE_URL: url, DATA_KEYS: TEST_DATA_KEYS }));
    await expect(start).rejects.toThrow(new ConfigError(line));
    await database.close();
  });

  test("one that fails for another reason says so", async () => {
    const database = await freshDatabase(dialect);
    expect(await run(database.url, ["customers", "get", "unknown@wattle.test"])).toEqual({
      code: 1,
      text: "log in with: npm run ops -- login EMAIL\n",
    });
    await database.close();
  });
});
