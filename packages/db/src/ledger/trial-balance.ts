import { sql } from "kysely";
import type { Reader } from "../handles/handles.ts";
import { wrongTotals, type WrongTotal } from "../owed.ts";
import { unlikeRows, type UnlikeRow } from "./rows-and-entries.ts";

/** Something in the books that cannot be if only `postEntry` keeps them. */
export type LedgerMismatch =
  /**
   * A customer's balance row differs from the sum of the account's postings (or one of the two is missing).
   */
  | {
      readonly kind: "balance";
      readonly account: string;
      readonly recorded: bigint | null;
      readonly posted: bigint | null;
    }
  /** Recorded customer balances and derived house balances of a currency do not cancel out. */
  | { readonly kind: "currency_sum"; readonly currency: string; readonly sum: bigint }
  /** Customers' holdings of a currency were added up wrongly (decision 0185). */
  | ({ readonly kind: "owed" } & WrongTotal)
  /** A row whose amount, currency or customer is not what its ledger entries say. */
  | ({ readonly kind: "row" } & UnlikeRow)
  /** A row without the row it belongs to. */
  | { readonly kind: "orphan"; readonly table: string; readonly id: string };

export interface LedgerReport {
  /** Customers' ledger accounts that were compared. */
  readonly accounts: number;
  /** Ledger entries there are. */
  readonly entries: number;
  /** Empty if the books are right. */
  readonly mismatches: LedgerMismatch[];
}

/**
 * Recomputes every balance from the postings and compares; so it does what was added up of all balances, and every row that names a
 * ledger entry. Each comparison is one statement and so sees one moment: the check gives no false alarm while exchanges go on.
 */
export async function checkLedger(reader: Reader): Promise<LedgerReport> {
  const mismatches = [
    ...(await balanceMismatches(reader)),
    ...(await currencySums(reader)),
    ...(await wrongTotals(reader)).map((total) => ({ kind: "owed" as const, ...total })),
    ...(await unlikeRows(reader)).map((row) => ({ kind: "row" as const, ...row })),
    ...(await orphans(reader)),
  ];
  const accounts = await reader
    .selectFrom("ledger_balances")
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  const entries = await reader
    .selectFrom("ledger_entries")
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  return { accounts: Number(accounts.total), entries: Number(entries.total), mismatches };
}

/** Effect of each posting on each of its two accounts. */
function changes(reader: Reader) {
  return reader
    .selectFrom("ledger_postings")
    .select(["destination_account as account", "currency", "amount as change"])
    .unionAll(
      reader
        .selectFrom("ledger_postings")
        .select((posting) => [
          "source_account as account",
          "currency",
          posting.neg(posting.ref("amount")).as("change"),
        ]),
    );
}

/** A posting's change of a customer's account, or its balance as it is recorded. */
interface Side {
  readonly account: string;
  readonly change: bigint | null;
  readonly balance: bigint | null;
}

/** An account's record and its postings are rows of one group: a join of both would keep all accounts in memory. */
async function balanceMismatches(reader: Reader): Promise<LedgerMismatch[]> {
  const none = sql<null>`cast(null as bigint)`;
  const sides = reader
    .selectFrom(changes(reader).as("changes"))
    .select(["account", "change", none.as("balance")])
    .where("account", "like", "customer:%")
    .$castTo<Side>()
    .unionAll(
      reader
        .selectFrom("ledger_balances")
        .select(["account_id as account", none.as("change"), "balance"])
        .$castTo<Side>(),
    );
  const [posted, recorded] = [
    sql<bigint | null>`cast(sum(change) as bigint)`,
    sql<bigint | null>`max(balance)`,
  ];
  const rows = await reader
    .selectFrom(sides.as("sides"))
    .select(["account", posted.as("posted"), recorded.as("recorded")])
    .groupBy("account")
    .having((sum) =>
      sum.or([sum(posted, "is", null), sum(recorded, "is", null), sum(posted, "<>", recorded)]),
    )
    .execute();
  return rows.map((row) => ({ kind: "balance", ...row }));
}

async function currencySums(reader: Reader): Promise<LedgerMismatch[]> {
  const sides = reader
    .selectFrom("ledger_balances")
    .select(["currency", "balance as change"])
    .unionAll(
      reader
        .selectFrom(changes(reader).as("changes"))
        .select(["currency", "change"])
        .where("account", "like", "house:%"),
    );
  const total = sql<bigint>`cast(sum(change) as bigint)`;
  const rows = await reader
    .selectFrom(sides.as("sides"))
    .select(["currency", total.as("sum")])
    .groupBy("currency")
    .having(total, "<>", 0n)
    .execute();
  return rows.map(({ currency, sum }) => ({ kind: "currency_sum", currency, sum }));
}

const totalsOfNoSeal = (reader: Reader): Promise<{ id: string }[]> =>
  reader
    .selectFrom("owed_totals")
    .leftJoin("book_seals", (join) =>
      join.onRef("book_seals.number", "=", "owed_totals.seal").on("book_seals.book", "=", "ledger"),
    )
    .select("owed_totals.name as id")
    .where("book_seals.number", "is", null)
    .execute();

async function orphans(reader: Reader): Promise<LedgerMismatch[]> {
  const found: { table: string; ids: { id: string | null }[] }[] = [
    {
      // An entry that moves nothing.
      table: "ledger_entries",
      ids: await reader
        .selectFrom("ledger_entries")
        .leftJoin("ledger_postings", "ledger_postings.entry_id", "ledger_entries.id")
        .select("ledger_entries.id")
        .where("ledger_postings.entry_id", "is", null)
        .execute(),
    },
    {
      // A posting of no entry, or between accounts that do not exist in its currency.
      table: "ledger_postings",
      ids: await reader
        .selectFrom("ledger_postings")
        .leftJoin("ledger_entries", "ledger_entries.id", "ledger_postings.entry_id")
        .leftJoin("ledger_accounts as source", (join) =>
          join
            .onRef("source.id", "=", "ledger_postings.source_account")
            .onRef("source.currency", "=", "ledger_postings.currency"),
        )
        .leftJoin("ledger_accounts as destination", (join) =>
          join
            .onRef("destination.id", "=", "ledger_postings.destination_account")
            .onRef("destination.currency", "=", "ledger_postings.currency"),
        )
        .select("ledger_postings.entry_id as id")
        .where((row) =>
          row.or([
            row("ledger_entries.id", "is", null),
            row("source.id", "is", null),
            row("destination.id", "is", null),
          ]),
        )
        .execute(),
    },
    { table: "owed_totals", ids: await totalsOfNoSeal(reader) },
    {
      table: "ledger_balances",
      ids: await reader
        .selectFrom("ledger_balances")
        .leftJoin("ledger_accounts", (join) =>
          join
            .onRef("ledger_accounts.id", "=", "ledger_balances.account_id")
            .onRef("ledger_accounts.currency", "=", "ledger_balances.currency"),
        )
        .select("ledger_balances.account_id as id")
        .where("ledger_accounts.id", "is", null)
        .execute(),
    },
  ];
  return found.flatMap(({ table, ids }) =>
    ids.map(({ id }) => ({ kind: "orphan" as const, table, id: id ?? "" })),
  );
}
