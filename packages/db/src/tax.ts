/** Sources of a customer's tax report that the ledger does not have: whose entry it is, and what the customer chose. */
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";
import type { Epoch, StatedCost, TaxChoice, TaxResidencesRow, Transaction } from "./tables.ts";

/** A transaction by one of the entries that belong to it. */
export interface EntryTransaction extends Pick<
  Transaction,
  "id" | "transaction_type" | "credit_currency" | "debit" | "debit_currency" | "coin_payee_snapshot"
> {
  readonly entry: string | null;
}

/** The transactions that a customer's entries belong to. */
export async function transactionsOfEntries(reader: AnyReader, userId: string): Promise<EntryTransaction[]> {
  const own = reader.selectFrom("transactions as own").where("own.user_id", "=", userId);
  const columns = [
    "own.id",
    "own.transaction_type",
    "own.credit_currency",
    "own.debit",
    "own.debit_currency",
    "own.coin_payee_snapshot",
  ] as const;
  return own
    .select([...columns, "own.entry_id as entry"])
    .where("own.entry_id", "is not", null)
    .unionAll(
      own
        .innerJoin("transaction_events as event", "event.transaction_id", "own.id")
        .select([...columns, "event.entry_id as entry"])
        .where("event.entry_id", "is not", null),
    )
    .execute();
}

export const findTaxChoice = (reader: Reader, userId: string, year: number): Promise<TaxChoice | undefined> =>
  reader
    .selectFrom("tax_choices")
    .selectAll()
    .where("user_id", "=", userId)
    .where("year", "=", BigInt(year))
    .executeTakeFirst();

/** Keeps the method of a customer's year. */
export async function keepTaxMethod(
  tx: WriteTx,
  { user_id, year, method }: Pick<TaxChoice, "user_id" | "year" | "method">,
): Promise<void> {
  await tx
    .insertInto("tax_choices")
    .values({ user_id, year, method, downloaded_method: null, downloaded_at: null })
    .onConflict((conflict) => conflict.columns(["user_id", "year"]).doUpdateSet({ method }))
    .execute();
}

/** Notes that a customer's year was downloaded as a file, which keeps its method. */
export async function noteTaxDownload(
  tx: WriteTx,
  { user_id, year, method }: Pick<TaxChoice, "user_id" | "year" | "method">,
  at: Epoch,
): Promise<void> {
  const downloaded = { method, downloaded_method: method, downloaded_at: at };
  await tx
    .insertInto("tax_choices")
    .values({ user_id, year, ...downloaded })
    .onConflict((conflict) => conflict.columns(["user_id", "year"]).doUpdateSet(downloaded))
    .execute();
}

/** The last of a customer's years that was downloaded as a file; undefined if none was. */
export async function lastDownloadedYear(reader: Reader, userId: string): Promise<number | undefined> {
  const row = await reader
    .selectFrom("tax_choices")
    .select("year")
    .where("user_id", "=", userId)
    .where("downloaded_at", "is not", null)
    .orderBy("year", "desc")
    .limit(1n)
    .executeTakeFirst();
  return row === undefined ? undefined : Number(row.year);
}

export const listStatedCosts = (reader: AnyReader, userId: string): Promise<StatedCost[]> =>
  reader
    .selectFrom("stated_costs")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("transaction_id")
    .execute();

/** Keeps what coins from elsewhere cost a customer, in place of what was stated before. */
export async function stateCost(tx: WriteTx, row: StatedCost): Promise<void> {
  const { acquired_on, currency, cost, stated_at } = row;
  await tx
    .insertInto("stated_costs")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("transaction_id").doUpdateSet({ acquired_on, currency, cost, stated_at }),
    )
    .execute();
}

export const findTaxResidences = (reader: Reader, userId: string): Promise<TaxResidencesRow | undefined> =>
  reader.selectFrom("tax_residences").selectAll().where("user_id", "=", userId).executeTakeFirst();

/** Keeps where a customer is resident for tax, in place of what was certified before. */
export async function keepTaxResidences(tx: WriteTx, row: TaxResidencesRow): Promise<void> {
  const { residences, certified_at } = row;
  await tx
    .insertInto("tax_residences")
    .values(row)
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ residences, certified_at }))
    .execute();
}
