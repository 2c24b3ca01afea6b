import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import Sqlite from "better-sqlite3";
import { findUserById, insertUser } from "../../accounts.ts";
import { isDatabaseAway, openDatabase, patiently, type Database } from "../../database.ts";
import { migrate } from "../../migrations/migrate.ts";
import { customer } from "../../testing/fixtures.ts";
import { holdLock } from "../../testing/hold-lock.ts";

let path: string;
let database: Database;
beforeEach(async () => {
  path = join(inject("databaseDirectory"), randomBytes(6).toString("hex"), "new.db");
  database = await openDatabase(`sqlite:${path}`);
  await migrate(database);
});
afterEach(async () => {
  await database.close();
  rmSync(dirname(path), { recursive: true });
});

const turnsOfTheLoop = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
};

describe("another process's lock", () => {
  test("makes a write wait while the event loop runs on", async () => {
    const release = await holdLock(`sqlite:${path}`);
    const events: string[] = [];
    const write = database
      .write((tx) => insertUser(tx, customer("waited")))
      .then(() => void events.push("written"));
    await turnsOfTheLoop(50);
    events.push("the loop ran");
    expect(await findUserById(database.read, "waited")).toBeUndefined();
    await release();
    await write;
    expect(events).toEqual(["the loop ran", "written"]);
    expect(await findUserById(database.read, "waited")).toBeDefined();
  });

  test("that lasts too long rejects what waited, and the lane goes on", async () => {
    const release = await holdLock(`sqlite:${path}`);
    const failures = await Promise.all(
      ["first", "second"].map((id) =>
        database.write((tx) => insertUser(tx, customer(id))).catch((error: unknown) => error),
      ),
    );
    expect(failures.map(isDatabaseAway)).toEqual([true, true]);
    const afterwards = database.write((tx) => insertUser(tx, customer("afterwards")));
    await release();
    await afterwards;
    expect(await findUserById(database.read, "first")).toBeUndefined();
    expect(await findUserById(database.read, "afterwards")).toBeDefined();
  }, 30_000);
});

test("a new file that another process has locked is opened once it is free", async () => {
  const fresh = join(dirname(path), "fresh.db");
  const other = new Sqlite(fresh);
  other.exec("begin exclusive");
  let opened = false;
  const opening = openDatabase(`sqlite:${fresh}`).finally(() => (opened = true));
  await turnsOfTheLoop(50);
  expect(opened).toBe(false);
  other.exec("commit");
  other.close();
  await (await opening).close();
});

test("a start's writes are patient", async () => {
  const given: unknown[] = [];
  const asked = { ...database, write: async (_work: unknown, options: unknown) => given.push(options) };
  await patiently(asked as unknown as Database).write(() => Promise.resolve());
  expect(given).toEqual([{ patient: true }]);
});

describe("the files", () => {
  const modes = (): string[] =>
    [path, `${path}-wal`, `${path}-shm`].map((file) => (statSync(file).mode & 0o777).toString(8));

  test("are for this user alone, and so is the folder that was made for them", () => {
    expect(modes()).toEqual(["600", "600", "600"]);
    expect((statSync(dirname(path)).mode & 0o777).toString(8)).toBe("700");
  });

  test("of an older installation become so", async () => {
    for (const file of [path, `${path}-wal`, `${path}-shm`]) chmodSync(file, 0o644);
    const again = await openDatabase(`sqlite:${path}`);
    expect(modes()).toEqual(["600", "600", "600"]);
    await again.close();
  });
});

describe("a ping", () => {
  test("fails while the file is moved away", async () => {
    renameSync(path, `${path}.moved`);
    await expect(database.ping()).rejects.toThrow("ENOENT");
    renameSync(`${path}.moved`, path);
    await expect(database.ping()).resolves.toBeUndefined();
  });

  test("fails when another file is in its place", async () => {
    renameSync(path, `${path}.moved`);
    copyFileSync(`${path}.moved`, path);
    await expect(database.ping()).rejects.toThrow("another one than was opened");
  });

  test("fails while nothing can be written next to the file, and leaves nothing there", async () => {
    const probe = `${path}.${process.pid}.probe`;
    mkdirSync(join(probe, "in the way"), { recursive: true });
    await expect(database.ping()).rejects.toThrow();
    rmSync(probe, { recursive: true });
    await database.ping();
    expect(() => statSync(probe)).toThrow("ENOENT");
  });
});

describe("a database that is only to be looked at", () => {
  test("is not created", async () => {
    const missing = join(dirname(path), "missing", "none.db");
    await expect(openDatabase(`sqlite:${missing}`, { create: false })).rejects.toThrow();
    expect(() => statSync(dirname(missing))).toThrow("ENOENT");
  });
});
