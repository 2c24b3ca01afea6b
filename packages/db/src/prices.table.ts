import type { Selectable } from "kysely";
import type { DecimalText, Epoch } from "./columns/column-types.ts";
import { apart } from "./columns/table.ts";

interface PricePointsTable {
  symbol: string;
  currency: string;
  recorded_at: Epoch;
  rate: DecimalText;
}

export const pricePoints = apart<PricePointsTable>("prices of the market");

export type PricePoint = Selectable<PricePointsTable>;

/** A price that the guard has believed. Those of the last hour, and the last one of each market. */
interface BelievedPricesTable {
  /** `pair:BTC/AUD` */
  what: string;
  believed_at: Epoch;
  /** Plain decimals that `formatRate` writes. */
  bid: string;
  ask: string;
  /** The member of staff who named it as the price to go on with; null of what a source said. */
  named_by: string | null;
}

export const believedPrices = apart<BelievedPricesTable>("prices of the market");

export type BelievedPriceRow = Selectable<BelievedPricesTable>;
