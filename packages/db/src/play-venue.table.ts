import type { Selectable } from "kysely";
import type { TradeSide } from "@wattle/contracts/position";
import type { DecimalText, Epoch } from "./columns/column-types.ts";
import { apart } from "./columns/table.ts";

const MADE_UP = "a demo's own exchange, on which nothing is real";

interface PlayVenuesTable {
  name: string;
  /** How it behaves. */
  mode: "ok" | "reject" | "rate_limit" | "lost_before" | "lost_after" | "partial" | "late_fill" | "down";
}

export const playVenues = apart<PlayVenuesTable>(MADE_UP);

export type PlayVenueMode = PlayVenuesTable["mode"];

interface PlayVenueBalancesTable {
  venue: string;
  currency: string;
  /** Smallest units; below zero the house owes it. */
  amount: bigint;
}

export const playVenueBalances = apart<PlayVenueBalancesTable>(MADE_UP);

interface PlayVenueOrdersTable {
  id: string;
  venue: string;
  client_id: string;
  side: TradeSide;
  currency: string;
  in_currency: string;
  /** Smallest units, as all that follow. */
  amount: bigint;
  limit_price: DecimalText;
  state: "open" | "closed" | "cancelled";
  filled: bigint;
  cost: bigint;
  fee: bigint;
  /** When a late fill comes; null unless one does. */
  due_at: Epoch | null;
  placed_at: Epoch;
}

export const playVenueOrders = apart<PlayVenueOrdersTable>(MADE_UP);

export type PlayVenueOrder = Selectable<PlayVenueOrdersTable>;
