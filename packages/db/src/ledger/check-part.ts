/** The check of the ledger that ends however large the books are: what is new, and a part of the rest. */
import { sql } from "kysely";
import { newestSigned } from "../book-seals/newest-signed.ts";
import type { OwnKeys } from "../book-seals/verifier.ts";
import { ROWS_OF_A_SEAL } from "../book-seals/seal-books.ts";
import type { Reader } from "../handles/handles.ts";
import { chunksOf, Comparison, type BookMismatch } from "./comparison.ts";
import { blockOf, endingsOfPart, nextOfPart, partsOf, type NumberRange } from "./round.ts";

/** Rows that a part has room for, each kind taking some seconds, and numbers that lie together in a part. */
const ROOM = {
  customers: 2000n,
  entries: { rows: 50_000n, block: 5000n },
  seals: { rows: 1000n, block: 100n },
};
const LAST_NUMBER = 2n ** 63n - 1n;
/** Entries that one statement is asked for. */
const ENTRIES_AT_ONCE = 500;
/** New seals that are compared together, with their entries and customers; at first, so many of the newest. */
const NEW_SEALS = { together: 10n, first: 100n };
/** Ranges of new seals that could not be compared and are remembered. The others are left to their parts. */
const MOST_AGAIN = 10;
/** Up to so many customers, what they have together is added up in each check; of more, once in a round. */
const FEW_CUSTOMERS = 100_000n;
/** Customers are counted up to here: with more, a round has as many parts as it can have. */
const MANY_CUSTOMERS = 3_000_000n;
/** Customers with a longer history are compared in their part of a round only; those of new entries, so many at once. */
const HISTORY = { longest: 2000n, customers: 20 };

export interface PartAsked {
  /** Which checks it is: this one, and one that failed. Those that follow each other go through all parts. */
  readonly ticks: readonly number[];
  /** The last seal that was compared when it was new; undefined if none is known. */
  readonly seen: bigint | undefined;
  /** Seals that could not be compared when they were new. */
  readonly again: readonly NumberRange[];
  readonly keys: OwnKeys;
  /** How long it goes through what is new. */
  readonly milliseconds: number;
}

export interface PartFound {
  readonly mismatches: BookMismatch[];
  /** Checks of the longest round. */
  readonly parts: number;
  readonly seen: bigint | undefined;
  readonly again: readonly NumberRange[];
  /** New seals that there was no time for: the next check goes on with them. Customers wait for their part. */
  readonly behind: { readonly seals: bigint; readonly customers: number };
  /** Why something could not be compared; the rest was. */
  readonly failures: string[];
  /** Which of the checks that were asked for it belongs to. */
  readonly failed: number[];
}

/** Customers whose accounts these entries move. */
async function customersOf(reader: Reader, entries: readonly string[]): Promise<string[]> {
  const side = (account: "source_account" | "destination_account") =>
    reader
      .selectFrom("ledger_postings")
      .innerJoin("ledger_accounts", `ledger_postings.${account}`, "ledger_accounts.id")
      .select((row) => row.ref("ledger_accounts.user_id").$notNull().as("id"))
      .where("ledger_postings.entry_id", "in", entries)
      .where("ledger_accounts.user_id", "is not", null);
  const moved = await side("source_account").union(side("destination_account")).execute();
  return moved.map(({ id }) => id);
}

/** Those who do not have a long history. Only entries make one: a row that names none, or another's, is no exchange. */
async function withShortHistory(reader: Reader, customers: readonly string[]): Promise<string[]> {
  const found = await reader
    .selectFrom("users")
    .select("users.id")
    .where("users.id", "in", customers)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("transactions")
            .innerJoin("ledger_postings", "ledger_postings.entry_id", "transactions.entry_id")
            .select("transactions.entry_id")
            .distinct()
            .whereRef("transactions.user_id", "=", "users.id")
            .where(
              "ledger_postings.destination_account",
              "=",
              sql<string>`'customer:' || users.id || ':available:' || transactions.debit_currency`,
            )
            .offset(HISTORY.longest)
            .limit(1n),
        ),
      ),
    )
    .execute();
  return found.map(({ id }) => id);
}

/** The last digits of an identifier, as `users_by_ending` has them. */
const ENDING = sql<string>`substr(id, 34)`;

async function customersOfPart(reader: Reader, { part, parts }: Part): Promise<string[]> {
  const { from, before } = endingsOfPart(part, parts);
  const found = await reader
    .selectFrom("users")
    .select("id")
    .$if(from !== undefined, (users) => users.where(ENDING, ">=", from ?? ""))
    .$if(before !== undefined, (users) => users.where(ENDING, "<", before ?? ""))
    .execute();
  return found.map(({ id }) => id);
}

/** Numbers and identifiers of the next entries after a number. */
const entriesAfter = (reader: Reader, after: bigint, through: bigint, limit = BigInt(ENTRIES_AT_ONCE)) =>
  reader
    .selectFrom("ledger_entries")
    .select(["seq", "id"])
    .where("seq", ">", after)
    .where("seq", "<=", through)
    .orderBy("seq")
    .limit(limit)
    .execute();

interface Part {
  readonly part: number;
  readonly parts: number;
}

interface Blocks extends Part {
  readonly block: bigint;
}

const lesser = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** Entries with what names them, of one part. Numbers have gaps, and someone may have taken one that is far away. */
async function compareEntries(reader: Reader, comparison: Comparison, of: Blocks): Promise<void> {
  for (let next = nextOfPart(1n, of); next <= LAST_NUMBER;) {
    const through = lesser(blockOf(next, of.block).through, LAST_NUMBER);
    const some = await entriesAfter(reader, next - 1n, through);
    await comparison.entries(some.map(({ id }) => id));
    const last = some.at(-1);
    if (some.length === ENTRIES_AT_ONCE && last !== undefined && last.seq < through) {
      next = last.seq + 1n;
      continue;
    }
    const [other] = await entriesAfter(reader, through, LAST_NUMBER, 1n);
    if (other === undefined) return;
    next = nextOfPart(other.seq, of);
  }
}

/** Numbers of the next seals after one, up to another. */
const sealsAfter = async (
  reader: Reader,
  { after, through }: NumberRange,
  limit: bigint,
): Promise<bigint[]> =>
  (
    await reader
      .selectFrom("book_seals")
      .select("number")
      .where("number", ">", after)
      .where("number", "<=", through)
      .orderBy("number")
      .limit(limit)
      .execute()
  ).map(({ number }) => number);

/** Seals of one part with their rows. */
async function compareSeals(
  reader: Reader,
  comparison: Comparison,
  newest: bigint,
  of: Blocks,
): Promise<void> {
  for (let next = nextOfPart(1n, of); next <= newest;) {
    const { after, through } = blockOf(next, of.block);
    await comparison.seals({ after, through: lesser(through, newest) }, newest);
    const [other] = await sealsAfter(reader, { after: through, through: newest }, 1n);
    if (other === undefined) return;
    next = nextOfPart(other, of);
  }
}

interface Size {
  readonly customers: bigint;
  /** Number of the newest. */
  readonly seals: bigint;
  /** At least as many as are sealed. */
  readonly entries: bigint;
}

async function sizeOf(reader: Reader, seals: bigint): Promise<Size> {
  const { total: customers } = await reader
    .selectFrom(reader.selectFrom("users").select("id").limit(MANY_CUSTOMERS).as("some"))
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  const { last } = await reader
    .selectFrom("ledger_entries")
    .select(({ fn }) => fn.coalesce(fn.max("seq"), sql.lit(0n)).as("last"))
    .executeTakeFirstOrThrow();
  // Someone may have written a number that is far away, or this process knows no key by which a seal was signed.
  return { customers, seals, entries: seals === 0n ? last : lesser(last, seals * BigInt(ROWS_OF_A_SEAL)) };
}

/** How many parts the round of each kind of row has. Entries are compared with their seals, and exchanges with their customers. */
function roundsOf(size: Size, room: typeof ROOM) {
  const entries = partsOf(size.entries, room.entries.rows);
  return {
    entries,
    seals: Math.max(partsOf(size.seals, room.seals.rows), entries),
    customers: Math.max(partsOf(size.customers, room.customers), entries),
  };
}

/**
 * One check of the books: what has come since the last one, and a part of the rest. Each statement sees one moment, so that there is no
 * false alarm while exchanges go on.
 */
export async function checkPart(reader: Reader, asked: PartAsked, room = ROOM): Promise<PartFound> {
  const comparison = new Comparison(reader, asked.keys);
  const { mismatches, failures } = comparison;
  await comparison.end();
  const newest = await newestSigned(reader, comparison.verify, asked.seen ?? 0n);
  const size = await sizeOf(reader, newest);
  const rounds = roundsOf(size, room);
  const { seen, again, behind } = await compareNew(reader, comparison, newest, asked);
  const failed: number[] = [];
  // New rows fail with the first.
  let failuresBefore = 0;
  for (const tick of asked.ticks) {
    const among = (parts: number): Part => ({ parts, part: tick % parts });
    const [seals, entries] = [among(rounds.seals), among(rounds.entries)];
    const customers = among(rounds.customers);
    await comparison.attempt(() =>
      compareSeals(reader, comparison, newest, { ...seals, block: room.seals.block }),
    );
    await comparison.attempt(() =>
      compareEntries(reader, comparison, { ...entries, block: room.entries.block }),
    );
    await comparison.attempt(async () => comparison.customers(await customersOfPart(reader, customers)));
    if (size.customers <= FEW_CUSTOMERS || customers.part === 0) await comparison.totals();
    if (failures.length > failuresBefore) failed.push(tick);
    failuresBefore = failures.length;
  }
  const parts = Math.max(rounds.customers, rounds.seals);
  return { mismatches, failures, failed, parts, seen, again, behind };
}

/** Compares what was sealed since the last check, as far as there is time, and then what could not be compared before. */
async function compareNew(
  reader: Reader,
  comparison: Comparison,
  newest: bigint,
  { seen: last, again: before, milliseconds }: PartAsked,
): Promise<Pick<PartFound, "seen" | "again" | "behind">> {
  const began = performance.now();
  const isTime = (): boolean => performance.now() - began < milliseconds;
  const again: NumberRange[] = [];
  let customers = 0;
  const compare = async (range: NumberRange): Promise<void> => {
    const isWhole = await comparison.attempt(async () => {
      const entries = await comparison.seals(range, newest);
      await comparison.entries(entries);
      for (const ids of chunksOf(entries, ENTRIES_AT_ONCE))
        for (const some of chunksOf(await customersOf(reader, ids), HISTORY.customers))
          if (isTime()) await comparison.customers(await withShortHistory(reader, some));
          else customers += some.length;
    });
    if (!isWhole) again.push(range);
  };
  let seen = last ?? (newest > NEW_SEALS.first ? newest - NEW_SEALS.first : 0n);
  if (newest < seen) {
    const id = String(seen);
    comparison.mismatches.push({ kind: "seal", table: "book_seals", id, what: "was seen and is missing" });
    seen = newest;
  }
  while (seen < newest && isTime()) {
    const after = seen;
    const isRead = await comparison.attempt(async () => {
      seen = (await sealsAfter(reader, { after, through: newest }, NEW_SEALS.together)).at(-1) ?? newest;
    });
    if (!isRead) break;
    await compare({ after, through: seen });
  }
  for (const range of before)
    if (range.through <= newest && isTime()) await compare(range);
    else again.push(range);
  return { seen, again: again.slice(0, MOST_AGAIN), behind: { seals: newest - seen, customers } };
}
