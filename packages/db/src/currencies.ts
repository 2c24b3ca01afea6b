import { HOUSE_PURPOSES, houseAccount } from "./ledger/accounts.ts";
import type { CurrencyRow, ExchangeFee } from "./tables.ts";
import type { Reader, WriteTx } from "./transaction.ts";

/** All currencies, active or not, in the order of lists. */
export async function listCurrencies(reader: Reader): Promise<CurrencyRow[]> {
  return reader.selectFrom("currencies").selectAll().orderBy("position").orderBy("code").execute();
}

/** All fees: what an exchange from one currency to another costs, in percent as decimal text. */
export async function listExchangeFees(reader: Reader): Promise<ExchangeFee[]> {
  return reader
    .selectFrom("exchange_fees")
    .selectAll()
    .orderBy("currency_from")
    .orderBy("currency_to")
    .execute();
}

/** Adds a currency with the house's ledger accounts in it; one that is known stays as it is. */
export async function insertCurrencyIfNone(tx: WriteTx, currency: CurrencyRow): Promise<void> {
  await tx
    .insertInto("currencies")
    .values(currency)
    .onConflict((conflict) => conflict.column("code").doNothing())
    .execute();
  await tx
    .insertInto("ledger_accounts")
    .values(
      HOUSE_PURPOSES.map((purpose) => ({
        id: houseAccount(purpose, currency.code),
        currency: currency.code,
        owner: "house" as const,
        user_id: null,
        purpose,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Replaces the fee of an exchange that has one.
 * @returns the percentage before; undefined where there is none to replace
 */
export async function updateExchangeFee(tx: WriteTx, fee: ExchangeFee): Promise<string | undefined> {
  const before = await tx
    .selectFrom("exchange_fees")
    .select("percent")
    .where("currency_from", "=", fee.currency_from)
    .where("currency_to", "=", fee.currency_to)
    .executeTakeFirst();
  if (before === undefined) return undefined;
  await tx
    .updateTable("exchange_fees")
    .set({ percent: fee.percent })
    .where("currency_from", "=", fee.currency_from)
    .where("currency_to", "=", fee.currency_to)
    .execute();
  return before.percent;
}

/**
 * Sets the fee of an exchange from one currency to another where it has none; one that is set stays as it is.
 */
export async function insertExchangeFeeIfNone(tx: WriteTx, fee: ExchangeFee): Promise<void> {
  await tx
    .insertInto("exchange_fees")
    .values(fee)
    .onConflict((conflict) => conflict.columns(["currency_from", "currency_to"]).doNothing())
    .execute();
}
