/** Rows that name ledger entries, compared with what the entries have moved: the books decide, not the rows. */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Reader } from "../handles/handles.ts";
import { ownedPostings } from "../owned-postings.ts";

/** A row whose amount, currency or customer is not what its ledger entries say. */
export interface UnlikeRow {
  readonly table: "transactions" | "bank_lines" | "receivables";
  readonly id: string;
}

/** Which transactions are compared: a customer's, or those of a payout batch, or one. */
export interface ComparedRows {
  readonly userId?: string;
  readonly payoutBatch?: string;
  readonly id?: string;
}

const available = (currency: "credit_currency" | "debit_currency"): RawBuilder<string> =>
  sql<string>`'customer:' || transactions.user_id || ':available:' || transactions.${sql.ref(currency)}`;
const HELD = sql<string>`'customer:' || transactions.user_id || ':held:' || transactions.credit_currency`;
const FEES = sql<string>`'house:fees:' || transactions.credit_currency`;

/** What postings bring to an account. */
const into = (account: RawBuilder<string>) =>
  sql`sum(case when destination_account = ${account} then amount else 0 end)`;
const outOf = (account: RawBuilder<string>) =>
  sql`sum(case when source_account = ${account} then amount else 0 end)`;
const net = (account: RawBuilder<string>) => sql`(${into(account)} - ${outOf(account)})`;

/** The three postings that an exchange has, or two of one without a fee. */
const AS_EXCHANGED = sql<SqlBool>`${outOf(available("credit_currency"))} = credit
  and ${into(available("debit_currency"))} = debit
  and sum(case when source_account = ${available("credit_currency")} and destination_account = ${FEES} then amount else 0 end)
    = coalesce(fee_amount, 0)
  and count(*) = case when coalesce(fee_amount, 0) = 0 then 2 else 3 end`;

/** What all entries of a deposit, a withdrawal or an adjustment have moved together, by its status. */
const AS_MOVED = sql<SqlBool>`case transaction_type
  when 'deposit' then ${net(available("debit_currency"))} = case when status = 'completed' then debit else 0 end
  when 'withdraw' then debit = credit and debit_currency = credit_currency
    and ${net(HELD)} = case when status = 'requested' then credit else 0 end
    and ${net(available("credit_currency"))} = case when status in ('requested', 'completed') then -credit else 0 end
  else debit_currency = credit_currency and ${net(available("credit_currency"))} = debit - credit end`;

const isUnlike = (condition: RawBuilder<SqlBool>) => sql<SqlBool>`not coalesce(${condition}, false)`;

const comparedRows = (reader: Reader, { userId, payoutBatch, id }: ComparedRows) =>
  reader
    .selectFrom("transactions")
    .$if(userId !== undefined, (rows) => rows.where("transactions.user_id", "=", userId ?? ""))
    .$if(id !== undefined, (rows) => rows.where("transactions.id", "=", id ?? ""))
    .$if(payoutBatch !== undefined, (rows) =>
      rows.where("transactions.payout_batch_id", "=", payoutBatch ?? ""),
    );

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

/** A row names its first entry; the later ones are named by its events. */
async function unlikeOthers(reader: Reader, compared: ComparedRows): Promise<string[]> {
  const others = () =>
    comparedRows(reader, compared).where("transactions.transaction_type", "<>", sql.lit("exchange" as const));
  const entries = others()
    .select(["transactions.id as transaction_id", "transactions.entry_id"])
    .union(
      others()
        .innerJoin("transaction_events", "transaction_events.transaction_id", "transactions.id")
        .select(["transactions.id as transaction_id", "transaction_events.entry_id"]),
    );
  const rows = await others()
    .leftJoin(entries.as("moved"), "moved.transaction_id", "transactions.id")
    .leftJoin("ledger_postings", "ledger_postings.entry_id", "moved.entry_id")
    .select("transactions.id")
    .groupBy("transactions.id")
    .having(isUnlike(AS_MOVED))
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of transactions that are not as their entries say. */
export const unlikeTransactions = async (reader: Reader, compared: ComparedRows): Promise<string[]> => [
  ...(await unlikeExchanges(reader, compared)),
  ...(await unlikeOthers(reader, compared)),
];

/** Entries of imported lines, each with all lines of a piece of a statement. */
async function unlikeBankLines(reader: Reader): Promise<string[]> {
  const booked = reader
    .selectFrom("ledger_postings")
    .where("entry_id", "in", (lines) => lines.selectFrom("bank_lines").select("entry_id"))
    .select(["entry_id", "currency"])
    .select(
      sql<bigint>`sum(case when source_account like 'house:bank:%' then amount else -amount end)`.as(
        "booked",
      ),
    )
    .groupBy(["entry_id", "currency"]);
  const rows = await reader
    .selectFrom("bank_lines")
    .leftJoin(booked.as("booked"), (join) =>
      join
        .onRef("booked.entry_id", "=", "bank_lines.entry_id")
        .onRef("booked.currency", "=", "bank_lines.currency"),
    )
    .select((line) => line.fn.min<string>("bank_lines.id").as("id"))
    .groupBy(["bank_lines.entry_id", "bank_lines.currency"])
    .having(isUnlike(sql<SqlBool>`sum(bank_lines.amount) = max(booked.booked)`))
    .execute();
  return rows.map(({ id }) => id);
}

async function unlikeReceivables(reader: Reader): Promise<string[]> {
  const rows = await reader
    .selectFrom("receivables")
    .leftJoin("ledger_postings", "ledger_postings.entry_id", "receivables.entry_id")
    .select("receivables.id")
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

/** Every row that names ledger entries and is not as they say. */
export async function unlikeRows(reader: Reader): Promise<UnlikeRow[]> {
  const found: readonly (readonly [UnlikeRow["table"], string[]])[] = [
    ["transactions", await unlikeTransactions(reader, {})],
    ["bank_lines", await unlikeBankLines(reader)],
    ["receivables", await unlikeReceivables(reader)],
  ];
  return found.flatMap(([table, ids]) => ids.map((id) => ({ table, id })));
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
