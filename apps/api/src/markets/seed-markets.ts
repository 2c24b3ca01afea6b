import { FIRST_MARKETS } from "@wattle/contracts/first-markets";
import type { Database } from "@wattle/db/database";
import { insertCurrencyIfNone, insertPairIfNone } from "@wattle/db/markets";
import { rowOfCurrency, rowOfPair } from "./markets.ts";

/** Gives a new installation its currencies and pairs; what an operator has changed since stays as it is. */
export async function seedMarkets(database: Database): Promise<void> {
  await database.write(async (tx) => {
    for (const currency of FIRST_MARKETS.currencies) await insertCurrencyIfNone(tx, rowOfCurrency(currency));
    for (const pair of FIRST_MARKETS.pairs) await insertPairIfNone(tx, rowOfPair(pair));
  });
}
