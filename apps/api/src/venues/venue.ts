/** An exchange where the house trades. Amounts and prices are decimal text, exactly as the venue says them. */
import type { TradeSide } from "@wattle/contracts/position";
import type { VenueName } from "@wattle/contracts/hedging";

/**
 * `unsent`: it never left. `refused`, `denied` and `rate_limited`: the venue said that it did nothing; `denied` for want of a right. After the others an order may have been
 * placed: `unreachable` gave no answer, and `garbage` one that cannot be read.
 */
export type VenueFailure = "unsent" | "refused" | "denied" | "rate_limited" | "unreachable" | "garbage";

/** The message says what is wrong and what to do, for staff. */
export class VenueError extends Error {
  readonly kind: VenueFailure;
  constructor(kind: VenueFailure, message: string) {
    super(message);
    this.name = "VenueError";
    this.kind = kind;
  }
}

/** A limit order that is filled at once as far as it can be; the rest is cancelled. */
export interface NewVenueOrder {
  readonly clientId: string;
  readonly side: TradeSide;
  readonly currency: string;
  readonly in: string;
  readonly amount: string;
  readonly limit: string;
}

/** An order as the venue has it. Its fee is in `in`, and may be below zero. */
export interface VenueOrder {
  readonly venueId: string;
  readonly clientId: string | null;
  readonly side: TradeSide;
  readonly currency: string;
  readonly state: "open" | "closed";
  readonly filled: string;
  readonly cost: string;
  readonly fee: string;
}

interface MarketRules {
  readonly priceDecimals: number;
  readonly amountDecimals: number;
  readonly least: string;
}

/** Every call throws a `VenueError` if it cannot be done. */
export interface Venue {
  readonly name: VenueName;
  /** By currency code; what it has of others by its own names of them, as it says it. */
  balances(): Promise<ReadonlyMap<string, string>>;
  best(currency: string, of: string): Promise<{ readonly bid: string; readonly ask: string }>;
  rules(currency: string, of: string): Promise<MarketRules>;
  /** @returns the venue's name of the order */
  place(order: NewVenueOrder): Promise<string>;
  /** An order by our name of it, open or closed. @param since milliseconds since 1970, before which it was not placed */
  find(clientId: string, since: number): Promise<VenueOrder | undefined>;
  cancel(venueId: string): Promise<void>;
  /** Orders with fills since a time, milliseconds since 1970. */
  fillsSince(since: number): Promise<readonly VenueOrder[]>;
}
