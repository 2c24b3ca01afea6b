import { z } from "zod";
import { VENUES } from "./choices.ts";
import { time } from "./ids.ts";
import { OWN_MESSAGES } from "./own-messages.ts";
import { isPlainLine } from "./plain-text.ts";

/** Parts that staff can pause as a whole; a single pair is `pair:BTC/AUD`. */
export const SWITCHES = [
  "trading",
  "deposits",
  "withdrawals",
  "sign-ups",
  "coins-in",
  "coins-out",
  "network:bitcoin",
  "network:ethereum",
] as const;
export type SwitchName = (typeof SWITCHES)[number];

/** The crypto currency comes first: both directions of a market are paused together. */
export type PairSwitch = `pair:${string}/${string}`;
export const pairSwitch = (crypto: string, fiat: string): PairSwitch => `pair:${crypto}/${fiat}`;

/** One side of a coin, in every currency: customers may not buy it, or not sell it. */
export type SideSwitch = `buy:${string}` | `sell:${string}`;
export const sideSwitch = (side: "buy" | "sell", crypto: string): SideSwitch => `${side}:${crypto}`;

/** A venue where the house trades. Customers are not affected. */
export type VenueSwitch = `venue:${(typeof VENUES)[number]}`;
export const venueSwitch = (venue: (typeof VENUES)[number]): VenueSwitch => `venue:${venue}`;
export const isVenueSwitch = (what: string): boolean => VENUES.some((venue) => venueSwitch(venue) === what);

const LONGEST_MESSAGE = 200;
const LONGEST_PRICE = 60;

const MARKET_SWITCH = /^(?:pair:[A-Z0-9]{2,10}\/|buy:|sell:)[A-Z0-9]{2,10}$/;
const isSwitch = (what: string): boolean =>
  MARKET_SWITCH.test(what) || isVenueSwitch(what) || SWITCHES.some((name) => name === what);

export const setSwitchInput = z.object({
  what: z
    .string("Choose what to pause")
    .refine(isSwitch, "Choose a switch, pair:BTC/AUD or buy:BTC")
    .meta({ examples: ["trading", "pair:BTC/AUD", "buy:BTC"] }),
  paused: z.boolean("Choose true or false"),
  /** Message to customers during the pause; left out, they read that it is paused. */
  message: z
    .string()
    .trim()
    .max(LONGEST_MESSAGE, "Message is not valid.")
    .refine(isPlainLine, "Message is not valid.")
    .optional(),
  /** Worth of one coin in the pair's money, to resume a pair from another price than the last believed one. */
  price: z.string().max(LONGEST_PRICE, OWN_MESSAGES.priceOfResumed).optional(),
});
export type SetSwitchInput = z.infer<typeof setSwitchInput>;

/** One switch, for staff. */
export const switchRecord = z.object({
  what: z.string(),
  paused: z.boolean(),
  message: z.string().nullable(),
  /** Why the system paused it; null if staff did. */
  reason: z.string().nullable(),
  /** The account of the member of staff, `system`, `cli`, or null if it was never set. */
  set_by: z.string().nullable(),
  set_at: time.nullable(),
});
export type SwitchRecord = z.infer<typeof switchRecord>;

/** Current pauses, for everyone. `by_system`: a pair whose price is in doubt, which no member of staff paused. */
export const pauseNotice = z.object({
  what: z.string(),
  message: z.string().nullable(),
  by_system: z.boolean(),
});
export type PauseNotice = z.infer<typeof pauseNotice>;
