import type { CurrencyKind } from "@wattle/exchange-core/currency";
import type { Network } from "./networks.ts";

/** Codes are 2 to 10 capital letters and digits, a letter first. */
export const CURRENCY_CODE = /^[A-Z][A-Z0-9]{1,9}$/;

/** How a coin goes in and out on its chain. Amounts are decimal text. */
export interface CoinChain {
  readonly network: Network;
  /** Arrivals below it wait until those of a customer add up to it. */
  readonly deposit_min: string;
  /** The least that a payee can receive. */
  readonly withdrawal_min: string;
  /** The network fee of a withdrawal. */
  readonly withdrawal_fee: string;
}

/** A currency on the wire. Amounts are decimal text at its full precision; null limits mean "not offered for this". */
export interface CurrencyRecord {
  readonly code: string;
  readonly kind: CurrencyKind;
  readonly full_name: string;
  readonly short_name: string;
  /** How many decimals people are shown. */
  readonly shown_decimals: number;
  /** Order in lists, ascending. */
  readonly position: number;
  /** An inactive currency cannot be chosen; balances and history in it stay. */
  readonly active: boolean;
  /** ISO 3166 two-letter code of the only country whose customers may use it; null for everyone. */
  readonly residents_of: string | null;
  /** Smallest and largest exchange on the fiat side. */
  readonly exchange_min: string | null;
  readonly exchange_max: string | null;
  /** Smallest and largest deposit a customer can start. */
  readonly deposit_min: string | null;
  readonly deposit_max: string | null;
  /** Smallest and largest card payment. */
  readonly card_min: string | null;
  readonly card_max: string | null;
  /** Null for a currency that is not on chain. */
  readonly chain: CoinChain | null;
  /** Its name at price sources, if that is not the code: `{"kraken": "XBT"}`. */
  readonly source_codes: Readonly<Record<string, string>>;
}

/** For a currency that has none. */
export const NO_LIMITS = {
  exchange_min: null,
  exchange_max: null,
  deposit_min: null,
  deposit_max: null,
  card_min: null,
  card_max: null,
} as const satisfies Partial<CurrencyRecord>;

/** Costs of an exchange from one currency to another. */
export interface PairRecord {
  readonly from: string;
  readonly to: string;
  /** Percent, decimal text. */
  readonly fee: string;
  /** Basis points that a customer's price is worse than the market's. */
  readonly spread_bp: number;
  readonly active: boolean;
  /** Whether its prices are kept for charts. */
  readonly record_prices: boolean;
}

export interface MarketRecords {
  readonly currencies: readonly CurrencyRecord[];
  readonly pairs: readonly PairRecord[];
}
