import type { Selectable } from "kysely";
import type { TradeSide } from "@wattle/contracts/position";
import type { VenueOrderStatus } from "@wattle/contracts/hedging";
import type { DecimalText, Epoch, Flag, JsonText } from "./columns/column-types.ts";
import { apart } from "./columns/table.ts";

const OWN = "the operator's own trading";

interface HedgingPoliciesTable {
  currency: string;
  mode: "off" | "dry" | "on";
  /** Coins that the house has more than customers own, smallest units; below zero it owes more. */
  target: bigint;
  /** How far from the target starts an order, smallest units. */
  band: bigint;
  order_min: bigint;
  order_max: bigint;
  max_slippage_bp: bigint;
  /** Smallest units of the home currency. */
  max_per_hour: bigint;
  max_per_day: bigint;
  /** Why no order starts although one is wanted; null if nothing is wrong. */
  reason: string | null;
  /** Since when wanted orders have not been filled; null unless that is so. */
  failing_since: Epoch | null;
  set_by: string;
  set_at: Epoch;
}

export const hedgingPolicies = apart<HedgingPoliciesTable>(OWN);

export type HedgingPolicyRow = Selectable<HedgingPoliciesTable>;

interface VenueOrdersTable {
  id: string;
  venue: string;
  side: TradeSide;
  currency: string;
  in_currency: string;
  /** Coins, smallest units. */
  amount: bigint;
  limit_price: DecimalText;
  /** The guarded price when it was planned: slippage is measured from it. */
  guard_price: DecimalText;
  status: VenueOrderStatus;
  /** Whether it was written only to show what the policy would do. */
  dry: Flag;
  /** Whether the venue may still fill it, or we may still send it. */
  open: Flag;
  /** Our name of it at the venue. */
  client_id: string;
  /** The venue's own name of it; null before its answer. */
  venue_id: string | null;
  /** All three as the venue said them. */
  filled: DecimalText;
  cost: DecimalText;
  fee: DecimalText;
  reason: string | null;
  /** How often a price was asked for in vain, or it was sent: again only after an answer that it was not taken. */
  tries: bigint;
  /** Not sent, or looked up, before this time. */
  next_at: Epoch;
  sent_at: Epoch | null;
  unknown_since: Epoch | null;
  lookups: bigint;
  /** `policy`, or a member of staff. */
  created_by: string;
  created_at: Epoch;
}

export const venueOrders = apart<VenueOrdersTable>(OWN);

export type VenueOrderRow = Selectable<VenueOrdersTable>;

interface VenueFillsTable {
  /** The ledger entry. */
  id: string;
  order_id: string;
  /** As they are booked, smallest units. A fee may be below zero. */
  amount: bigint;
  cost: bigint;
  fee: bigint;
  created_at: Epoch;
}

export const venueFills = apart<VenueFillsTable>(OWN);

export type VenueFillRow = Selectable<VenueFillsTable>;

interface VenueStatesTable {
  venue: string;
  /** The process that trades there, until the lease ends. */
  holder: string | null;
  leased_until: Epoch;
  /** Fault of its answers; null if there is none. */
  failure: string | null;
  failed_at: Epoch | null;
  /** When its balances were compared with the books. */
  checked_at: Epoch | null;
  /** Fills that the venue has and the books have not, when they were compared. */
  unbooked: JsonText;
  /** Its balances of currencies that the house does not know, as it said it: text by the venue's own names. */
  others: JsonText;
}

export const venueStates = apart<VenueStatesTable>(OWN);

export type VenueStateRow = Selectable<VenueStatesTable>;

interface VenueBalancesTable {
  venue: string;
  currency: string;
  /** As the venue said it; null before it was asked. */
  said: DecimalText | null;
  /** The books at that time, smallest units. */
  books: bigint;
  /** The part of a smallest unit that is not booked yet, in units of the tenth decimal. */
  remainder: bigint;
}

export const venueBalances = apart<VenueBalancesTable>(OWN);

export type VenueBalanceRow = Selectable<VenueBalancesTable>;
