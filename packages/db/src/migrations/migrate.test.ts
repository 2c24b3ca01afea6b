import { inject, afterEach, describe, expect, test } from "vitest";
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { CompiledQuery } from "kysely";
import { openDatabase, type Database } from "../database.ts";
import { DIALECTS } from "../testing/databases.ts";
import { administer, databaseUrl } from "../testing/postgres-server.ts";
import {
  ForeignTablesError,
  listPendingMigrations,
  migrate,
  MIGRATIONS,
  NewerSchemaError,
  pendingMigrations,
} from "./migrate.ts";

const opened: Database[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
});

/** The url of a database without any table. */
async function emptyUrl(dialect: Database["dialect"]): Promise<string> {
  const name = `${inject("postgresTemplate")}_empty_${randomBytes(4).toString("hex")}`;
  if (dialect === "sqlite") return `sqlite:${join(inject("databaseDirectory"), "made", name, "new.db")}`;
  await administer(inject("postgresUrl"), `create database ${name}`);
  return databaseUrl(inject("postgresUrl"), name);
}

async function open(url: string): Promise<Database> {
  const database = await openDatabase(url);
  opened.push(database);
  return database;
}

test("the list has each file of the folder by its name, in the order of their numbers", () => {
  const files = readdirSync(import.meta.dirname).filter((file) => /^\d{4}-[\w-]+(?<!\.test)\.ts$/.test(file));
  const names = files.map((file) => file.slice(0, -".ts".length)).toSorted();
  expect(MIGRATIONS.map(({ name }) => name)).toEqual(names);
  expect(new Set(names.map((name) => name.slice(0, 4))).size, "two have one number").toBe(names.length);
});

describe.each(DIALECTS)("migrating on %s", (dialect) => {
  test("brings an empty database up to date, once", async () => {
    const database = await open(await emptyUrl(dialect));
    const pending = await pendingMigrations(database);
    expect(pending[0]).toBe("0001-foundation");
    expect(new Set(pending).size).toBe(pending.length);
    await migrate(database);
    expect(await pendingMigrations(database)).toEqual([]);
    // A start with nothing to do only reads: other processes serve meanwhile.
    let writes = 0;
    const write: Database["write"] = (work, options) => {
      writes += 1;
      return database.write(work, options);
    };
    await migrate({ ...database, read: database.read, write });
    expect(writes).toBe(0);
    const rows = await database.read.selectFrom("schema_migrations").select("name").execute();
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(pending));
  });

  test("is refused where a newer program has changed the tables, and nothing is changed", async () => {
    const database = await open(await emptyUrl(dialect));
    expect((await listPendingMigrations(database))[0]?.name).toBe("0001-foundation");
    await migrate(database);
    await database.write(async (tx) => {
      await tx.insertInto("schema_migrations").values({ name: "9999-later" }).execute();
      await tx.deleteFrom("schema_migrations").where("name", "=", "0001-foundation").execute();
    });
    const refusal = new NewerSchemaError(["9999-later"]);
    await expect(migrate(database)).rejects.toThrow(refusal);
    await expect(listPendingMigrations(database)).rejects.toThrow(refusal);
    expect(await pendingMigrations(database)).toEqual(["0001-foundation"]);
  });

  test.each([
    ["other tables", "create table customers (id integer)"],
    ["a list of migrations of its own", "create table schema_migrations (version integer)"],
  ])("is refused in a database of another product: %s", async (_, table) => {
    const database = await open(await emptyUrl(dialect));
    await database.write((tx) => tx.executeQuery(CompiledQuery.raw(table)));
    await expect(migrate(database)).rejects.toThrow(ForeignTablesError);
    await expect(listPendingMigrations(database)).rejects.toThrow(ForeignTablesError);
  });

  test("processes that start at once do it once", async () => {
    const url = await emptyUrl(dialect);
    const databases = await Promise.all(Array.from({ length: 4 }, () => open(url)));
    await Promise.all(databases.map((database) => migrate(database)));
    for (const database of databases) expect(await pendingMigrations(database)).toEqual([]);
  });
});

test("a database that is away is an error, not an empty one", async () => {
  const database = await open("postgres://nobody@127.0.0.1:1/nothing");
  await expect(pendingMigrations(database)).rejects.toThrow();
});
