/** The check of the ledger that ends however large the books are: what is new, and a part of the rest. */
import { sql } from "kysely";
import { verifySealRange } from "../book-seals/verify-range.ts";
import { verifyEnd, type SealProblem } from "../book-seals/verify-seals.ts";
import { verifierOf, type OwnKeys, type Verify } from "../book-seals/verifier.ts";
import { ROWS_OF_A_SEAL } from "../book-seals/seal-books.ts";
import type { Reader } from "../handles/handles.ts";
import { blockOf, endingsOfPart, nextOfPart, partsOf, type NumberRange } from "./round.ts";
import { unlikeRowsOfCustomers, unlikeRowsOfEntries } from "./rows-and-entries.ts";
import {
  balanceOrphans,
  balancesOfCustomers,
  entryOrphans,
  exchangesOfNoRow,
  totalMismatches,
  type LedgerMismatch,
} from "./trial-balance.ts";

/** Rows that a part has room for, each kind taking some seconds, and numbers that lie together in a part. */
const ROOM = {
  customers: 2000n,
  entries: { rows: 50_000n, block: 5000n },
  seals: { rows: 1000n, block: 100n },
};
const LAST_NUMBER = 2n ** 63n - 1n;
/** Keys that one statement is asked for. */
const AT_ONCE = { entries: 500, customers: 100 } as const;
/** New seals that are compared together, with their entries and customers; at first, so many of the newest. */
const NEW_SEALS = { together: 10n, first: 100n };
/** Up to so many customers, what they have together is added up in each check; of more, once in a round. */
const FEW_CUSTOMERS = 100_000n;
/** Customers are counted up to here: with more, a round has as many parts as it can have. */
const MANY_CUSTOMERS = 3_000_000n;
/** Customers with a longer history are compared in their part of a round only; those of new entries, so many at once. */
const HISTORY = { longest: 2000n, customers: 20 };

export type BookMismatch = LedgerMismatch | ({ readonly kind: "seal" } & SealProblem);

export interface PartAsked {
  /** Which checks it is: this one, and one that failed. Those that follow each other go through all parts. */
  readonly ticks: readonly number[];
  /** The last seal that was compared when it was new; undefined if none is known. */
  readonly seen: bigint | undefined;
  readonly keys: OwnKeys;
  /** How long it goes through what is new. */
  readonly milliseconds: number;
}

export interface PartFound {
  readonly mismatches: BookMismatch[];
  /** Checks of the longest round. */
  readonly parts: number;
  readonly seen: bigint | undefined;
  /** New seals that there was no time for: the next check goes on with them. Customers wait for their part. */
  readonly behind: { readonly seals: bigint; readonly customers: number };
  /** Why something could not be compared; the rest was. */
  readonly failures: string[];
  /** Which of the checks that were asked for it belongs to. */
  readonly failed: number[];
}

const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

const rows = (found: Awaited<ReturnType<typeof unlikeRowsOfEntries>>): BookMismatch[] =>
  found.map((row) => ({ kind: "row", ...row }));

const sealMismatches = (problems: readonly SealProblem[]): BookMismatch[] =>
  problems.map((problem) => ({ kind: "seal", ...problem }));

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

/** Compares parts of the books, and goes on if one of them cannot be. */
class Comparison {
  readonly mismatches: BookMismatch[] = [];
  /** Why something could not be compared. */
  readonly failures: string[] = [];
  readonly #reader: Reader;
  readonly #verify: Verify;
  /** Customers who were compared in this check. */
  readonly #compared = new Set<string>();

  constructor(reader: Reader, keys: OwnKeys) {
    this.#reader = reader;
    this.#verify = verifierOf(keys);
  }

  /** Does a part of the work, or says why it failed: what was found before is kept. */
  async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.failures.push(error instanceof Error ? error.message : String(error));
    }
  }

  /** Notes what a comparison finds. */
  note(compare: (reader: Reader) => Promise<BookMismatch[]>): Promise<void> {
    return this.attempt(async () => void this.mismatches.push(...(await compare(this.#reader))));
  }

  async customers(ids: readonly string[]): Promise<void> {
    const others = ids.filter((id) => !this.#compared.has(id));
    for (const some of chunksOf(others, AT_ONCE.customers)) {
      await this.note(async (reader) => [
        ...(await balancesOfCustomers(reader, some)),
        ...(await balanceOrphans(reader, some)),
        ...rows(await unlikeRowsOfCustomers(reader, some)),
      ]);
      for (const id of some) this.#compared.add(id);
    }
  }

  async entries(all: readonly string[]): Promise<void> {
    for (const some of chunksOf(all, AT_ONCE.entries))
      await this.note(async (reader) => [
        ...(await entryOrphans(reader, some)),
        ...(await exchangesOfNoRow(reader, some)),
        ...rows(await unlikeRowsOfEntries(reader, some)),
      ]);
  }

  /** Compares the newest seal with what was signed for it. */
  end(): Promise<void> {
    return this.note(async (reader) => sealMismatches(await verifyEnd(reader, this.#verify)));
  }

  /** Compares seals with their rows. @returns identifiers of entries that they hold */
  async seals(range: NumberRange): Promise<readonly string[]> {
    let held: readonly string[] = [];
    await this.note(async (reader) => {
      const { problems, entries } = await verifySealRange(reader, this.#verify, range);
      held = entries;
      return sealMismatches(problems);
    });
    return held;
  }
}

/** Numbers and identifiers of the next entries after a number. */
const entriesAfter = (reader: Reader, after: bigint, through: bigint, limit = BigInt(AT_ONCE.entries)) =>
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
    if (some.length === AT_ONCE.entries && last !== undefined && last.seq < through) {
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
    await comparison.seals({ after, through: lesser(through, newest) });
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

async function sizeOf(reader: Reader): Promise<Size> {
  const { total: customers } = await reader
    .selectFrom(reader.selectFrom("users").select("id").limit(MANY_CUSTOMERS).as("some"))
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  // A seal after the one that was signed for last is a difference by itself (`verifyEnd`).
  const { seals } = await reader
    .selectFrom("book_seals")
    .select(({ fn }) => fn.coalesce(fn.max("number"), sql.lit(0n)).as("seals"))
    .where("number", "<=", (head) =>
      head
        .selectFrom("book_seal_heads")
        .select(({ fn }) => fn.coalesce(fn.max("number"), sql.lit(LAST_NUMBER)).as("number")),
    )
    .executeTakeFirstOrThrow();
  const { last } = await reader
    .selectFrom("ledger_entries")
    .select(({ fn }) => fn.coalesce(fn.max("seq"), sql.lit(0n)).as("last"))
    .executeTakeFirstOrThrow();
  // Someone may have written a number that is far away.
  return { customers, seals, entries: lesser(last, seals * BigInt(ROWS_OF_A_SEAL)) };
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
  const size = await sizeOf(reader);
  const rounds = roundsOf(size, room);
  const comparison = new Comparison(reader, asked.keys);
  const { mismatches, failures } = comparison;
  const attempt = (work: () => Promise<void>): Promise<void> => comparison.attempt(work);
  await comparison.end();
  const { seen, behind } = await compareNew(reader, comparison, size.seals, asked);
  const failed: number[] = [];
  // New rows fail with the first.
  let failuresBefore = 0;
  for (const tick of asked.ticks) {
    const among = (parts: number): Part => ({ parts, part: tick % parts });
    const [seals, entries] = [among(rounds.seals), among(rounds.entries)];
    const customers = among(rounds.customers);
    await attempt(() => compareSeals(reader, comparison, size.seals, { ...seals, block: room.seals.block }));
    await attempt(() => compareEntries(reader, comparison, { ...entries, block: room.entries.block }));
    await attempt(async () => comparison.customers(await customersOfPart(reader, customers)));
    if (size.customers <= FEW_CUSTOMERS || customers.part === 0) await comparison.note(totalMismatches);
    if (failures.length > failuresBefore) failed.push(tick);
    failuresBefore = failures.length;
  }
  return { mismatches, failures, failed, parts: Math.max(rounds.customers, rounds.seals), seen, behind };
}

/** Compares what was sealed since the last check, as far as there is time. */
async function compareNew(
  reader: Reader,
  comparison: Comparison,
  newest: bigint,
  { seen: last, milliseconds }: PartAsked,
): Promise<Pick<PartFound, "seen" | "behind">> {
  const began = performance.now();
  const isTime = (): boolean => performance.now() - began < milliseconds;
  const { failures } = comparison;
  const failuresBefore = failures.length;
  let seal = last ?? (newest > NEW_SEALS.first ? newest - NEW_SEALS.first : 0n);
  if (newest < seal) failures.push(`there are ${newest} seals, and there were ${seal}`);
  let [seen, customers] = [seal, 0];
  while (seal < newest && isTime()) {
    const after = seal;
    await comparison.attempt(async () => {
      seal = (await sealsAfter(reader, { after, through: newest }, NEW_SEALS.together)).at(-1) ?? newest;
      const entries = await comparison.seals({ after, through: seal });
      await comparison.entries(entries);
      for (const ids of chunksOf(entries, AT_ONCE.entries))
        for (const some of chunksOf(await customersOf(reader, ids), HISTORY.customers))
          if (isTime()) await comparison.customers(await withShortHistory(reader, some));
          else customers += some.length;
    });
    if (seal === after) break;
    // If something could not be compared, it is new to the next check, too.
    if (failures.length === failuresBefore) seen = seal;
  }
  return { seen, behind: { seals: newest > seal ? newest - seal : 0n, customers } };
}
