import type { TradeSide } from "@wattle/contracts/position";
import type { InternalNote } from "@wattle/contracts/staff-texts";
import type { Selectable } from "kysely";
import type { DecimalText, Epoch } from "./columns/column-types.ts";
import { apart } from "./columns/table.ts";

/** A trade of coins with someone else, as staff recorded it. */
interface PositionTradesTable {
  id: string;
  side: TradeSide;
  currency: string;
  /** Coins, smallest units. */
  amount: bigint;
  /** Per coin. */
  price: DecimalText;
  in_currency: string;
  /** Fiat paid or received, smallest units. */
  total: bigint;
  venue: string;
  note: InternalNote | null;
  entry_id: string;
  created_by: string;
  created_at: Epoch;
}

export const positionTrades = apart<PositionTradesTable>("the operator's own trades");

export type PositionTrade = Selectable<PositionTradesTable>;

/** How far what the house has of a coin may be from what customers own, smallest units; null for no limit. */
interface PositionLimitsTable {
  currency: string;
  soft: bigint | null;
  hard: bigint | null;
}

export const positionLimits = apart<PositionLimitsTable>("the operator's own limits");

export type PositionLimits = Selectable<PositionLimitsTable>;
