import type { Network } from "@wattle/contracts/networks";
import type { CurrencyKind } from "@wattle/exchange-core/currency";
import type { Selectable } from "kysely";
import type { DecimalText, Flag, JsonText } from "./columns/column-types.ts";
import { apart } from "./columns/table.ts";

interface CurrenciesTable {
  code: string;
  kind: CurrencyKind;
  full_name: string;
  active: Flag;
  /** Order in lists, ascending. */
  position: bigint;
  short_name: string;
  /** How many decimals people are shown. */
  shown_decimals: bigint;
  /** The only country whose customers may use it; null for everyone. */
  residents_of: string | null;
  /** Limits in smallest units, both or neither of a kind: for an exchange on its fiat side, … */
  exchange_min: bigint | null;
  exchange_max: bigint | null;
  /** … of a deposit, … */
  deposit_min: bigint | null;
  deposit_max: bigint | null;
  /** … of a card payment. */
  card_min: bigint | null;
  card_max: bigint | null;
  /** The chain it goes in and out by; null, as the amounts of it, if there is none. */
  network: Network | null;
  /** Smallest units. */
  chain_deposit_min: bigint | null;
  withdrawal_min: bigint | null;
  withdrawal_fee: bigint | null;
  /** JSON object: its symbol at price sources, by the source's name. */
  source_codes: JsonText;
}

export const currencies = apart<CurrenciesTable>("reference data");

export type CurrencyRow = Selectable<CurrenciesTable>;

/** A pair that may be exchanged, and its terms. */
interface ExchangeFeesTable {
  currency_from: string;
  currency_to: string;
  percent: DecimalText;
  /** Basis points that a customer's price is worse than the market's. */
  spread_bp: bigint;
  active: Flag;
  record_prices: Flag;
}

export const exchangeFees = apart<ExchangeFeesTable>("reference data");

export type PairRow = Selectable<ExchangeFeesTable>;
