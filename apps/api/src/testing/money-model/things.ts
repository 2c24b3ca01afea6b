/** Parts of the model of the money side, and its own arithmetic. */

/** Done; waits for a second person; asked and approved, but no longer possible; refused. */
export type Verdict = "done" | "waits" | "failed" | "refused";
export type Coin = "AUD" | "BTC";
export type Hold = "deposits" | "withdrawals" | "trading";

export interface Customer {
  readonly available: Record<Coin, bigint>;
  readonly held: Record<Coin, bigint>;
  readonly holds: Set<Hold>;
  blocked: boolean;
}

export const newCustomer = (): Customer => ({
  available: { AUD: 0n, BTC: 0n },
  held: { AUD: 0n, BTC: 0n },
  holds: new Set(),
  blocked: false,
});

const PURPOSES = ["bank", "suspense", "own", "adjustments", "trading", "fees"] as const;
type House = Readonly<Record<(typeof PURPOSES)[number], Record<Coin, bigint>>>;

/** Balances of the accounts of the house: money in, less money out. */
export const newHouse = (): House =>
  Object.fromEntries(PURPOSES.map((purpose) => [purpose, { AUD: 0n, BTC: 0n }])) as unknown as House;

export interface Deposit {
  readonly of: Customer;
  /** Undefined of one that no one has announced. */
  readonly planned: bigint | undefined;
  credit: bigint;
  status: "awaiting" | "completed" | "cancelled" | "expired" | "returned";
  readonly expires: number;
  /** When it was credited last. */
  creditedAt?: number;
}

export interface Withdrawal {
  readonly of: Customer;
  readonly amount: bigint;
  status: "requested" | "completed" | "cancelled" | "rejected" | "returned";
  batch: Batch | undefined;
  /** Whether its money has gone out, also if it came back. */
  paid: boolean;
  /** Whether a line has shown its money coming back. */
  shown: boolean;
  /** When staff, or a line, have put it on the balance again. */
  returnedAt?: number;
}

export interface Batch {
  status: "open" | "released" | "sent" | "cancelled";
  filed: boolean;
}

export interface Line {
  readonly amount: bigint;
  /** The importer. */
  readonly by: number;
  /** The day on which it was booked, counted from 1970. */
  readonly day: number;
  /** Reference in its text. */
  readonly names: { readonly deposit?: Deposit; readonly withdrawal?: Withdrawal } | undefined;
  status: "open" | "credited" | "returned" | "own" | "payout";
  paid: Deposit | undefined;
  /** Whether it was proposed as a withdrawal that came back when a statement was last imported. */
  bounce: boolean;
}

export interface Rate {
  readonly of: Customer;
  readonly from: Coin;
  readonly to: Coin;
  /** As it was answered: decimal text, the fee in percent. */
  readonly rate: string;
  readonly fee: string;
  readonly min: bigint;
  readonly max: bigint;
  readonly until: number;
  used: boolean;
}

/** Outcome of an act as things are now. */
export interface Plan {
  /** State that must be the same for the second person's decision. */
  readonly state: string;
  /** Whether it needs a second person whatever its amount. */
  readonly two: boolean;
  /** Sums that count for the limits of one person, and of one customer. */
  readonly moves: bigint | undefined;
  readonly of?: Customer | undefined;
  /** Key of an act that can be done once: it is asked for once. */
  readonly once?: Deposit | Line | string;
  /** Does it; false, and nothing is done, if it is not possible. */
  readonly run: () => boolean;
}

export interface Request {
  readonly once?: Plan["once"];
  readonly by: number;
  readonly role: "money" | "people";
  readonly judge: () => Plan | undefined;
  readonly state: string;
  readonly asked: number;
  open: boolean;
}

const PLACES: Readonly<Record<Coin, number>> = { AUD: 2, BTC: 8 };

/** Decimal text as digits and how many of them are behind the point. */
function digitsOf(text: string): readonly [digits: bigint, places: number] {
  const [whole = "", behind = ""] = text.split(".");
  return [BigInt(whole + behind), behind.length];
}

export const textOf = (units: bigint, coin: Coin): string => {
  const [sign, digits] = units < 0n ? ["-", String(-units)] : ["", String(units)];
  const padded = digits.padStart(PLACES[coin] + 1, "0");
  return `${sign}${padded.slice(0, -PLACES[coin])}.${padded.slice(-PLACES[coin])}`;
};

/** Decimal text with all its places as smallest units. */
export function unitsOf(text: string, coin: Coin): bigint {
  const [digits, places] = digitsOf(text);
  return digits * 10n ** BigInt(PLACES[coin] - places);
}

/** The fee, rounded up in what is paid, and what is got for the rest, rounded down once. */
export function breakdown(
  { rate, fee, from, to }: Pick<Rate, "rate" | "fee" | "from" | "to">,
  credit: bigint,
): { readonly fee: bigint; readonly debit: bigint } {
  const [worth, ratePlaces] = digitsOf(rate);
  const [percent, feePlaces] = digitsOf(fee);
  const whole = 100n * 10n ** BigInt(feePlaces);
  const kept = (credit * (whole - percent)) / whole;
  const above = credit * worth * (whole - percent) * 10n ** BigInt(PLACES[to]);
  const below = 10n ** BigInt(ratePlaces) * whole * 10n ** BigInt(PLACES[from]);
  return { fee: credit - kept, debit: above / below };
}
