/** The check of the ledger that ends however large the books are: what is new, and a part of the rest. */
import { sql } from "kysely";
import { newestSeal, rangeAfter } from "../book-seals/book-rows.ts";
import { verifyEnd, verifySealRange, type SealProblem } from "../book-seals/verify-seals.ts";
import { verifierOf, type KnownKeys, type Verify } from "../book-seals/verifier.ts";
import type { Reader } from "../handles/handles.ts";
import { unlikeRowsOfCustomers, unlikeRowsOfEntries } from "./rows-and-entries.ts";
import { endingsOfPart, partsOf, sealsOfPart, SEALS_OF_A_BLOCK, type SealRange } from "./round.ts";
import {
  balanceOrphans,
  balancesOfCustomers,
  entryOrphans,
  exchangesOfNoRow,
  totalMismatches,
  type LedgerMismatch,
} from "./trial-balance.ts";

/** Keys that one statement is asked for. */
const AT_ONCE = { entries: 500, customers: 100 } as const;
/** Seals that are compared before the clock is looked at. */
const SEALS_AT_ONCE = 10n;
/** Entries that no seal holds, which a second has more of only if sealing has stopped. */
const MOST_OPEN = 5000n;
/** Customers with a longer history are compared in their part of a round only. */
const LONG_HISTORY = 5000n;

export type BookMismatch = LedgerMismatch | ({ readonly kind: "seal" } & SealProblem);

export interface PartAsked {
  /** Which check it is: those that follow each other go through all parts. */
  readonly tick: number;
  /** The last seal whose entries were compared when they were new; empty if none is known. */
  readonly sealed: string;
  /** Public halves of the keys that sign seals; undefined if not all can be had, and so no signature is checked. */
  readonly known: KnownKeys | undefined;
  /** How long it goes through what is new, of large books. */
  readonly milliseconds: number;
}

export interface PartFound {
  readonly mismatches: BookMismatch[];
  /** Checks of a round. */
  readonly parts: number;
  /** For the next check. */
  readonly sealed: string;
  /** Why something could not be compared; the rest was. */
  readonly failures: string[];
}

const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

const rows = (found: Awaited<ReturnType<typeof unlikeRowsOfEntries>>): BookMismatch[] =>
  found.map((row) => ({ kind: "row", ...row }));

const sealMismatch = (problem: SealProblem | undefined): BookMismatch[] =>
  problem === undefined ? [] : [{ kind: "seal", ...problem }];

/** Customers whose accounts these entries move, but for those with a long history. */
async function customersOf(reader: Reader, entries: readonly string[]): Promise<string[]> {
  const side = (account: "source_account" | "destination_account") =>
    reader
      .selectFrom("ledger_postings")
      .innerJoin("ledger_accounts", `ledger_postings.${account}`, "ledger_accounts.id")
      .select((row) => row.ref("ledger_accounts.user_id").$notNull().as("id"))
      .where("ledger_postings.entry_id", "in", entries)
      .where("ledger_accounts.user_id", "is not", null);
  const moved = await reader
    .selectFrom(side("source_account").union(side("destination_account")).as("moved"))
    .select("moved.id")
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("transactions")
            .select("id")
            .whereRef("user_id", "=", "moved.id")
            .orderBy("created_at", "desc")
            .offset(LONG_HISTORY)
            .limit(1n),
        ),
      ),
    )
    .execute();
  return moved.map(({ id }) => id);
}

/** The last digits of an identifier, as `users_by_ending` has them. */
const ENDING = sql<string>`substr(id, 34)`;

async function customersOfPart(reader: Reader, part: number, parts: number): Promise<string[]> {
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
  readonly failures: string[] = [];
  readonly #reader: Reader;
  readonly #verify: Verify;

  constructor(reader: Reader, known: KnownKeys | undefined) {
    this.#reader = reader;
    this.#verify = known === undefined ? () => true : verifierOf(known);
  }

  /** Notes what a comparison finds, or why it failed. */
  async note(compare: (reader: Reader) => Promise<BookMismatch[]>): Promise<void> {
    try {
      this.mismatches.push(...(await compare(this.#reader)));
    } catch (error) {
      this.failures.push(error instanceof Error ? error.message : String(error));
    }
  }

  async customers(ids: readonly string[]): Promise<void> {
    for (const some of chunksOf(ids, AT_ONCE.customers))
      await this.note(async (reader) => [
        ...(await balancesOfCustomers(reader, some)),
        ...(await balanceOrphans(reader, some)),
        ...rows(await unlikeRowsOfCustomers(reader, some)),
      ]);
  }

  async entries(ids: readonly string[]): Promise<void> {
    for (const some of chunksOf(ids, AT_ONCE.entries))
      await this.note(async (reader) => [
        ...(await entryOrphans(reader, some)),
        ...(await exchangesOfNoRow(reader, some)),
        ...rows(await unlikeRowsOfEntries(reader, some)),
      ]);
  }

  /** Compares the newest seal with what was signed for it. */
  end(): Promise<void> {
    return this.note(async (reader) => sealMismatch(await verifyEnd(reader, this.#verify)));
  }

  /** Compares seals with their rows, and the entries among these. @returns identifiers of the entries */
  async seals(range: SealRange): Promise<readonly string[]> {
    let held: readonly string[] = [];
    await this.note(async (reader) => {
      const { problem, entries } = await verifySealRange(reader, this.#verify, range);
      held = entries;
      return sealMismatch(problem);
    });
    await this.entries(held);
    return held;
  }
}

/** Entries that no seal holds yet. */
async function openEntries(reader: Reader): Promise<string[]> {
  const newest = await newestSeal(reader, "ledger");
  const open = await reader
    .selectFrom("ledger_entries")
    .select("id")
    .where("seq", ">=", rangeAfter(newest?.last_seq ?? 0n).from)
    .orderBy("seq")
    .limit(MOST_OPEN)
    .execute();
  return open.map(({ id }) => id);
}

/** How many seals and customers there are. */
async function sizeOf(reader: Reader): Promise<{ seals: bigint; customers: bigint }> {
  const { total } = await reader
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  return { seals: (await newestSeal(reader))?.number ?? 0n, customers: total };
}

/**
 * One check of the books: what was sealed since the last one, and a part of the rest. Each statement sees one moment, so that there is no
 * false alarm while exchanges go on.
 */
export async function checkPart(reader: Reader, asked: PartAsked): Promise<PartFound> {
  const size = await sizeOf(reader);
  const parts = partsOf(size);
  const part = asked.tick % parts;
  const comparison = new Comparison(reader, asked.known);
  // Books of one part are read whole in any case.
  const sealed = parts === 1 ? size.seals : await compareNew(reader, comparison, size.seals, asked);
  await comparison.entries(await openEntries(reader));
  for (const range of sealsOfPart(part, parts, size.seals)) await comparison.seals(range);
  await comparison.end();
  await comparison.customers(await customersOfPart(reader, part, parts));
  if (part === 0) await comparison.note(totalMismatches);
  const { mismatches, failures } = comparison;
  return { mismatches, failures, parts, sealed: String(sealed) };
}

/** Compares what was sealed since the last check, as far as there is time. @returns the last seal that was compared */
async function compareNew(
  reader: Reader,
  comparison: Comparison,
  newest: bigint,
  { sealed, milliseconds }: PartAsked,
): Promise<bigint> {
  const until = performance.now() + milliseconds;
  let after = sealed === "" ? newest - SEALS_OF_A_BLOCK : BigInt(sealed);
  while (after < newest) {
    const through = after + SEALS_AT_ONCE < newest ? after + SEALS_AT_ONCE : newest;
    const entries = await comparison.seals({ after, through });
    for (const some of chunksOf(entries, AT_ONCE.entries))
      await comparison.customers(await customersOf(reader, some));
    after = through;
    if (performance.now() > until) break;
  }
  return after;
}
