import { houseAccount } from "./ledger/accounts.ts";
import { HOUSE_PURPOSES, type CurrencyRow, type PairRow } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/** All currencies, active or not, in the order of lists. */
export async function listCurrencies(reader: Reader): Promise<CurrencyRow[]> {
  return reader.selectFrom("currencies").selectAll().orderBy("position").orderBy("code").execute();
}

/** All pairs with their terms, active or not. */
export async function listPairs(reader: Reader): Promise<PairRow[]> {
  return reader
    .selectFrom("exchange_fees")
    .selectAll()
    .orderBy("currency_from")
    .orderBy("currency_to")
    .execute();
}

export async function findCurrency(reader: Reader, code: string): Promise<CurrencyRow | undefined> {
  return reader.selectFrom("currencies").selectAll().where("code", "=", code).executeTakeFirst();
}

export async function findPair(reader: Reader, from: string, to: string): Promise<PairRow | undefined> {
  return reader
    .selectFrom("exchange_fees")
    .selectAll()
    .where("currency_from", "=", from)
    .where("currency_to", "=", to)
    .executeTakeFirst();
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

/** Adds or replaces a currency. Its kind never changes: amounts are stored by it. */
export async function saveCurrency(tx: WriteTx, currency: CurrencyRow): Promise<void> {
  await insertCurrencyIfNone(tx, currency);
  const { code, kind, ...changes } = currency;
  await tx.updateTable("currencies").set(changes).where("code", "=", code).where("kind", "=", kind).execute();
}

/** Adds a pair; one that is known stays as it is. */
export async function insertPairIfNone(tx: WriteTx, pair: PairRow): Promise<void> {
  await tx
    .insertInto("exchange_fees")
    .values(pair)
    .onConflict((conflict) => conflict.columns(["currency_from", "currency_to"]).doNothing())
    .execute();
}

/** Adds or replaces a pair. */
export async function savePair(tx: WriteTx, pair: PairRow): Promise<void> {
  const { percent, spread_bp, active, record_prices } = pair;
  await tx
    .insertInto("exchange_fees")
    .values(pair)
    .onConflict((conflict) =>
      conflict
        .columns(["currency_from", "currency_to"])
        .doUpdateSet({ percent, spread_bp, active, record_prices }),
    )
    .execute();
}
