import type { Database } from "@wattle/db/database";
import { insertCurrencyIfNone, insertExchangeFeeIfNone } from "@wattle/db/currencies";

const CURRENCIES = [
  { code: "AUD", kind: "fiat", full_name: "Australian Dollar", active: 1n },
  { code: "NGN", kind: "fiat", full_name: "Nigerian Naira", active: 1n },
  { code: "USD", kind: "fiat", full_name: "United States Dollar", active: 0n },
  { code: "BTC", kind: "crypto", full_name: "Bitcoin", active: 1n },
  { code: "ETH", kind: "crypto", full_name: "Ethereum", active: 1n },
  { code: "BTH", kind: "crypto", full_name: "Bithereum", active: 0n },
] as const;

const FIRST_FEE_PERCENT = "1.00";

/** Gives a new installation its currencies and fees; what an operator has changed since stays as it is. */
export async function seedReferenceData(database: Database): Promise<void> {
  const active = CURRENCIES.filter((currency) => currency.active === 1n);
  await database.write(async (tx) => {
    for (const [position, currency] of CURRENCIES.entries()) {
      await insertCurrencyIfNone(tx, { ...currency, position: BigInt(position) });
    }
    for (const from of active) {
      for (const to of active.filter((other) => other.kind !== from.kind)) {
        await insertExchangeFeeIfNone(tx, {
          currency_from: from.code,
          currency_to: to.code,
          percent: FIRST_FEE_PERCENT,
        });
      }
    }
  });
}
