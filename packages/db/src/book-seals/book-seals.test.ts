import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { appendAudit } from "../audit.ts";
import { recordExchange } from "../exchange.ts";
import { exchangeRow } from "../history-rows.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";
import { addCustomers, exchangeOf, seedCurrencies } from "../testing/fixtures.ts";
import { testSealKeys } from "../testing/seal-keys.ts";
import { wholeRound } from "../testing/whole-round.ts";
import { tamper, whileTampered } from "../testing/tamper.ts";
import type { WriteTx } from "../handles/handles.ts";
import { digestsOf } from "./canonical.ts";
import { BrokenChainError, sealBooks } from "./seal-books.ts";
import { verifySeals } from "./verify-seals.ts";

const keys = testSealKeys();
const HOUR = 3_600_000n;

const act = (tx: WriteTx, id: string): Promise<void> =>
  appendAudit(tx, {
    id,
    actor: "olga",
    action: "block",
    subject: "anna",
    details: '{"n":1}',
    created_at: 5n,
  });

async function sealAll(database: FreshDatabase, now = 10n): Promise<number> {
  let all = 0;
  for (let sealed = 1; sealed > 0; all += sealed) sealed = await sealBooks(database, keys, now);
  return all;
}

/** Ids of all rows that seals hold, in their order. */
async function sealedIds(database: FreshDatabase): Promise<string[]> {
  const seals = await database.read.selectFrom("book_seals").select("digests").orderBy("number").execute();
  return seals.flatMap(({ digests }) => digestsOf(digests).map(({ id }) => id));
}

/** Closed at the end of the block it is used in. */
async function freshBooks(): Promise<FreshDatabase & AsyncDisposable> {
  const database = await freshDatabase("postgres");
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

/** Three opening balances and exchanges, and three lines of the log, a seal for each row of both. */
async function sealedBooks(dialect: FreshDatabase["dialect"]): Promise<FreshDatabase> {
  const database = await freshDatabase(dialect);
  await database.write(async (tx) => {
    await seedCurrencies(tx);
    await addCustomers(tx, ["anna"], { AUD: 100_000n, BTC: 100_000_000n });
  });
  await sealAll(database);
  for (const id of ["one", "two", "three"]) {
    await database.write(async (tx) => {
      await recordExchange(tx, exchangeRow(exchangeOf("anna", id)));
      await act(tx, `act-${id}`);
    });
    await sealAll(database);
  }
  return database;
}

describe.each(DIALECTS)("of sealed books on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await sealedBooks(dialect);
  });
  afterAll(() => database.close());

  const posting =
    "insert into ledger_postings (entry_id, position, source_account, destination_account, currency, amount)";
  const seq = dialect === "sqlite" ? "" : " overriding system value";
  const entry = `insert into ledger_entries (id, seq, kind, description, created_by, created_at)${seq}`;
  test.each<{ kind: string; statements: string[]; table: string; id: string; what: RegExp }>([
    {
      kind: "a changed amount",
      statements: [
        "update ledger_postings set amount = amount + 1 where entry_id = 'entry-two' and position = 1",
      ],
      table: "ledger_postings",
      id: "entry-two/1",
      what: /was changed since seal \d+; it now has \{.*"amount":"\d+"/,
    },
    {
      kind: "a changed account",
      statements: [
        "update ledger_postings set destination_account = 'house:bank:AUD' where entry_id = 'entry-one' and position = 0",
      ],
      table: "ledger_postings",
      id: "entry-one/0",
      what: /was changed .*house:bank:AUD/,
    },
    {
      kind: "a changed entry",
      statements: ["update ledger_entries set created_by = 'olga' where id = 'entry-one'"],
      table: "ledger_entries",
      id: "entry-one",
      what: /was changed/,
    },
    {
      kind: "a deleted entry",
      statements: [
        "delete from ledger_postings where entry_id = 'entry-two'",
        "delete from ledger_entries where id = 'entry-two'",
      ],
      table: "ledger_entries",
      id: "entry-two",
      what: /is missing, sealed in seal \d+/,
    },
    {
      kind: "a deleted posting",
      statements: ["delete from ledger_postings where entry_id = 'entry-one' and position = 2"],
      table: "ledger_postings",
      id: "entry-one/2",
      what: /is missing, sealed in seal \d+/,
    },
    {
      kind: "an inserted posting",
      statements: [`${posting} values ('entry-one', 7, 'house:bank:AUD', 'house:fees:AUD', 'AUD', 1)`],
      table: "ledger_postings",
      id: "entry-one/7",
      what: /was inserted after seal \d+/,
    },
    {
      kind: "a posting of no entry",
      statements: [`${posting} values ('nothing', 0, 'house:bank:AUD', 'house:fees:AUD', 'AUD', 1)`],
      table: "ledger_postings",
      id: "nothing/0",
      what: /was inserted/,
    },
    {
      kind: "an entry inserted in the past",
      statements: [
        "delete from ledger_entries where id = 'entry-two'",
        `${entry} values ('extra', 0, 'adjustment', 'Extra', 'olga', 1)`,
      ],
      table: "ledger_entries",
      id: "entry-two",
      what: /is missing/,
    },
    {
      kind: "an entry without a place in the order",
      statements: [`${entry} values ('extra', 0, 'adjustment', 'Extra', 'olga', 1)`],
      table: "ledger_entries",
      id: "extra",
      what: /was inserted/,
    },
    {
      kind: "an entry in the place of another",
      statements: ["update ledger_entries set id = 'other' where id = 'entry-three'"],
      table: "ledger_entries",
      id: "entry-three",
      what: /is missing, .*: other is in its place/,
    },
    {
      kind: "two swapped rows",
      statements: [
        "update audit_log set id = 'between' where id = 'act-one'",
        "update audit_log set id = 'act-one' where id = 'act-two'",
        "update audit_log set id = 'act-two' where id = 'between'",
      ],
      table: "audit_log",
      id: "act-one",
      what: /is missing, .*: act-two is in its place/,
    },
    {
      kind: "a changed detail of the log",
      statements: [`update audit_log set details = '{"n":2}' where id = 'act-two'`],
      table: "audit_log",
      id: "act-two",
      what: /was changed/,
    },
    {
      kind: "the last row deleted",
      statements: ["delete from audit_log where id = 'act-three'"],
      table: "audit_log",
      id: "act-three",
      what: /is missing/,
    },
    {
      kind: "a changed seal",
      statements: ["update book_seals set sealed_at = sealed_at + 1 where number = 3"],
      table: "book_seals",
      id: "3",
      what: /its hash is another/,
    },
    {
      kind: "a seal made again without the key",
      statements: [
        "update book_seals set signature = (select signature from book_seals where number = 2) where number = 3",
      ],
      table: "book_seals",
      id: "3",
      what: /was not signed by this installation/,
    },
    {
      kind: "a seal removed in the middle",
      statements: ["delete from book_seals where number = 4"],
      table: "book_seals",
      id: "4",
      what: /is missing/,
    },
    {
      kind: "seals removed at the end",
      statements: ["delete from book_seals where number > 5"],
      table: "book_seals",
      id: "7",
      what: /was the newest seal and is missing/,
    },
    {
      kind: "seals removed at the end, and the head set back",
      statements: ["delete from book_seals where number > 5", "update book_seal_heads set number = 5"],
      table: "book_seal_heads",
      id: "newest",
      what: /was not signed/,
    },
    {
      kind: "seals removed at the end, and the head with them",
      statements: ["delete from book_seals where number > 5", "delete from book_seal_heads"],
      table: "book_seal_heads",
      id: "newest",
      what: /is missing/,
    },
  ])("$kind is found and named", async ({ kind, statements, table, id, what }) => {
    const [{ problem }, checked] = await whileTampered(database, statements, async (tx) => [
      await verifySeals(tx, keys.verify),
      await wholeRound(tx, keys.keys),
    ]);
    expect(problem).toMatchObject({ table, id, what: expect.stringMatching(what) as unknown });
    // The database's own rules exclude a posting of no entry, so that the server does not look for one.
    if (kind !== "a posting of no entry") expect(checked).not.toEqual([]);
  });
});

describe.each(DIALECTS)("sealed books on %s", (dialect) => {
  let database: FreshDatabase;
  beforeEach(async () => {
    database = await sealedBooks(dialect);
  });
  afterEach(() => database.close());

  const report = () => verifySeals(database.read, keys.verify);

  test("are as they were sealed, each row once", async () => {
    const ids = await sealedIds(database);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await report()).toMatchObject({ sealed: ids.length, open: 0, seals: 7 });
    expect(ids.filter((id) => id.startsWith("act-"))).toEqual(["act-one", "act-two", "act-three"]);
    await database.write((tx) => act(tx, "act-open"));
    expect(await report()).toMatchObject({ sealed: ids.length, open: 1 });
    expect(await sealAll(database)).toBe(1);
    expect(await sealAll(database)).toBe(0);
    expect(await report()).toMatchObject({ sealed: ids.length + 1, open: 0, seals: 8 });
  });

  test.each([
    ["removed", ["delete from book_seals where number > 5"]],
    ["removed with their head", ["delete from book_seals where number > 5", "delete from book_seal_heads"]],
    [
      "removed, the head set back",
      ["delete from book_seals where number = 7", "update book_seal_heads set number = 6"],
    ],
  ])("nothing is sealed on top of seals that were %s", async (_kind, statements) => {
    await tamper(database, statements);
    await database.write((tx) => act(tx, "act-open"));
    await expect(sealBooks(database, keys, 20n)).rejects.toThrow(BrokenChainError);
  });

  test("a chain that someone made again with another key is found", async () => {
    await tamper(database, ["delete from book_seals", "delete from book_seal_heads"]);
    const other = testSealKeys();
    for (let sealed = 1; sealed > 0;) sealed = await sealBooks(database, other, 20n);
    expect((await verifySeals(database.read, other.verify)).problem).toBeUndefined();
    expect((await report()).problem).toMatchObject({ table: "book_seals", id: "1" });
  });

  test("a seal that was noted elsewhere shows that all were made again", async () => {
    const noted = (await report()).head ?? { number: 0n, hash: "" };
    expect((await verifySeals(database.read, keys.verify, noted)).problem).toBeUndefined();
    await tamper(database, ["delete from book_seals", "delete from book_seal_heads"]);
    await sealAll(database, 30n);
    expect((await report()).problem).toBeUndefined();
    expect((await verifySeals(database.read, keys.verify, noted)).problem).toMatchObject({
      table: "book_seals",
    });
  });

  test("many rows are sealed in several seals and read in pages", async () => {
    await database.write(async (tx) => {
      for (let n = 0; n < 600; n++) await act(tx, `many-${n}`);
    });
    expect(await sealAll(database)).toBe(600);
    expect((await report()).problem).toBeUndefined();
    await tamper(database, ["delete from audit_log where id = 'many-431'"]);
    expect((await report()).problem).toMatchObject({ table: "audit_log", id: "many-431" });
  });

  test("processes that seal at once seal each row once", async () => {
    await database.write(async (tx) => {
      for (let n = 0; n < 40; n++) await act(tx, `both-${n}`);
    });
    await Promise.all(Array.from({ length: 5 }, () => sealBooks(database, keys, 20n)));
    await sealAll(database);
    const ids = await sealedIds(database);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await report()).toMatchObject({ open: 0, sealed: ids.length });
  });
});

describe("transactions that commit in another order than they wrote", () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase("postgres");
  });
  afterAll(() => database.close());

  test("a line written into a place that was left free is found once nothing can come there any more", async () => {
    await using left = await freshBooks();
    const late = `insert into audit_log (id, seq, actor, action, subject, details, created_at)
      overriding system value values ('late', 2, 'o', 'a', 's', '{}', 1)`;
    await left.write((tx) => act(tx, "before"));
    await tamper(left, ["select nextval('audit_log_seq_seq')"]);
    await left.write((tx) => act(tx, "after"));
    await sealAll(left);
    await tamper(left, [late]);
    expect(await verifySeals(left.read, keys.verify)).toMatchObject({ sealed: 2, open: 1 });
    expect(await wholeRound(left.read, keys.keys)).toEqual([]);
    await tamper(left, ["delete from audit_log where id = 'late'"]);
    await left.write((tx) => act(tx, "later"));
    await sealAll(left, 10n + HOUR);
    await tamper(left, [late]);
    const { problem } = await verifySeals(left.read, keys.verify);
    expect(problem).toMatchObject({ table: "audit_log", id: "late" });
    expect(await wholeRound(left.read, keys.keys)).toContainEqual({ kind: "seal", ...problem });
    expect(await sealAll(left, 11n + HOUR)).toBe(0);
  });

  test("one that was committed just before all processes were away for an hour is sealed, and no difference", async () => {
    await using left = await freshBooks();
    await left.write((tx) => act(tx, "before"));
    await tamper(left, ["select nextval('audit_log_seq_seq')"]);
    await left.write((tx) => act(tx, "after"));
    await sealAll(left);
    await tamper(left, [
      `insert into audit_log (id, seq, actor, action, subject, details, created_at)
       overriding system value values ('late', 2, 'o', 'a', 's', '{}', 1)`,
    ]);
    expect(await sealAll(left, 10n + HOUR)).toBe(1);
    expect(await verifySeals(left.read, keys.verify)).toMatchObject({ sealed: 3, open: 0 });
    expect(await wholeRound(left.read, keys.keys)).toEqual([]);
  });

  /** An open transaction that has written a line of the log. */
  async function open(id: string): Promise<{ end: (how: "commit" | "undo") => Promise<unknown> }> {
    const written = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const running = database.write(async (tx) => {
      await act(tx, id);
      written.resolve();
      await over.promise;
    });
    await written.promise;
    return {
      end: (how) => {
        if (how === "commit") over.resolve();
        else over.reject(new Error("undone"));
        return running.catch((error: unknown) => error);
      },
    };
  }

  test("are each sealed once, at the first chance after their commit", async () => {
    let runs = 0;
    const step = fc.record({ what: fc.constantFrom("open", "commit", "undo", "seal"), which: fc.nat(7) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        runs += 1;
        const running: { id: string; end: (how: "commit" | "undo") => Promise<unknown> }[] = [];
        const committed: string[] = [];
        const end = async (how: "commit" | "undo", which: number): Promise<void> => {
          const [ended] = running.splice(which % Math.max(running.length, 1), 1);
          await ended?.end(how);
          if (how === "commit" && ended) committed.push(ended.id);
        };
        const seal = async (): Promise<void> => {
          await sealAll(database);
          const mine = (await sealedIds(database)).filter((id) => id.startsWith(`run-${runs}-`));
          expect(mine.toSorted()).toEqual(committed.toSorted());
        };
        for (const [n, { what, which }] of steps.entries()) {
          if (what === "seal") await seal();
          else if (what !== "open") await end(what, which);
          else if (running.length < 8) {
            const id = `run-${runs}-${n}`;
            running.push({ id, ...(await open(id)) });
          }
        }
        while (running.length > 0) await end("commit", 0);
        await seal();
        expect(await verifySeals(database.read, keys.verify)).toMatchObject({ open: 0 });
      }),
      { numRuns: 30 },
    );
    expect((await verifySeals(database.read, keys.verify)).problem).toBeUndefined();
    expect(await wholeRound(database.read, keys.keys)).toEqual([]);
  });
});
