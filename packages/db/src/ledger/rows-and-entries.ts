/** Rows that name ledger entries, compared with what the entries have moved: the books decide, not the rows. */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Reader } from "../handles/handles.ts";
import { ownedPostings } from "../owned-postings.ts";
import { isAmong, type Among } from "./among.ts";

/** A row whose amount, currency or customer is not what its ledger entries say. */
export interface UnlikeRow {
  readonly table: "transactions" | "bank_lines" | "receivables";
  readonly id: string;
}

/** Which transactions are compared: a customer's, those of several, of a batch of payouts or coins, or some. */
export interface ComparedRows {
  readonly userId?: string;
  readonly customers?: Among;
  readonly payoutBatch?: string;
  readonly coinPayout?: string;
  readonly ids?: Among;
}

const available = (currency: "credit_currency" | "debit_currency"): RawBuilder<string> =>
  sql<string>`'customer:' || transactions.user_id || ':available:' || transactions.${sql.ref(currency)}`;
const HELD = sql<string>`'customer:' || transactions.user_id || ':held:' || transactions.credit_currency`;
const FEES = sql<string>`'house:fees:' || transactions.credit_currency`;

/** Change of an account by postings. */
const into = (account: RawBuilder<string>) =>
  sql`sum(case when destination_account = ${account} then amount else 0 end)`;
const outOf = (account: RawBuilder<string>) =>
  sql`sum(case when source_account = ${account} then amount else 0 end)`;
const net = (account: RawBuilder<string>) => sql`(${into(account)} - ${outOf(account)})`;

/** All that postings have moved from one account to another. */
const between = (source: RawBuilder<string>, destination: RawBuilder<string>) =>
  sql`sum(case when source_account = ${source} and destination_account = ${destination} then amount else 0 end)`;
const trading = (currency: "credit_currency" | "debit_currency"): RawBuilder<string> =>
  sql<string>`'house:trading:' || transactions.${sql.ref(currency)}`;

/** The three postings that an exchange has, or two of one without a fee, each with its other side. */
const AS_EXCHANGED = sql<SqlBool>`credit > 0 and debit > 0
  and ${between(available("credit_currency"), trading("credit_currency"))} = credit - coalesce(fee_amount, 0)
  and ${between(available("credit_currency"), FEES)} = coalesce(fee_amount, 0)
  and ${between(trading("debit_currency"), available("debit_currency"))} = debit
  and count(*) = case when coalesce(fee_amount, 0) = 0 then 2 else 3 end`;

/** Sum that all entries of a deposit, a withdrawal or an adjustment have moved together, by its status. */
const AS_MOVED = sql<SqlBool>`case transaction_type
  when 'deposit' then ${net(available("debit_currency"))} = case when status = 'completed' then debit else 0 end
  when 'withdraw' then debit = credit - coalesce(fee_amount, 0) and debit_currency = credit_currency
    and ${net(HELD)} = case when status in ('requested', 'sent') then credit else 0 end
    and ${net(available("credit_currency"))} = case when status in ('requested', 'sent', 'completed') then -credit else 0 end
  else debit_currency = credit_currency and ${net(available("credit_currency"))} = debit - credit end`;

const isUnlike = (condition: RawBuilder<SqlBool>) => sql<SqlBool>`not coalesce(${condition}, false)`;

const comparedRows = (reader: Reader, { userId, customers, payoutBatch, coinPayout, ids }: ComparedRows) =>
  reader
    .selectFrom("transactions")
    .$if(userId !== undefined, (rows) => rows.where("transactions.user_id", "=", userId ?? ""))
    .where(isAmong("transactions.user_id", customers))
    .where(isAmong("transactions.id", ids))
    .$if(payoutBatch !== undefined, (rows) =>
      rows.where("transactions.payout_batch_id", "=", payoutBatch ?? ""),
    )
    .$if(coinPayout !== undefined, (rows) =>
      rows.where("transactions.id", "in", (paid) =>
        paid
          .selectFrom("coin_payout_payments")
          .select("transaction_id")
          .where("payout_id", "=", coinPayout ?? ""),
      ),
    );

/** Exchanges of a customer that name one entry: a copy of a row would be an exchange that no posting shows. */
async function twinExchanges(reader: Reader, compared: ComparedRows): Promise<string[]> {
  const rows = await comparedRows(reader, compared)
    .select((row) => row.fn.max<string>("transactions.id").as("id"))
    .where("transactions.transaction_type", "=", sql.lit("exchange" as const))
    .groupBy(["transactions.user_id", "transactions.entry_id"])
    .having((row) => row(row.fn.countAll(), ">", 1))
    .execute();
  return rows.map(({ id }) => id);
}

async function unlikeExchanges(reader: Reader, compared: ComparedRows): Promise<string[]> {
  const rows = await comparedRows(reader, compared)
    .leftJoin("ledger_postings", "ledger_postings.entry_id", "transactions.entry_id")
    .select("transactions.id")
    .where("transactions.transaction_type", "=", sql.lit("exchange" as const))
    .groupBy("transactions.id")
    .having(isUnlike(AS_EXCHANGED))
    .execute();
  return rows.map(({ id }) => id);
}

const COMPARED = [
  "transactions.id",
  "transactions.user_id",
  "transactions.transaction_type",
  "transactions.status",
  "transactions.credit",
  "transactions.credit_currency",
  "transactions.debit",
  "transactions.debit_currency",
  "transactions.fee_amount",
] as const;

const MOVED = [
  "ledger_postings.source_account",
  "ledger_postings.destination_account",
  "ledger_postings.amount",
] as const;

/**
 * A row names its first entry; the later ones are named by its events. Both are rows of one group: a join of the two would keep all
 * transactions in memory.
 */
async function unlikeOthers(reader: Reader, compared: ComparedRows): Promise<string[]> {
  const others = () =>
    comparedRows(reader, compared).where("transactions.transaction_type", "<>", sql.lit("exchange" as const));
  const moved = others()
    .leftJoin("ledger_postings", "ledger_postings.entry_id", "transactions.entry_id")
    .select([...COMPARED, ...MOVED])
    .unionAll(
      others()
        .innerJoin("transaction_events", (join) =>
          join
            .onRef("transaction_events.transaction_id", "=", "transactions.id")
            .on(sql<SqlBool>`transaction_events.entry_id is distinct from transactions.entry_id`),
        )
        .leftJoin("ledger_postings", "ledger_postings.entry_id", "transaction_events.entry_id")
        .select([...COMPARED, ...MOVED]),
    );
  const rows = await reader
    .selectFrom(moved.as("transactions"))
    .select("transactions.id")
    .groupBy(COMPARED)
    .having(isUnlike(AS_MOVED))
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of transactions that are not as their entries say. */
export const unlikeTransactions = async (reader: Reader, compared: ComparedRows): Promise<string[]> => [
  ...(await unlikeExchanges(reader, compared)),
  ...(await twinExchanges(reader, compared)),
  ...(await unlikeOthers(reader, compared)),
];

/** Entries of imported lines, each with all lines of a piece of a statement. */
async function unlikeBankLines(reader: Reader, entries: Among): Promise<string[]> {
  const sides = reader
    .selectFrom("bank_lines")
    .select(["id", "entry_id", "currency", "amount", sql<bigint>`cast(0 as bigint)`.as("booked")])
    .where(isAmong("entry_id", entries))
    .unionAll(
      reader
        .selectFrom("ledger_postings")
        .where(isAmong("entry_id", entries))
        .where("entry_id", "in", (lines) =>
          lines.selectFrom("bank_lines").select("entry_id").where(isAmong("entry_id", entries)),
        )
        .select([sql<string>`cast(null as text)`.as("id"), "entry_id", "currency"])
        .select([
          sql<bigint>`cast(0 as bigint)`.as("amount"),
          sql<bigint>`case when source_account like 'house:bank:%' then amount else -amount end`.as("booked"),
        ]),
    );
  const rows = await reader
    .selectFrom(sides.as("sides"))
    .select((side) => side.fn.min<string>("id").as("id"))
    .groupBy(["entry_id", "currency"])
    .having(sql<SqlBool>`min(id) is not null and sum(amount) <> sum(booked)`)
    .execute();
  return rows.map(({ id }) => id);
}

async function unlikeReceivables(reader: Reader, entries: Among): Promise<string[]> {
  const rows = await reader
    .selectFrom("receivables")
    .leftJoin("ledger_postings", "ledger_postings.entry_id", "receivables.entry_id")
    .select("receivables.id")
    .where(isAmong("receivables.entry_id", entries))
    .groupBy("receivables.id")
    .having(
      isUnlike(
        sql<SqlBool>`sum(case when source_account = 'house:receivables:' || receivables.currency
          then ledger_postings.amount else 0 end) = receivables.amount`,
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds rows of one table that are not as their entries say, by the ids of rows, customers or entries. */
export type CompareRows = (reader: Reader, keys: Among) => Promise<UnlikeRow[]>;

const named = (table: UnlikeRow["table"], ids: readonly string[]): UnlikeRow[] =>
  ids.map((id) => ({ table, id }));

/** Lines of statements and debts that name one of these entries. */
export const ROWS_OF_ENTRIES: readonly CompareRows[] = [
  async (reader, entries) => named("bank_lines", await unlikeBankLines(reader, entries)),
  async (reader, entries) => named("receivables", await unlikeReceivables(reader, entries)),
];

/** Customers' rows that are there twice. */
export const rowsTwice: CompareRows = async (reader, customers) =>
  named("transactions", await twinExchanges(reader, { customers }));

/** Transactions, each compared by itself. */
export const ROWS_THEMSELVES: readonly {
  readonly ofCustomers: CompareRows;
  readonly byIds: CompareRows;
}[] = [unlikeExchanges, unlikeOthers].map((compare) => ({
  ofCustomers: async (reader, customers) => named("transactions", await compare(reader, { customers })),
  byIds: async (reader, ids) => named("transactions", await compare(reader, { ids })),
}));

/** The ids of all that a customer has done. */
export async function transactionsOf(reader: Reader, customer: string): Promise<string[]> {
  const rows = await reader.selectFrom("transactions").select("id").where("user_id", "=", customer).execute();
  return rows.map(({ id }) => id);
}

/** Every row that names ledger entries and is not as they say. */
export async function unlikeRows(reader: Reader): Promise<UnlikeRow[]> {
  const found = named("transactions", await unlikeTransactions(reader, {}));
  for (const compare of ROWS_OF_ENTRIES) found.push(...(await compare(reader, undefined)));
  return found;
}

/** Whether what a customer has, and each row of the history, is what the postings of the ledger say. */
export async function isAsPosted(reader: Reader, userId: string): Promise<boolean> {
  const posted = reader
    .selectFrom(ownedPostings(reader, userId, "").as("posted"))
    .select(["currency", "change"]);
  const recorded = reader
    .selectFrom("ledger_balances")
    .select(["currency", sql<bigint>`-balance`.as("change")])
    .where("user_id", "=", userId);
  const differences = await reader
    .selectFrom(posted.unionAll(recorded).as("changes"))
    .select("currency")
    .groupBy("currency")
    .having(sql<bigint>`sum(change)`, "<>", 0n)
    .execute();
  return differences.length === 0 && (await unlikeTransactions(reader, { userId })).length === 0;
}
