import { isSigned } from "../book-seals/newest-signed.ts";
import { verifySealRange } from "../book-seals/verify-range.ts";
import { problemsOfNumbers, verifyHead, type SealProblem } from "../book-seals/verify-seals.ts";
import { verifierOf, type OwnKeys, type Verify } from "../book-seals/verifier.ts";
import { isOverflow } from "../handles/dialects/errors.ts";
import type { Reader } from "../handles/handles.ts";
import type { NumberRange } from "./round.ts";
import {
  ROWS_OF_ENTRIES,
  ROWS_THEMSELVES,
  rowsTwice,
  transactionsOf,
  type CompareRows,
} from "./rows-and-entries.ts";
import {
  balanceOrphans,
  balancesOfCustomers,
  entryOrphans,
  exchangesOfNoRow,
  sealOfTotals,
  totalMismatches,
  type LedgerMismatch,
} from "./trial-balance.ts";

export type BookMismatch =
  | LedgerMismatch
  | ({ readonly kind: "seal" } & SealProblem)
  /** Amounts of a row, or of all that belongs to it, that are too large to be added up. */
  | {
      readonly kind: "overflow";
      readonly table: "users" | "ledger_entries" | "transactions";
      readonly id: string;
    };

type Keyed = Extract<BookMismatch, { kind: "overflow" }>["table"];
type Compare = (reader: Reader, keys: readonly string[]) => Promise<BookMismatch[]>;

/** Keys that one statement is asked for. */
const AT_ONCE = { users: 100, ledger_entries: 500, transactions: 500 } as const;

export const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

const rows =
  (compare: CompareRows): Compare =>
  async (reader, keys) =>
    (await compare(reader, keys)).map((row) => ({ kind: "row", ...row }));

const sealMismatches = (problems: readonly SealProblem[]): BookMismatch[] =>
  problems.map((problem) => ({ kind: "seal", ...problem }));

/** Compares parts of the books, and goes on if one of them cannot be. */
export class Comparison {
  readonly mismatches: BookMismatch[] = [];
  /** Why something could not be compared. */
  readonly failures: string[] = [];
  readonly verify: Verify;
  readonly #reader: Reader;
  /** Customers who were compared in this check. */
  readonly #compared = new Set<string>();

  constructor(reader: Reader, keys: OwnKeys) {
    this.#reader = reader;
    this.verify = verifierOf(keys);
  }

  /** Does a part of the work, or says why it failed: what was found before is kept. @returns whether all of it could be done */
  async attempt(work: () => Promise<void>): Promise<boolean> {
    const before = this.failures.length;
    try {
      await work();
    } catch (error) {
      this.failures.push(error instanceof Error ? error.message : String(error));
    }
    return this.failures.length === before;
  }

  async customers(ids: readonly string[]): Promise<void> {
    const others = ids.filter((id) => !this.#compared.has(id));
    for (const some of chunksOf(others, AT_ONCE.users)) {
      for (const compare of [balancesOfCustomers, balanceOrphans, rows(rowsTwice)])
        await this.#each("users", some, compare);
      for (const { ofCustomers, byIds } of ROWS_THEMSELVES)
        await this.#each("users", some, rows(ofCustomers), async (customer) => {
          const transactions = await transactionsOf(this.#reader, customer);
          for (const these of chunksOf(transactions, AT_ONCE.transactions))
            await this.#each("transactions", these, rows(byIds));
        });
      for (const id of some) this.#compared.add(id);
    }
  }

  async entries(all: readonly string[]): Promise<void> {
    for (const some of chunksOf(all, AT_ONCE.ledger_entries))
      for (const compare of [entryOrphans, exchangesOfNoRow, ...ROWS_OF_ENTRIES.map(rows)])
        await this.#each("ledger_entries", some, compare);
  }

  /** Compares the newest seal with what was signed for it. */
  async end(): Promise<void> {
    await this.#note(async (reader) => sealMismatches(await verifyHead(reader, this.verify)));
    await this.#note(async (reader) => sealMismatches(await problemsOfNumbers(reader)));
  }

  /** Compares what was added up of all balances, if it is of a seal of ours. */
  async totals(): Promise<void> {
    await this.#note(async (reader) => {
      const seal = await sealOfTotals(reader);
      const isOurs = seal === undefined || (await isSigned(reader, this.verify, seal));
      return isOurs ? totalMismatches(reader) : [{ kind: "orphan", table: "owed_totals", id: "newest" }];
    });
  }

  /** Compares seals with their rows. @returns identifiers of entries that they hold */
  async seals(range: NumberRange, newest: bigint): Promise<readonly string[]> {
    let held: readonly string[] = [];
    await this.#note(async (reader) => {
      const { problems, failures, entries } = await verifySealRange(reader, this.verify, {
        ...range,
        newest,
      });
      held = entries;
      this.failures.push(...failures);
      return sealMismatches(problems);
    });
    return held;
  }

  /** Notes what a comparison finds. */
  #note(compare: (reader: Reader) => Promise<BookMismatch[]>): Promise<boolean> {
    return this.attempt(async () => void this.mismatches.push(...(await compare(this.#reader))));
  }

  /**
   * Compares what belongs to some rows. If it cannot be added up they are halved, so that no one's amounts keep others from being compared.
   * @param alone compares what belongs to one row in smaller pieces; without it the row is a difference by itself
   */
  async #each(
    table: Keyed,
    keys: readonly string[],
    compare: Compare,
    alone?: (key: string) => Promise<void>,
  ): Promise<void> {
    const [first, ...others] = keys;
    await this.attempt(async () => {
      try {
        this.mismatches.push(...(await compare(this.#reader, keys)));
      } catch (error) {
        if (first === undefined || !isOverflow(error)) throw error;
        if (others.length > 0)
          for (const half of chunksOf(keys, Math.ceil(keys.length / 2)))
            await this.#each(table, half, compare, alone);
        else if (alone === undefined) this.mismatches.push({ kind: "overflow", table, id: first });
        else await alone(first);
      }
    });
  }
}
