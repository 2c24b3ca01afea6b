import type { BankAccountCurrency } from "./bank-formats/formats.ts";
import {
  NO_LIMITS,
  type CoinChain,
  type CurrencyRecord,
  type MarketRecords,
  type PairRecord,
} from "./market-records.ts";

/*
 * Markets of a new installation: the specification's currencies, limits and pairs. Afterwards they are rows of the
 * database, which `ops.markets` changes.
 */

type Unplaced = Omit<CurrencyRecord, "short_name" | "position">;

/** Only a currency with a bank format can be deposited. */
type First = Unplaced &
  (
    | { readonly kind: "crypto" }
    | { readonly deposit_min: null; readonly deposit_max: null }
    | { readonly code: BankAccountCurrency }
  );

const coin = (
  code: string,
  full_name: string,
  source_codes: Unplaced["source_codes"],
  chain: CoinChain | null = null,
): First => ({
  code,
  kind: "crypto",
  full_name,
  shown_decimals: 8,
  active: true,
  residents_of: null,
  ...NO_LIMITS,
  chain,
  source_codes,
});

const BITCOIN_CHAIN: CoinChain = {
  network: "bitcoin",
  deposit_min: "0.00005000",
  withdrawal_min: "0.00050000",
  withdrawal_fee: "0.00005000",
};

const ETHEREUM_CHAIN: CoinChain = {
  network: "ethereum",
  deposit_min: "0.00100000",
  withdrawal_min: "0.01000000",
  withdrawal_fee: "0.00100000",
};

const FIRST_CURRENCIES: readonly CurrencyRecord[] = (
  [
    {
      code: "AUD",
      kind: "fiat",
      full_name: "Australian Dollar",
      shown_decimals: 2,
      active: true,
      residents_of: null,
      exchange_min: "100.00",
      exchange_max: "100000.00",
      deposit_min: "1.00",
      deposit_max: "1000000.00",
      card_min: "50.00",
      card_max: "20000.00",
      chain: null,
      source_codes: { kraken: "AUD" },
    },
    {
      code: "NGN",
      kind: "fiat",
      full_name: "Nigerian Naira",
      shown_decimals: 2,
      active: true,
      residents_of: "NG",
      exchange_min: "100000.00",
      exchange_max: "5000000.00",
      deposit_min: "1000.00",
      deposit_max: "1000000000.00",
      card_min: "50000.00",
      card_max: "10000000.00",
      chain: null,
      source_codes: {},
    },
    {
      code: "USD",
      kind: "fiat",
      full_name: "United States Dollar",
      shown_decimals: 2,
      active: false,
      residents_of: null,
      ...NO_LIMITS,
      exchange_min: "100.00",
      exchange_max: "100000.00",
      chain: null,
      source_codes: { kraken: "USD" },
    },
    coin("BTC", "Bitcoin", { kraken: "XBT" }, BITCOIN_CHAIN),
    coin("ETH", "Ethereum", { kraken: "ETH" }, ETHEREUM_CHAIN),
    { ...coin("BTH", "Bithereum", {}), active: false },
  ] satisfies readonly First[]
).map((currency, position) => ({ ...currency, short_name: currency.code, position }));

/** The fee every pair begins with, in percent. */
const FIRST_FEE = "1.00";

const active = FIRST_CURRENCIES.filter((currency) => currency.active);

const FIRST_PAIRS: readonly PairRecord[] = active.flatMap((from) =>
  active
    .filter((to) => to.kind !== from.kind)
    .map((to) => ({
      from: from.code,
      to: to.code,
      fee: FIRST_FEE,
      spread_bp: 0,
      active: true,
      record_prices: true,
    })),
);

export const FIRST_MARKETS: MarketRecords = { currencies: FIRST_CURRENCIES, pairs: FIRST_PAIRS };

/** The pages' first choices: the specification's, unless the brand file says otherwise. */
export const FIRST_CHOICE = {
  homeCurrency: "AUD",
  defaultPair: { credit: "BTC", debit: "AUD" },
  coins: ["BTC", "ETH"],
} as const;
