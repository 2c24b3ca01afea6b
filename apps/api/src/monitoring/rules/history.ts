/** Facts that rules look at. Sums are hundredths of the home currency, times milliseconds since 1970. */
import { localDay } from "@wattle/contracts/days";

/** A movement of a customer's money. */
export interface Move {
  readonly id: string;
  /** How people call it. */
  readonly reference: string;
  readonly kind: "deposit" | "withdrawal" | "exchange";
  /** A deposit was credited, a withdrawal requested, an exchange made. */
  readonly at: number;
  /** The amount that came in, went out, or was given, in smallest units. */
  readonly currency: string;
  readonly amount: bigint;
  /** Its worth by the market; 0 if there never was a price. */
  readonly worth: bigint;
  readonly isFiat: boolean;
  /** The other side of an exchange, or the coins of a deposit by card. */
  readonly got?: Pick<Move, "currency" | "amount" | "worth" | "isFiat"> | undefined;
  /** Paid in cash, at a post office. */
  readonly cash?: boolean | undefined;
  /** The day on which the bank booked cash, if its line is known: it can be credited days later. */
  readonly cashOn?: string | undefined;
  /** The account or wallet that a withdrawal goes to, and since when the customer has it. */
  readonly payee?: { readonly id: string; readonly since: number } | undefined;
}

/** A payment's payer by the bank. */
interface Payment {
  readonly reference: string;
  readonly at: number;
  readonly payer: string;
  /** Whether it can be the customer's name. */
  readonly fits: boolean;
}

/** Something that several customers have. */
export interface Shared {
  readonly what: "bank_account" | "document_number" | "device" | "wallet";
  /** The same for each of them. */
  readonly hash: string;
  readonly customers: number;
}

/** A country, and how it is known. */
export interface KnownCountry {
  readonly of: "residence" | "document" | "bank" | "login";
  readonly code: string;
}

/** Coins that came, or a withdrawal of coins, with what the travel rule wants to know. */
export interface Travel {
  readonly id: string;
  readonly reference: string;
  readonly at: number;
  /** An arrival without the sender's data, or a withdrawal to a provider that is not on the operator's list. */
  readonly lacks: "sender" | "provider";
}

export interface CustomerHistory {
  readonly id: string;
  readonly createdAt: number;
  /** Local day of birth; undefined if it is not known. */
  readonly birthDate?: string | undefined;
  /** The most that the customer expects to move in a month; undefined if that has no end, or was not asked. */
  readonly expectedMonthly?: bigint | undefined;
  /** Worth of all that the customer owns now, set aside or not; undefined if it was not read. */
  readonly owned?: bigint | undefined;
  /** Oldest first. */
  readonly moves: readonly Move[];
  /** Whether there are too many for all of them to be among `moves`: these are the newest. */
  readonly hasEarlier?: boolean | undefined;
  /** Whether coins were bought before those of `moves`. */
  readonly boughtBefore?: boolean | undefined;
  /** Times at which payees were named, and devices were seen first, apart from the very first device. */
  readonly payees?: readonly number[] | undefined;
  readonly devices?: readonly number[] | undefined;
  readonly payments?: readonly Payment[] | undefined;
  readonly shared?: readonly Shared[] | undefined;
  readonly countries?: readonly KnownCountry[] | undefined;
  readonly travel?: readonly Travel[] | undefined;
}

/** Something that a rule has found. */
export interface Finding {
  /** When the last of it happened. */
  readonly at: number;
  /** The finding by its name: the same again is no news. */
  readonly event: string;
  /** References of what is behind it. */
  readonly rows: readonly string[];
  /** The first thing to do about it. */
  readonly advice?: string;
  /** The shared value that it is about: everyone who has it is looked at. */
  readonly shared?: { readonly what: Shared["what"]; readonly hash: string };
}

/** Facts apart from the history. */
export interface RuleContext {
  readonly now: number;
  /** The local day of a time: `2026-11-27`. */
  readonly dayOf: (at: number) => string;
}

/** No place changes its day, or its clocks, within one. */
const QUARTER_HOUR = 900_000;

/** Looks at the clock of a place once for each quarter of an hour, not for each movement. */
export function ruleContext(now: number, timeZone: string): RuleContext {
  const days = new Map<number, string>();
  const dayOf = (at: number): string => {
    const quarter = Math.floor(at / QUARTER_HOUR);
    const day = days.get(quarter) ?? localDay(at, timeZone);
    days.set(quarter, day);
    return day;
  };
  return { now, dayOf };
}
