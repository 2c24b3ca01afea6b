import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OwnKeys } from "../book-seals/verifier.ts";
import { sealBooks } from "../book-seals/seal-books.ts";
import { recordExchange } from "../exchange.ts";
import { exchangeRow } from "../history-rows.ts";
import type { Reader } from "../handles/handles.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";
import { addCustomers, exchangeOf, seedCurrencies } from "../testing/fixtures.ts";
import { testSealKeys } from "../testing/seal-keys.ts";
import { runAsProgram, tamper, whileTampered } from "../testing/tamper.ts";
import { advanceOwed } from "../owed.ts";
import { checkPart, type PartAsked, type PartFound } from "./check-part.ts";
import type { BookMismatch } from "./comparison.ts";
import { CHECK_EVERY, ticksAt } from "./round.ts";

const idOf = (ending: string): string => `00000000-0000-7000-8000-000000000${ending}`;
/** In the first and in the second half of all customers. */
const [LOW, HIGH] = [idOf("1a0"), idOf("fb0")];

const OVERRIDING = { sqlite: "", postgres: " overriding system value" };

describe.each(DIALECTS)("a part of the ledger's check on %s", (dialect) => {
  const keys = testSealKeys();
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, [LOW, HIGH], { AUD: 500n, BTC: 1_000_000_000n });
    });
    // A seal for each.
    for (let at = 0; at < 101; at++) {
      await exchange(at % 2 === 0 ? LOW : HIGH, `n${at}`);
      await seal();
    }
  });
  afterAll(() => database.close());

  const seal = (): Promise<number> => sealBooks(database, keys, 0n);
  const exchange = (customer: string, name: string): Promise<void> =>
    database.write((tx) => recordExchange(tx, exchangeRow(exchangeOf(customer, name)))).then(() => undefined);
  /** Two parts of each kind. */
  const ROOM = { customers: 1n, entries: { rows: 60n, block: 50n }, seals: { rows: 60n, block: 50n } };
  /** The last seal. */
  const newest = 101n;
  const asked = (tick: number, seen: bigint | undefined): PartAsked => ({
    ticks: [tick],
    seen,
    again: [],
    keys: keys.keys,
    milliseconds: 60_000,
  });
  const check = (
    reader: Reader,
    tick: number,
    { seen, keys: own = keys.keys }: { seen?: bigint; keys?: OwnKeys } = {},
  ): Promise<PartFound> => checkPart(reader, { ...asked(tick, seen), keys: own }, ROOM);
  /** A check after a change that is undone again. */
  const afterwards = (statements: readonly string[], tick: number): Promise<PartFound> =>
    whileTampered(database, statements, (tx) => check(tx, tick, { seen: newest }));
  const kindsOf = (mismatches: readonly BookMismatch[]): string[] => mismatches.map(({ kind }) => kind);
  const account = (customer: string): string => `customer:${customer}:available:AUD`;
  const stolen = (customer: string): string =>
    `update ledger_balances set balance = balance + 1 where account_id = '${account(customer)}'`;

  const forged = (number: string): string =>
    `insert into book_seals select ${number}, book, first_seq, last_seq, entries, previous_hash, hash, kid,
     signature, sealed_at, gaps, digests from book_seals where number = 101`;
  const narrow = { customers: 1n, entries: { rows: 30n, block: 5n }, seals: { rows: 30n, block: 5n } };
  const idsOf = (mismatches: readonly BookMismatch[]): unknown[] =>
    mismatches.map((mismatch) => "id" in mismatch && mismatch.id);
  const reworded = (...entries: string[]): string[] =>
    entries.map((entry) => `update ledger_entries set description = 'x' where id = 'entry-${entry}'`);
  /** Reads all but one table. */
  const without = (away: string): Reader =>
    new Proxy(database.read, {
      get: (of, name) =>
        name === "selectFrom"
          ? (table: "receivables") => {
              if (table === away) throw new Error(`${away} are away`);
              return of.selectFrom(table);
            }
          : name === "run"
            ? of.run.bind(of)
            : (Reflect.get(of, name) as unknown),
    });
  const accountsOf = (mismatches: readonly BookMismatch[]): unknown[] =>
    mismatches.map((mismatch) => "account" in mismatch && mismatch.account);

  test("finds nothing in right books, in neither of two parts", async () => {
    for (const tick of [6, 7])
      expect(await check(database.read, tick)).toEqual({
        mismatches: [],
        failures: [],
        failed: [],
        parts: 2,
        seen: newest,
        again: [],
        behind: { seals: 0n, customers: 0 },
      });
  });

  test("finds a balance that was changed, in the part of its customer", async () => {
    const inPart = async (tick: number): Promise<unknown[]> =>
      whileTampered(database, [stolen(LOW), stolen(HIGH)], async (tx) =>
        accountsOf((await check(tx, tick, { seen: newest })).mismatches),
      );
    expect(await inPart(2)).toEqual(expect.arrayContaining([account(LOW)]));
    expect(await inPart(2)).not.toContain(account(HIGH));
    expect(await inPart(3)).toEqual([account(HIGH)]);
  });

  test("finds it in the next check if something new has moved the balance, whatever its part", async () => {
    const { mismatches } = await whileTampered(database, [stolen(HIGH)], (tx) =>
      check(tx, 2, { seen: newest - 2n }),
    );
    expect(accountsOf(mismatches)).toContain(account(HIGH));
  });

  test.each<[string, number, string]>([
    [
      "an amount of a sealed entry",
      0,
      "update ledger_postings set amount = amount + 1 where entry_id = 'entry-n3'",
    ],
    ["an entry's words", 0, "update ledger_entries set description = 'x' where id = 'entry-n3'"],
    ["an entry that is gone", 0, "delete from ledger_entries where id = 'entry-n3'"],
    ["a seal", 0, "update book_seals set hash = 'x' where number = 3"],
    ["gaps of a seal that are no JSON", 1, "update book_seals set gaps = '{' where number = 100"],
    ["a seal that is gone", 1, "delete from book_seals where number = 100"],
  ])("finds %s in its part", async (_what, part, statement) => {
    const { mismatches, failures } = await afterwards([statement], 2 + part);
    expect(kindsOf(mismatches)).toContain("seal");
    expect(failures).toEqual([]);
  });

  test("a key that is not known is a difference, and keeps nothing else from being compared", async () => {
    const { mismatches, failures } = await whileTampered(database, [stolen(LOW)], (tx) =>
      check(tx, 0, { keys: { known: new Map(), locked: new Set() } }),
    );
    expect(kindsOf(mismatches)).toEqual(expect.arrayContaining(["seal", "balance"]));
    expect(failures).toEqual([]);
  });

  test("a key that this process cannot open is no difference: nothing can be said of it", async () => {
    const locked = { known: new Map(), locked: new Set([keys.kid]) };
    const { mismatches, failures } = await check(database.read, 0, { keys: locked });
    expect(mismatches).toEqual([]);
    expect(failures[0]).toMatch(/cannot be opened: restart this process$/);
  });

  test("what a key signed that cannot be opened is compared with its rows all the same", async () => {
    const locked = { known: new Map(), locked: new Set([keys.kid]) };
    const { mismatches, failures } = await whileTampered(database, reworded("n3"), (tx) =>
      check(tx, 0, { seen: newest, keys: locked }),
    );
    expect(idsOf(mismatches)).toEqual(["entry-n3"]);
    expect(failures[0]).toMatch(/cannot be opened/);
  });

  test.each<[string, string[]]>([
    ["names the first seal", ["update book_seal_heads set number = 1"]],
    [
      "names a far seal that someone made",
      ["update book_seal_heads set number = 4611686018427387904", forged("4611686018427387904")],
    ],
    ["is gone, and someone made a far seal", ["delete from book_seal_heads", forged("4611686018427387904")]],
  ])("a head that %s is a difference, and says nothing of how many there are", async (_what, statements) => {
    for (const known of [newest, undefined]) {
      const { mismatches, failures, seen, parts } = await whileTampered(database, statements, (tx) =>
        checkPart(tx, asked(2, known), ROOM),
      );
      expect(kindsOf(mismatches)).toContain("seal");
      expect({ failures, seen, parts }).toEqual({ failures: [], seen: newest, parts: 2 });
    }
  });

  test("a seal of any length cannot be written", async () => {
    const long = { sqlite: "hex(zeroblob(5000000))", postgres: "repeat('x', 10000000)" }[dialect];
    for (const columns of [`${long}, digests`, `gaps, ${long}`])
      await expect(runAsProgram(database, forged("102").replace("gaps, digests", columns))).rejects.toThrow(
        /check/i,
      );
  });

  test("amounts too large to be added up keep no one else from being compared", async () => {
    const made = ["x1", "x2"].map(
      (id) => `insert into transactions (id, user_id, transaction_type, status, credit, credit_currency,
         debit, debit_currency, reference, entry_id, created_at, updated_at)
       values ('${id}', '${LOW}', 'exchange', 'completed', 9000000000000000000, 'BTC', 1, 'AUD', '${id}', '${id}', 1, 1)`,
    );
    const { mismatches, failures } = await whileTampered(database, [...made, stolen(HIGH)], (tx) =>
      checkPart(tx, asked(0, newest)),
    );
    expect(failures).toEqual([]);
    expect(accountsOf(mismatches)).toContain(account(HIGH));
    expect(idsOf(mismatches)).toEqual(expect.arrayContaining(["x1", "x2"]));
    const ofLow = mismatches.find(
      (of) => of.kind === "balance" && of.account.endsWith(`${LOW}:available:BTC`),
    );
    expect(ofLow?.kind === "balance" && (ofLow.posted ?? 0n) - (ofLow.recorded ?? 0n)).toBe(
      -18_000_000_000_000_000_000n,
    );
  });

  test("postings too large to be added up are a difference of their row, and hide no other", async () => {
    const large = await freshDatabase(dialect);
    await large.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, [LOW, HIGH], { AUD: 500n, BTC: 1_000_000_000n });
    });
    for (const [customer, name] of [
      [LOW, "l1"],
      [LOW, "l2"],
      [HIGH, "h1"],
    ] as const)
      await large.write((tx) => recordExchange(tx, exchangeRow(exchangeOf(customer, name))));
    await tamper(large, [
      ...[50, 51].map(
        (position) => `insert into ledger_postings
           (entry_id, position, source_account, destination_account, amount, currency)
         values ('entry-l1', ${position}, 'customer:${LOW}:available:BTC', 'house:trading:BTC',
           9000000000000000000, 'BTC')`,
      ),
      "update transactions set debit = debit + 1 where entry_id in ('entry-l2', 'entry-h1')",
    ]);
    const { mismatches, failures } = await checkPart(large.read, asked(0, undefined));
    expect(failures).toEqual([]);
    const changed = ["transaction-l1", "transaction-l2", "transaction-h1"];
    expect(idsOf(mismatches)).toEqual(expect.arrayContaining(changed));
    await large.close();
  });

  test("totals too large to be added up are a difference", async () => {
    await advanceOwed(database);
    const large = [LOW, HIGH].map(
      (customer) => `update ledger_balances set balance = 9000000000000000000
        where account_id = '${account(customer)}'`,
    );
    const { mismatches, failures } = await whileTampered(database, large, (tx) =>
      checkPart(tx, asked(0, newest)),
    );
    expect(failures).toEqual([]);
    expect(kindsOf(mismatches)).toContain("owed");
  });

  test("totals of a seal that no one signed are a difference", async () => {
    await advanceOwed(database);
    const { mismatches, failures } = await whileTampered(
      database,
      [
        forged("9000"),
        "update book_seals set gaps = '{' where number = 9000",
        "update owed_totals set seal = 9000",
      ],
      (tx) => checkPart(tx, asked(0, newest)),
    );
    expect(failures).toEqual([]);
    expect(mismatches).toContainEqual({ kind: "orphan", table: "owed_totals", id: "newest" });
  });

  test("what is new and could not be compared is compared later, and ends nothing", async () => {
    const { seen, again } = await check(without("receivables"), 0, { seen: newest - 20n });
    expect(seen).toBe(newest);
    expect(again).toEqual([
      { after: newest - 20n, through: newest - 10n },
      { after: newest - 10n, through: newest },
    ]);
    const later = await whileTampered(database, reworded("n85"), (tx) =>
      checkPart(tx, { ...asked(0, seen), again }, ROOM),
    );
    expect(idsOf(later.mismatches)).toContain("entry-n85");
    expect(later.again).toEqual([]);
    // Its part is another one.
    expect(idsOf((await afterwards(reworded("n85"), 0)).mismatches)).not.toContain("entry-n85");
  });

  test("a seal whose number is far away, as no seal can have, ends the check of seals and nothing else", async () => {
    const { mismatches } = await afterwards([forged("1000000000000000"), stolen(LOW)], 2);
    expect(kindsOf(mismatches)).toEqual(expect.arrayContaining(["seal", "balance"]));
  });

  test.each<[string, readonly string[], string]>([
    ["another row", reworded("n3"), "n5"],
    ["a seal that was changed", ["update book_seals set hash = 'x' where number = 5"], "n7"],
    [
      "one that was changed, in the next block",
      ["update book_seals set hash = 'x' where number = 50"],
      "n52",
    ],
    ["the seal that it is in", ["update book_seals set hash = 'x' where number = 6"], "n5"],
    ["a seal that is missing", ["delete from book_seals where number = 5"], "n7"],
    ["a block of which nothing is left", ["delete from book_seals where number <= 50"], "n52"],
  ])("no difference hides what is behind it: %s", async (_what, statements, hidden) => {
    const found = await whileTampered(database, [...statements, ...reworded(hidden)], async (tx) => [
      ...(await check(tx, 0, { seen: newest })).mismatches,
      ...(await check(tx, 1, { seen: newest })).mismatches,
    ]);
    expect(idsOf(found)).toContain(`entry-${hidden}`);
  });

  test("each row of a seal that was changed is found", async () => {
    for (const name of ["s1", "s2", "s3"]) await exchange(LOW, name);
    await seal();
    const { mismatches } = await whileTampered(database, reworded("s1", "s3"), (tx) =>
      check(tx, 0, { seen: newest }),
    );
    expect(idsOf(mismatches)).toEqual(expect.arrayContaining(["entry-s1", "entry-s3"]));
  });

  test("an entry that took the last number there is keeps nothing from being found", async () => {
    const { mismatches, failures } = await afterwards(
      [
        `insert into ledger_entries (seq, id, kind, description, created_by, created_at)${OVERRIDING[dialect]}
         values (9223372036854775807, 'last', 'x', 'x', 'x', 1)`,
        stolen(LOW),
      ],
      2,
    );
    expect(accountsOf(mismatches)).toContain(account(LOW));
    expect(failures).toEqual([]);
  });

  test("a seal with a far number is not taken for one that was seen", async () => {
    const { mismatches, seen } = await whileTampered(database, [forged("4611686018427387904")], (tx) =>
      check(tx, 2, { seen: newest - 5n }),
    );
    expect(kindsOf(mismatches)).toContain("seal");
    expect(seen).toBeLessThan(200n);
  });

  test("a block of seals that is gone is found", async () => {
    const gone = ["delete from book_seals where number > 5 and number <= 10"];
    const found = await whileTampered(database, gone, async (tx) => {
      const all = [];
      for (const tick of [0, 1, 2, 3]) all.push(await checkPart(tx, asked(tick, newest), narrow));
      return all.flatMap(({ mismatches }) => kindsOf(mismatches));
    });
    expect(found).toContain("seal");
  });

  test("an entry whose number is far away is a difference, is not sealed, and makes no round longer", async () => {
    const far = await freshDatabase(dialect);
    await far.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, [LOW], { AUD: 500n, BTC: 1_000_000_000n });
    });
    await sealBooks(far, keys, 0n);
    await tamper(far, [
      `insert into ledger_entries (seq, id, kind, description, created_by, created_at)${OVERRIDING[dialect]}
       values (1099511627776, 'far', 'x', 'x', 'x', 1)`,
    ]);
    await expect(sealBooks(far, keys, 1n)).rejects.toThrow("far ahead");
    const { mismatches, parts } = await checkPart(far.read, asked(0, undefined));
    expect(mismatches).toContainEqual(expect.objectContaining({ kind: "seal", id: "far" }));
    expect(parts).toBe(1);
    await tamper(far, ["delete from ledger_entries where id = 'far'"]);
    await far.write((tx) => recordExchange(tx, exchangeRow(exchangeOf(LOW, "later"))));
    expect(await sealBooks(far, keys, 2n)).toBe(1);
    await far.close();
  });

  test("entries are sealed also if someone has taken a number ahead of them", async () => {
    const ahead = await freshDatabase(dialect);
    await ahead.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, [LOW], { AUD: 500n, BTC: 1_000_000_000n });
    });
    await tamper(ahead, [
      `insert into ledger_entries (seq, id, kind, description, created_by, created_at)${OVERRIDING[dialect]}
       values (1000, 'ahead', 'x', 'x', 'x', 1)`,
    ]);
    await sealBooks(ahead, keys, 0n);
    for (const hours of [2n, 4n, 6n]) {
      await ahead.write((tx) => recordExchange(tx, exchangeRow(exchangeOf(LOW, `at${hours}`))));
      expect(await sealBooks(ahead, keys, hours * 3_600_000n)).toBe(1);
    }
    await ahead.close();
  });

  test("fewer seals than there were are a difference, and the next check goes on from there", async () => {
    const { mismatches, failures, seen } = await afterwards(["delete from book_seals where number > 60"], 2);
    const what = "was seen and is missing";
    expect(mismatches).toContainEqual({ kind: "seal", table: "book_seals", id: "101", what });
    expect({ failures, seen }).toEqual({ failures: [], seen: 60n });
  });

  test("many customers and few seals are no difference", async () => {
    const few = await freshDatabase(dialect);
    await few.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, [LOW, HIGH], { AUD: 500n });
    });
    for (const tick of [0, 1]) expect((await check(few.read, tick)).mismatches).toEqual([]);
    await sealBooks(few, keys, 0n);
    for (const tick of [0, 1]) expect((await check(few.read, tick)).mismatches).toEqual([]);
    await few.close();
  });

  test("a part that cannot be compared says why, and keeps nothing else from it", async () => {
    const { mismatches, failures, failed } = await check(without("receivables"), 0);
    expect(mismatches).toEqual([]);
    expect(failed).toEqual([0]);
    expect(new Set(failures)).toEqual(new Set(["receivables are away"]));
  });

  test("finds an entry that moves money of an exchange that no one made, sealed or not", async () => {
    const orphan = { kind: "orphan", table: "ledger_entries", id: "entry-new" };
    await exchange(LOW, "new");
    const undo = ["delete from transactions where entry_id = 'entry-new'"];
    expect((await afterwards(undo, 0)).mismatches).toContainEqual(orphan);
    await seal();
    expect((await afterwards(undo, 1)).mismatches).toContainEqual(orphan);
  });

  const WEEK = 7 * 24 * 3_600_000;

  test.each<[string, string, string]>([
    ["an old balance", "owed", stolen(HIGH)],
    ["an old entry", "seal", reworded("n3")[0] ?? ""],
    ["a posting of an entry", "row", "update ledger_postings set amount = 1 where entry_id = 'entry-n60'"],
    ["a new entry", "seal", reworded("n100")[0] ?? ""],
    [
      "an old row of the history",
      "row",
      "update transactions set debit = debit + 1 where entry_id = 'entry-n7'",
    ],
    ["an old seal", "seal", "update book_seals set signature = 'x' where number = 2"],
    ["a new seal", "seal", "update book_seals set signature = 'x' where number = 99"],
    ["a seal that is missing", "seal", "delete from book_seals where number = 42"],
    ["a total", "owed", "update owed_totals set totals = '{}'"],
    ["a total that is no total any more", "orphan", "update owed_totals set totals = 'x'"],
  ])("%s that was changed is found within a week, by the clock", async (_what, kind, statement) => {
    await advanceOwed(database);
    const found = await whileTampered(database, [statement], async (tx) => {
      const from = 1_790_000_000_000;
      for (let now = from; now < from + WEEK; now += CHECK_EVERY) {
        const { mismatches, parts } = await checkPart(tx, asked(ticksAt(now), newest), narrow);
        if (mismatches.length > 0) return kindsOf(mismatches);
        if (ticksAt(now) - ticksAt(from) > parts) break;
      }
      return [];
    });
    expect(found).toContain(kind);
  });

  test("a check has no more to do after a history of twice the length", async () => {
    const most = async (): Promise<number> => {
      let steps = 0;
      const counted = new Proxy(database.read, {
        get: (of, name) => {
          const value: unknown = Reflect.get(of, name);
          if (typeof value !== "function") return value;
          return (...given: unknown[]): unknown => {
            steps += 1;
            return Reflect.apply(value, of, given);
          };
        },
      });
      const { parts, seen: seals } = await checkPart(counted, asked(0, newest), narrow);
      let longest = 0;
      for (let tick = 0; tick < parts; tick++) {
        steps = 0;
        const { mismatches, failures } = await checkPart(counted, asked(tick, seals), narrow);
        expect({ mismatches, failures }).toEqual({ mismatches: [], failures: [] });
        longest = Math.max(longest, steps);
      }
      return longest;
    };
    const before = await most();
    for (let at = 0; at < 120; at++) {
      await exchange(at % 2 === 0 ? LOW : HIGH, `more${at}`);
      await seal();
    }
    expect(await most()).toBeLessThan(1.2 * before);
  });
});
