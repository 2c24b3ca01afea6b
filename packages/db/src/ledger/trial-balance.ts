import { sql, type AliasableExpression, type SqlBool } from "kysely";
import { isNotZero, sumHalves, sumOf } from "../whole-sums.ts";
import type { Reader } from "../handles/handles.ts";
import { areTotals, wrongTotals, type WrongTotal } from "../owed.ts";
import { otherPostingsOf } from "../owned-postings.ts";
import { isAmong, type Among } from "./among.ts";
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
    ...(await totalMismatches(reader)),
    ...(await unlikeRows(reader)).map((row) => ({ kind: "row" as const, ...row })),
    ...(await entryOrphans(reader, undefined)),
    ...(await balanceOrphans(reader, undefined)),
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

const NONE = sql<null>`cast(null as bigint)`;

const balanceMismatches = (reader: Reader): Promise<LedgerMismatch[]> =>
  unlikeSides(
    reader,
    reader
      .selectFrom(changes(reader).as("changes"))
      .select(["account", "change", NONE.as("balance")])
      .where("account", "like", "customer:%")
      .$castTo<Side>()
      .unionAll(recordedSides(reader, undefined)),
  );

const recordedSides = (reader: Reader, customers: Among) =>
  reader
    .selectFrom("ledger_balances")
    .select(["account_id as account", NONE.as("change"), "balance"])
    .where(isAmong("user_id", customers))
    .$castTo<Side>();

/** Balances of some customers. Indexes find their exchanges by the history's rows, which `unlikeRowsOfCustomers` compares. */
export function balancesOfCustomers(reader: Reader, customers: Among): Promise<LedgerMismatch[]> {
  const posted = (account: "source_account" | "destination_account") =>
    otherPostingsOf(reader, account)
      .select((posting) => [
        "ledger_accounts.id as account",
        (account === "source_account" ? posting.neg(posting.ref("amount")) : posting.ref("amount")).as(
          "change",
        ),
        NONE.as("balance"),
      ])
      .where(isAmong("ledger_accounts.user_id", customers))
      .$castTo<Side>();
  const exchanged = (side: "credit" | "debit") =>
    reader
      .selectFrom("transactions")
      .select((row) => [
        sql<string>`'customer:' || user_id || ':available:' || ${sql.ref(`${side}_currency`)}`.as("account"),
        (side === "credit" ? row.neg(row.ref("credit")) : row.ref("debit")).as("change"),
        NONE.as("balance"),
      ])
      .where("transaction_type", "=", sql.lit("exchange" as const))
      .where(isAmong("user_id", customers))
      .$castTo<Side>();
  return unlikeSides(
    reader,
    posted("source_account")
      .unionAll(posted("destination_account"))
      .unionAll(exchanged("credit"))
      .unionAll(exchanged("debit"))
      .unionAll(recordedSides(reader, customers)),
  );
}

/** An account's record and its postings are rows of one group: a join of both would keep all accounts in memory. */
async function unlikeSides(reader: Reader, sides: AliasableExpression<Side>): Promise<LedgerMismatch[]> {
  const posted = sumHalves(sql.ref("change"));
  const recorded = sql<bigint | null>`max(balance)`;
  const rows = await reader
    .selectFrom(sides.as("sides"))
    .select(["account", recorded.as("recorded"), posted.high.as("high"), posted.low.as("low")])
    .groupBy("account")
    .having(
      sql<SqlBool>`(${posted.high} is null or ${recorded} is null
        or ${isNotZero(sql`(coalesce(change, 0) - coalesce(balance, 0))`)})`,
    )
    .execute();
  return rows.map((row) => ({
    kind: "balance",
    account: row.account,
    recorded: row.recorded,
    posted: row.high === null ? null : sumOf(row),
  }));
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
  const change = sql.ref("change");
  const { high, low } = sumHalves(change);
  const rows = await reader
    .selectFrom(sides.as("sides"))
    .select(["currency", high.as("high"), low.as("low")])
    .groupBy("currency")
    .having(isNotZero(change))
    .execute();
  return rows.map(({ currency, ...halves }) => ({ kind: "currency_sum", currency, sum: sumOf(halves) }));
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

/** The seal that the totals say they are of. */
export async function sealOfTotals(reader: Reader): Promise<bigint | undefined> {
  const row = await reader.selectFrom("owed_totals").select("seal").executeTakeFirst();
  return row?.seal;
}

/** Totals that were added up wrongly, or of a seal that is not there, or that are none. */
export const totalMismatches = async (reader: Reader): Promise<LedgerMismatch[]> =>
  (await areTotals(reader))
    ? [
        ...(await wrongTotals(reader)).map((total) => ({ kind: "owed" as const, ...total })),
        ...orphan("owed_totals", await totalsOfNoSeal(reader)),
      ]
    : orphan("owed_totals", [{ id: "newest" }]);

const orphan = (table: string, ids: readonly { readonly id: string | null }[]): LedgerMismatch[] =>
  ids.map(({ id }) => ({ kind: "orphan", table, id: id ?? "" }));

/** Entries that move nothing; and postings of no entry, or between accounts that do not exist in their currency. */
export async function entryOrphans(reader: Reader, entries: Among): Promise<LedgerMismatch[]> {
  const unmoved = await reader
    .selectFrom("ledger_entries")
    .leftJoin("ledger_postings", "ledger_postings.entry_id", "ledger_entries.id")
    .select("ledger_entries.id")
    .where(isAmong("ledger_entries.id", entries))
    .where("ledger_postings.entry_id", "is", null)
    .execute();
  const postings = await reader
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
    .where(isAmong("ledger_postings.entry_id", entries))
    .where((row) =>
      row.or([
        row("ledger_entries.id", "is", null),
        row("source.id", "is", null),
        row("destination.id", "is", null),
      ]),
    )
    .execute();
  return [...orphan("ledger_entries", unmoved), ...orphan("ledger_postings", postings)];
}

/** Whether a posting is between a customer and what only exchanges move (`postEntry`). */
const EXCHANGED = sql<SqlBool>`((source_account like 'customer:%'
    and (destination_account like 'house:trading:%' or destination_account like 'house:fees:%'))
  or (destination_account like 'customer:%'
    and (source_account like 'house:trading:%' or source_account like 'house:fees:%')))`;

/** Entries that move money of an exchange that is not in the history. An exchange comes with its entry, so that two statements see it. */
export async function exchangesOfNoRow(
  reader: Reader,
  entries: readonly string[],
): Promise<LedgerMismatch[]> {
  const moved = await reader
    .selectFrom("ledger_postings")
    .innerJoin("ledger_entries", "ledger_entries.id", "ledger_postings.entry_id")
    .select(["ledger_entries.id", "ledger_entries.created_at"])
    .distinct()
    .where("ledger_postings.entry_id", "in", entries)
    .where(EXCHANGED)
    .execute();
  if (moved.length === 0) return [];
  const rows = await reader
    .selectFrom("transactions")
    .select("entry_id")
    // The words of the partial index.
    .where("transaction_type", "=", sql.lit("exchange" as const))
    .where("created_at", "in", [...new Set(moved.map(({ created_at }) => created_at))])
    .where(
      "entry_id",
      "in",
      moved.map(({ id }) => id),
    )
    .execute();
  const named = new Set(rows.map(({ entry_id }) => entry_id));
  return orphan(
    "ledger_entries",
    moved.filter(({ id }) => !named.has(id)),
  );
}

/** Balances of customers whose account does not exist in its currency. */
export async function balanceOrphans(reader: Reader, customers: Among): Promise<LedgerMismatch[]> {
  const balances = await reader
    .selectFrom("ledger_balances")
    .leftJoin("ledger_accounts", (join) =>
      join
        .onRef("ledger_accounts.id", "=", "ledger_balances.account_id")
        .onRef("ledger_accounts.currency", "=", "ledger_balances.currency"),
    )
    .select("ledger_balances.account_id as id")
    .where(isAmong("ledger_balances.user_id", customers))
    .where("ledger_accounts.id", "is", null)
    .execute();
  return orphan("ledger_balances", balances);
}
