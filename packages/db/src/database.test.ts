import { AsyncLocalStorage } from "node:async_hooks";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findUserById, insertUser, updateUser } from "./accounts.ts";
import {
  isDatabaseAway,
  isUniqueViolation,
  openDatabase,
  together,
  type WriteOptions,
  type WriteTx,
} from "./database.ts";
import { numbersIn } from "./handles/json-lists.ts";
import { commandStatement, readStatement } from "./handles/statement.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { customer } from "./testing/fixtures.ts";

const LARGEST = 2n ** 63n - 1n;

/** A promise with its ends, to make two units of work meet. */
function meeting(): { arrived: Promise<void>; arrive: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { arrived: promise, arrive: () => resolve() };
}

const rename = commandStatement<{ id: string; name: string }>("test_rename", (db, parameter) =>
  db
    .updateTable("users")
    .set({ first_name: parameter("name") })
    .where("id", "=", parameter("id")),
);
const nameOf = readStatement<{ id: string }, { first_name: string }>("test_name", (db, parameter) =>
  db.selectFrom("users").select("first_name").where("id", "=", parameter("id")),
);
const countEvents = commandStatement<{ id: string; count: bigint }>("test_count_events", (db, parameter) =>
  db.insertInto("event_counts").values({ user_id: parameter("id"), last_seq: parameter("count") }),
);

describe.each(DIALECTS)("a database on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
  });
  afterAll(() => database.close());

  const exists = async (id: string): Promise<boolean> =>
    (await findUserById(database.read, id)) !== undefined;

  test("keeps what a unit of work wrote and resolves to its result", async () => {
    const result = await database.write(async (tx) => {
      await insertUser(tx, customer("kept"));
      return "done";
    });
    expect(result).toBe("done");
    expect(await exists("kept")).toBe(true);
  });

  test("reads a statement in pieces, all of one moment", async () => {
    const list = JSON.stringify(Array.from({ length: 6000 }, (_, number) => number));
    const numbered = database.read
      .selectFrom(numbersIn(list, dialect).as("numbers"))
      .innerJoin("users", (join) => join.on("users.id", "=", "in-pieces"))
      .select(["users.id", "users.first_name"]);
    await database.write((tx) => insertUser(tx, customer("in-pieces")));
    const names: string[] = [];
    const sizes: number[] = [];
    for await (const piece of database.pieces(numbered)) {
      sizes.push(piece.length);
      names.push(...piece.map(({ first_name }) => first_name));
      await database.write((tx) => updateUser(tx, "in-pieces", { first_name: "Changed" }));
    }
    expect(sizes).toEqual([5000, 1000]);
    expect(new Set(names)).toEqual(new Set([customer("in-pieces").first_name]));
  });

  test("has methods that may be taken out of it", async () => {
    const { read, write, pieces, ping, load, close } = await openDatabase(database.url);
    await write((tx) => insertUser(tx, customer("taken-out")));
    const taken = read.selectFrom("users").select("id").where("id", "=", "taken-out");
    expect((await pieces(taken).next()).value).toEqual([{ id: "taken-out" }]);
    await ping();
    expect(load()).toHaveLength(2);
    await close();
    await expect(write(async () => undefined)).rejects.toThrow();
  });

  test("keeps nothing of a unit of work that throws, and rejects with what it threw", async () => {
    const thrown = new Error("no");
    await expect(
      database.write(async (tx) => {
        await insertUser(tx, customer("dropped"));
        throw thrown;
      }),
    ).rejects.toBe(thrown);
    expect(await exists("dropped")).toBe(false);
  });

  test("a unit of work that throws takes nothing else with it", async () => {
    const settled = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) =>
        database.write(async (tx) => {
          await insertUser(tx, customer(`batch-${n}`));
          if (n % 3 === 0) throw new Error("every third");
        }),
      ),
    );
    for (const [n, { status }] of settled.entries()) {
      expect(status).toBe(n % 3 === 0 ? "rejected" : "fulfilled");
      expect(await exists(`batch-${n}`)).toBe(n % 3 !== 0);
    }
  });

  test("a statement that fails fails its work alone", async () => {
    const [twice, fine] = await Promise.allSettled([
      database.write((tx) => insertUser(tx, customer("kept"))),
      database.write((tx) => insertUser(tx, customer("next-to-a-failure"))),
    ]);
    expect(twice.status).toBe("rejected");
    expect(twice.status === "rejected" && isUniqueViolation(twice.reason)).toBe(true);
    expect(fine.status).toBe("fulfilled");
    expect(await exists("next-to-a-failure")).toBe(true);
  });

  test("what is begun together runs in order, and what no one waits for with it", async () => {
    const id = "together";
    await database.write((tx) => insertUser(tx, customer(id)));
    const seen = await database.write(async (tx) => {
      tx.later(rename, { id, name: "First" });
      const [first, , second] = await together([
        tx.run(nameOf, { id }),
        tx.run(rename, { id, name: "Second" }),
        tx.run(nameOf, { id }),
      ]);
      tx.later(rename, { id, name: "Third" });
      return [first, second, await tx.run(nameOf, { id })].flat().map(({ first_name }) => first_name);
    });
    expect(seen).toEqual(["First", "Second", "Third"]);
    await database.write(async (tx) => tx.later(rename, { id, name: "Alone" }));
    expect((await findUserById(database.read, id))?.first_name).toBe("Alone");
  });

  test("of what is begun together, the first that fails says why, and nothing is kept", async () => {
    const [id, why] = ["of-three", new Error("second of three")];
    await database.write((tx) => insertUser(tx, customer(id)));
    const failing = database.write((tx) =>
      together([
        tx.run(rename, { id, name: "Changed" }),
        tx
          .run(nameOf, { id })
          .then(() => findUserById(tx, id))
          .then(() => Promise.reject(why)),
        tx.run(nameOf, { id }).then(() => Promise.reject(new Error("third"))),
      ]),
    );
    await expect(failing).rejects.toBe(why);
    expect((await findUserById(database.read, id))?.first_name).toBe("Test");
  });

  test("a statement that fails keeps those after it from running, and can be run again", async () => {
    const id = "after-a-failure";
    await database.write((tx) => insertUser(tx, customer(id)));
    const unknown = { id: "no-such-user", count: 1n };
    const fails = (work: (tx: WriteTx) => Promise<unknown>) =>
      expect(database.write(work)).rejects.toThrow(/foreign key/i);
    // More often than there are connections, so that some have met the statement before.
    for (let time = 0; time < 12; time += 1) {
      await fails((tx) =>
        together([
          tx.run(countEvents, unknown).catch(() => "caught"),
          tx.run(rename, { id, name: "Changed" }),
        ]),
      );
      await fails(async (tx) => {
        await tx.run(rename, { id, name: "Changed" });
        tx.later(countEvents, unknown);
      });
    }
    await database.write(async (tx) => tx.later(countEvents, { id, count: 1n }));
    expect((await findUserById(database.read, id))?.first_name).toBe("Test");
  });

  test("readers never see unfinished work, the work itself does", async () => {
    await database.write(async (tx) => {
      await insertUser(tx, customer("unfinished"));
      expect(await findUserById(tx, "unfinished")).toBeDefined();
      expect(await exists("unfinished")).toBe(false);
    });
    expect(await exists("unfinished")).toBe(true);
  });

  test("write inside a unit of work rejects at once instead of waiting for itself", async () => {
    await expect(database.write(() => database.write(async () => {}))).rejects.toThrow(
      "inside a unit of work",
    );
    // Also behind other asynchronous code.
    await expect(
      database.write(async (tx) => {
        await findUserById(tx, "kept");
        await database.write(async () => {});
      }),
    ).rejects.toThrow("inside a unit of work");
    // Work that a unit of work leaves running may write once it is over.
    const { arrived, arrive } = meeting();
    const { promise: later } = await database.write(async () => ({
      promise: arrived.then(() => database.write((tx) => insertUser(tx, customer("afterwards")))),
    }));
    arrive();
    await later;
    expect(await exists("afterwards")).toBe(true);
  });

  test("a transaction is dead once its work has settled", async () => {
    let escaped: WriteTx | undefined;
    await database.write(async (tx) => {
      escaped = tx;
    });
    if (escaped === undefined) throw new Error("the work did not run");
    const tx = escaped;
    await expect(insertUser(tx, customer("late"))).rejects.toThrow("has ended");
    await expect(findUserById(tx, "kept")).rejects.toThrow("has ended");
    expect(await exists("late")).toBe(false);
  });

  test("the reading handle cannot write, whatever the types say", async () => {
    const disguised = database.read as unknown as WriteTx;
    await expect(insertUser(disguised, customer("through-read"))).rejects.toThrow(/read-?only/);
    expect(await exists("through-read")).toBe(false);
  });

  test("a unit of work keeps the async context of its caller", async () => {
    const requests = new AsyncLocalStorage<number>();
    const seen = await Promise.all(
      Array.from({ length: 20 }, (_, request) =>
        requests.run(request, () => database.write(async () => requests.getStore())),
      ),
    );
    expect(seen).toEqual(Array.from({ length: 20 }, (_, request) => request));
  });

  test("integers keep all 64 bits, both ways", async () => {
    await database.write((tx) => insertUser(tx, customer("large", { password_changed_at: LARGEST })));
    expect((await findUserById(database.read, "large"))?.password_changed_at).toBe(LARGEST);
    await database.write((tx) => updateUser(tx, "large", { password_changed_at: -LARGEST - 1n }));
    expect((await findUserById(database.read, "large"))?.password_changed_at).toBe(-LARGEST - 1n);
    await expect(
      database.write((tx) => updateUser(tx, "large", { password_changed_at: LARGEST + 1n })),
    ).rejects.toThrow();
  });

  test("a value of the wrong type is refused", async () => {
    const text = "'text'";
    await expect(
      database.write((tx) =>
        tx.executeQuery(CompiledQuery.raw(`update users set created_at = ${text} where id = 'kept'`)),
      ),
    ).rejects.toThrow();
  });

  test("answers a ping", async () => {
    await expect(database.ping()).resolves.toBeUndefined();
  });
});

describe.each(DIALECTS)("closing on %s", (dialect) => {
  test("finishes accepted units of work, then takes no more", async () => {
    const database = await freshDatabase(dialect);
    const reopened = await openDatabase(database.url);
    const accepted = Array.from({ length: 80 }, (_, n) =>
      database.write((tx) => insertUser(tx, customer(`accepted-${n}`))),
    );
    if (dialect === "postgres") await Promise.all(accepted);
    const closing = reopened.close().then(() => database.close());
    expect((await Promise.allSettled(accepted)).map(({ status }) => status)).not.toContain("rejected");
    await closing;
    await expect(database.write(async () => {})).rejects.toThrow();
  });
});

describe("SQLite only", () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase("sqlite");
  });
  afterAll(() => database.close());

  test.each([
    ["a commit waits for the disk (FULL), so that an answered write survives a power cut", "synchronous", 2n],
    ["readers do not wait for the writer", "journal_mode", "wal"],
    ["rows refer to rows that exist", "foreign_keys", 1n],
    ["replacing a row fires the triggers that forbid deleting it", "recursive_triggers", 1n],
  ])("%s", async (_why, pragma, set) => {
    const { rows } = await database.write((tx) =>
      tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(`pragma ${pragma}`)),
    );
    expect(rows).toEqual([{ [pragma]: set }]);
  });
});

describe("PostgreSQL only", () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase("postgres");
    await database.write(async (tx) => {
      await insertUser(tx, customer("first"));
      await insertUser(tx, customer("second"));
    });
  });
  afterAll(() => database.close());

  test.each([{}, { patient: true }])(
    "a commit waits for the log, though this server has that off: %o",
    async (options) => {
      const show = CompiledQuery.raw(
        "select current_setting('synchronous_commit') as waits, reset_val from pg_settings where name = 'synchronous_commit'",
      );
      const { rows } = await database.write((tx) => tx.executeQuery(show), options);
      expect(rows).toEqual([{ waits: "on", reset_val: "off" }]);
    },
  );

  test("two units of work that deadlock both succeed in the end", async () => {
    let runs = 0;
    const firstLocked = meeting();
    const secondLocked = meeting();
    const lockBoth = (
      ids: [string, string],
      mine: { arrive: () => void },
      other: { arrived: Promise<void> },
    ) =>
      database.write(async (tx) => {
        runs++;
        const [id, next] = ids;
        await updateUser(tx, id, { referral_hash: id });
        mine.arrive();
        await other.arrived;
        await updateUser(tx, next, { referral_hash: id });
      });
    await Promise.all([
      lockBoth(["first", "second"], firstLocked, secondLocked),
      lockBoth(["second", "first"], secondLocked, firstLocked),
    ]);
    expect(runs).toBe(3);
    const hashes = await Promise.all(["first", "second"].map((id) => findUserById(database.read, id)));
    expect(hashes[0]?.referral_hash).toBe(hashes[1]?.referral_hash);
  });

  test.each([
    { description: "a serialization failure is tried again", code: "40001", runs: 3 },
    { description: "another error is not", code: "23514", runs: 1 },
  ])("$description", async ({ code, runs: expected }) => {
    let runs = 0;
    const outcome = database.write(async (tx) => {
      runs++;
      if (runs < 3) {
        const raise = `do $$ begin raise exception 'made up' using errcode = '${code}'; end $$`;
        await tx.executeQuery(CompiledQuery.raw(raise));
      }
      return "through";
    });
    const [{ status }] = await Promise.allSettled([outcome]);
    expect(status).toBe(expected === 3 ? "fulfilled" : "rejected");
    expect(runs).toBe(expected);
  });

  test("trying again has an end", async () => {
    let runs = 0;
    const failure = Object.assign(new Error("always"), { code: "40001" });
    await expect(
      database.write(async () => {
        runs++;
        throw failure;
      }),
    ).rejects.toBe(failure);
    expect(runs).toBe(8);
  });

  test("a unit of work that goes on after a failed statement is not taken for committed", async () => {
    await expect(
      database.write(async (tx) => {
        await insertUser(tx, customer("lost"));
        await insertUser(tx, customer("first")).catch(() => {});
      }),
    ).rejects.toThrow("nothing was committed");
    expect(await findUserById(database.read, "lost")).toBeUndefined();
  });

  test("connections that broke are replaced", async () => {
    await Promise.all(Array.from({ length: 5 }, () => database.ping()));
    await database
      .write((tx) =>
        tx.executeQuery(
          CompiledQuery.raw(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()",
          ),
        ),
      )
      .catch(() => {});
    await expect.poll(() => database.ping().then(() => "up")).toBe("up");
    await expect
      .poll(() => database.write((tx) => updateUser(tx, "first", { referral_hash: null })))
      .toBe(true);
  });
});

describe("time limits of PostgreSQL", () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase("postgres");
    await database.write((tx) => insertUser(tx, customer("first")));
  });
  afterAll(() => database.close());

  const settings = async (options?: WriteOptions): Promise<Record<string, string>> => {
    const { rows } = await database.write(
      (tx) =>
        tx.executeQuery<{ name: string; setting: string }>(
          CompiledQuery.raw(
            `select name, setting from pg_settings
             where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`,
          ),
        ),
      options,
    );
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  };

  test("a statement, a lock and an idle transaction have one, a migration has none", async () => {
    expect(await settings()).toEqual({
      statement_timeout: "8000",
      lock_timeout: "4000",
      idle_in_transaction_session_timeout: "15000",
    });
    expect(new Set(Object.values(await settings({ patient: true })))).toEqual(new Set(["0"]));
  });

  test.each([
    ["the server's, of a statement", "statement_timeout=100"],
    ["ours, for a server that does not keep its own", "query_timeout=100&statement_timeout=0"],
  ])("%s: the call ends, and the next one gets through", async (_name, parameters) => {
    const limited = await openDatabase(`${database.url}?${parameters}`);
    const sleep = limited.write((tx) => tx.executeQuery(CompiledQuery.raw("select pg_sleep(600)")));
    const failure: unknown = await sleep.catch((error: unknown) => error);
    expect(isDatabaseAway(failure)).toBe(true);
    expect(await limited.write((tx) => updateUser(tx, "first", { referral_hash: "1" }))).toBe(true);
    await limited.close();
  });

  test("a row that someone holds is given up, and written once it is free", async () => {
    const limited = await openDatabase(`${database.url}?lock_timeout=100`);
    const held = meeting();
    const release = meeting();
    const holder = database.write(async (tx) => {
      await updateUser(tx, "first", { referral_hash: "2" });
      held.arrive();
      await release.arrived;
    });
    await held.arrived;
    const failure: unknown = await limited
      .write((tx) => updateUser(tx, "first", { referral_hash: "3" }))
      .catch((error: unknown) => error);
    expect(isDatabaseAway(failure)).toBe(true);
    release.arrive();
    await holder;
    expect(await limited.write((tx) => updateUser(tx, "first", { referral_hash: "3" }))).toBe(true);
    await limited.close();
  });
});

describe("openDatabase", () => {
  test.each([
    { description: "another scheme", url: "mysql://someone:secret@host/db" },
    { description: "nothing", url: "" },
    { description: "a database in memory", url: "sqlite::memory:" },
    { description: "no path", url: "sqlite:" },
  ])("refuses $description without repeating the url", async ({ url }) => {
    const refused = openDatabase(url);
    await expect(refused).rejects.toThrow(/sqlite:/);
    await expect(refused).rejects.not.toThrow(/secret/);
  });

  test("a server that is not there is away", async () => {
    const database = await openDatabase("postgres://unknown@127.0.0.1:1/nothing");
    const failure: unknown = await database.ping().catch((error: unknown) => error);
    expect(isDatabaseAway(failure)).toBe(true);
    await database.close();
  });

  test.each([
    {
      description: "a connection that broke",
      error: new Error("Connection terminated unexpectedly"),
      away: true,
    },
    { description: "a full disk", error: Object.assign(new Error(), { code: "SQLITE_FULL" }), away: true },
    {
      description: "a lock held too long",
      error: Object.assign(new Error(), { code: "SQLITE_BUSY" }),
      away: true,
    },
    {
      description: "a server shutting down",
      error: Object.assign(new Error(), { code: "57P01" }),
      away: true,
    },
    { description: "too many connections", error: Object.assign(new Error(), { code: "53300" }), away: true },
    {
      description: "a primary that only reads now",
      error: Object.assign(new Error(), { code: "25006" }),
      away: true,
    },
    { description: "a unique violation", error: Object.assign(new Error(), { code: "23505" }), away: false },
    {
      description: "a statement over its time limit",
      error: Object.assign(new Error(), { code: "57014" }),
      away: true,
    },
    {
      description: "a lock over its time limit",
      error: Object.assign(new Error(), { code: "55P03" }),
      away: true,
    },
    { description: "a server that fell silent", error: new Error("Query read timeout"), away: true },
    { description: "a server that never greets", error: new Error("timeout expired"), away: true },
    {
      description: "a constraint",
      error: Object.assign(new Error(), { code: "SQLITE_CONSTRAINT_CHECK" }),
      away: false,
    },
    { description: "any other error", error: new Error("no"), away: false },
    { description: "no error at all", error: "no", away: false },
  ])("$description: away is $away", ({ error, away }) => {
    expect(isDatabaseAway(error)).toBe(away);
  });
});
