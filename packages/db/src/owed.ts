/**
 * Customers' holdings of each currency together. Adding up every balance takes a second if there are millions; so
 * totals are kept as of a seal of the ledger, and what has come since is added (decision 0185). An exchange writes
 * nothing for it.
 */
import { sql } from "kysely";
import { newestSeal, rangeAfter, seqsWithin } from "./book-seals/book-rows.ts";
import { digestsOf, gapsOf } from "./book-seals/canonical.ts";
import type { Database, Reader } from "./handles/handles.ts";
import { numbersIn, rowsIn } from "./handles/json-lists.ts";
import { readStatement } from "./handles/statement.ts";
import type { BookSeal } from "./tables.ts";
import { sumHalves, sumOf } from "./whole-sums.ts";

/** Smallest units by currency. */
export type Owed = ReadonlyMap<string, bigint>;

const NEWEST = "newest";
/** More than this since the totals is not read one by one: then the balances are added up. */
const MOST_SINCE = { seals: 20, open: 2000 };

interface KeptTotals {
  /** The number of the last seal that is counted; 0 before the first. */
  readonly seal: bigint;
  readonly owed: Owed;
}

async function readKept(reader: Reader): Promise<KeptTotals> {
  const row = await reader
    .selectFrom("owed_totals")
    .select(["seal", "totals"])
    .where("name", "=", NEWEST)
    .executeTakeFirst();
  const totals = JSON.parse(row?.totals ?? "{}") as Readonly<Record<string, string>>;
  const owed = new Map(Object.entries(totals).map(([currency, units]) => [currency, BigInt(units)]));
  return { seal: row?.seal ?? 0n, owed };
}

/** How `keep` writes them. */
const TOTALS = /^\{(?:"[^"\\]+":"-?\d+"(?:,(?=")|(?=\})))*\}$/;

/** Whether the kept totals are still what they can be, or someone has written another text there. */
export async function areTotals(reader: Reader): Promise<boolean> {
  const row = await reader
    .selectFrom("owed_totals")
    .select("totals")
    .where("name", "=", NEWEST)
    .executeTakeFirst();
  return row === undefined || TOTALS.test(row.totals);
}

/** Seals of the ledger after one, at most `limit`, with the numbers of the entries in them. */
async function sealsAfter(
  reader: Reader,
  seal: bigint,
  limit: number,
): Promise<{ number: bigint; seqs: bigint[] }[]> {
  const seals = await reader
    .selectFrom("book_seals")
    .select(["number", "digests"])
    .where("book", "=", "ledger")
    .where("number", ">", seal)
    .orderBy("number")
    .limit(BigInt(limit))
    .execute();
  return seals.map(({ number, digests }) => ({ number, seqs: digestsOf(digests).map(({ seq }) => seq) }));
}

const ofCustomers = (side: "source_account" | "destination_account") =>
  sql`case when ${sql.ref(side)} like 'customer:%' then amount else 0 end`;
/** Change of all customers' holdings by a posting. */
const CHANGE = sql`(${ofCustomers("destination_account")} - ${ofCustomers("source_account")})`;

/** A sum of a currency, as its halves. */
interface CurrencySum {
  readonly currency: string;
  readonly high: bigint | null;
  readonly low: bigint | null;
}

const owedOf = (sums: readonly CurrencySum[]): Owed =>
  new Map(sums.map(({ currency, ...halves }) => [currency, sumOf(halves)]));

const changesOfEntries = readStatement<{ seqs: string }, CurrencySum>(
  "owed_changes",
  (db, parameter, dialect) => {
    const { high, low } = sumHalves(CHANGE);
    return db
      .selectFrom("ledger_postings")
      .select(["currency", high.as("high"), low.as("low")])
      .where("entry_id", "in", (entries) =>
        entries
          .selectFrom("ledger_entries")
          .select("id")
          .where("seq", "in", numbersIn(parameter("seqs"), dialect)),
      )
      .groupBy("currency");
  },
);

/** The balances without what entries with numbers in `ranges` changed; `ranges` as `[["7","9"], …]`. */
const balancesBefore = readStatement<{ ranges: string }, CurrencySum>(
  "owed_before",
  (db, parameter, dialect) => {
    const taken = db
      .selectFrom("ledger_postings")
      .select(["currency", sql<bigint>`-${CHANGE}`.as("change")])
      .where("entry_id", "in", (entries) =>
        entries
          .selectFrom("ledger_entries")
          .innerJoin(rowsIn(parameter("ranges"), dialect).as("ranges"), (join) =>
            join.on(sql<boolean>`seq between cast(value ->> 0 as bigint) and cast(value ->> 1 as bigint)`),
          )
          .select("ledger_entries.id"),
      );
    const sides = db.selectFrom("ledger_balances").select(["currency", "balance as change"]).unionAll(taken);
    const { high, low } = sumHalves(sql.ref("change"));
    return db
      .selectFrom(sides.as("sides"))
      .select(["currency", high.as("high"), low.as("low")])
      .groupBy("currency");
  },
);

/** Totals with what entries with these numbers changed. */
async function withEntries(reader: Reader, owed: Owed, seqs: readonly bigint[]): Promise<Owed> {
  const changed = new Map(owed);
  const sums = await reader.run(changesOfEntries, { seqs: `[${seqs.join()}]` });
  for (const [currency, change] of owedOf(sums))
    changed.set(currency, (changed.get(currency) ?? 0n) + change);
  return changed;
}

/** Sum of the balances. */
export async function sumOfBalances(reader: Reader): Promise<Owed> {
  const { high, low } = sumHalves(sql.ref("balance"));
  return owedOf(
    await reader
      .selectFrom("ledger_balances")
      .select(["currency", high.as("high"), low.as("low")])
      .groupBy("currency")
      .execute(),
  );
}

/**
 * Customers' holdings of each currency, set aside or not, as of one moment: a currency that is not in the map has none.
 */
export async function readOwed(reader: Reader): Promise<Owed> {
  const kept = await readKept(reader);
  // Read before the open rows: a row that is sealed meanwhile is open to this seal still, and counts once.
  const newest = await newestSeal(reader, "ledger");
  if (kept.seal === 0n || newest === undefined) return sumOfBalances(reader);
  const seals = await sealsAfter(reader, kept.seal, MOST_SINCE.seals + 1);
  const openRanges = [...gapsOf(newest.gaps), rangeAfter(newest.last_seq)];
  const open = await seqsWithin(reader, "ledger", openRanges, MOST_SINCE.open + 1);
  if (seals.length > MOST_SINCE.seals || open.length > MOST_SINCE.open) return sumOfBalances(reader);
  const sealed = seals.filter(({ number }) => number <= newest.number).flatMap(({ seqs }) => seqs);
  return withEntries(reader, kept.owed, [...sealed, ...open]);
}

/** A total that is not what the balances were when its seal was made, smallest units. */
export interface WrongTotal {
  readonly currency: string;
  readonly kept: bigint;
  readonly owed: bigint;
}

/**
 * The balances as they were when a seal of the ledger was made: less what has come after it. One statement, and a seal never changes, so that
 * it is exact while exchanges go on. Reads every balance.
 */
async function owedAt(
  reader: Reader,
  { last_seq, gaps }: Pick<BookSeal, "last_seq" | "gaps">,
): Promise<Owed> {
  const ranges = [...gapsOf(gaps), rangeAfter(last_seq)].map(({ from, to }) => [`${from}`, `${to}`]);
  return owedOf(await reader.run(balancesBefore, { ranges: JSON.stringify(ranges) }));
}

/**
 * Compares the totals with the balances, less what has come after the totals' seal: that is one statement, and a seal never changes, so that
 * there is no false alarm while exchanges go on. Reads every balance.
 * @returns none also if there are no totals, or none of a seal of the ledger
 */
export async function wrongTotals(reader: Reader): Promise<WrongTotal[]> {
  const { seal, owed: kept } = await readKept(reader);
  const of = await reader
    .selectFrom("book_seals")
    .select(["last_seq", "gaps"])
    .where("book", "=", "ledger")
    .where("number", "=", seal)
    .executeTakeFirst();
  if (of === undefined) return [];
  const owed = await owedAt(reader, of);
  return [...new Set([...kept.keys(), ...owed.keys()])]
    .map((currency) => ({ currency, kept: kept.get(currency) ?? 0n, owed: owed.get(currency) ?? 0n }))
    .filter((total) => total.kept !== total.owed);
}

/** Replaces the totals, unless another process has done so since. */
async function keep({ write }: Pick<Database, "write">, before: KeptTotals, next: KeptTotals): Promise<void> {
  const texts = [...next.owed].map(([currency, units]) => [currency, String(units)] as const);
  const row = { seal: next.seal, totals: JSON.stringify(Object.fromEntries(texts)) };
  await write((tx) =>
    tx
      .insertInto("owed_totals")
      .values({ name: NEWEST, ...row })
      .onConflict((conflict) =>
        conflict.column("name").doUpdateSet(row).where("owed_totals.seal", "=", before.seal),
      )
      .execute(),
  );
}

/**
 * Takes the ledger's next seal into the totals. If several processes do so at once, one does.
 * @returns whether there may be more
 */
export async function advanceOwed(database: Pick<Database, "read" | "write">): Promise<boolean> {
  const { read } = database;
  const kept = await readKept(read);
  const [seal] = await sealsAfter(read, kept.seal, 1);
  if (seal === undefined) return false;
  await keep(database, kept, { seal: seal.number, owed: await withEntries(read, kept.owed, seal.seqs) });
  return true;
}

/**
 * Takes all seals of the ledger into the totals by adding up the balances, which is sooner done where many are missing. SQLite stops the
 * event loop for as long: for a thread of its own.
 */
export async function leapOwed(database: Pick<Database, "read" | "write">): Promise<void> {
  const { read } = database;
  const kept = await readKept(read);
  const newest = await newestSeal(read, "ledger");
  if (newest === undefined || newest.number <= kept.seal) return;
  await keep(database, kept, { seal: newest.number, owed: await owedAt(read, newest) });
}
