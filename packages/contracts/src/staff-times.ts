import type { DepositMethod } from "./deposit-limits.ts";

/**
 * How long things take that people do, or banks. Each installation says its own (the brand's file), and every page, screen
 * and mail takes its words from here. Free of zod: every page reads it.
 */
export interface StaffTimes {
  /** How long a payment takes to reach us, by the way it is paid: how a sentence begins. */
  readonly reaches: Readonly<Record<DepositMethod, string>>;
  /** When a payment that has reached us is credited: what follows "Payments are". */
  readonly matched: string;
  /** When a customer's identity is checked: how a sentence begins, as the next two. */
  readonly checked: string;
  /** When a withdrawal is paid out. */
  readonly paidOut: string;
  /** When a withdrawal that was paid out arrives. */
  readonly arrives: string;
}

export const DEFAULT_TIMES: StaffTimes = {
  reaches: {
    bank_transfer: "Usually 1 business day",
    payid: "Minutes to reach us",
    post_billpay: "When the post office passes it on",
  },
  matched: "matched on business days",
  checked: "Usually within 1 business day",
  paidOut: "Usually on the same business day",
  arrives: "Usually within 1 business day",
};

/** How long a deposit takes in all: until it reaches us, and until it is credited. */
export const depositTime = ({ reaches, matched }: StaffTimes, method: DepositMethod): string =>
  `${reaches[method]}, then ${matched}`;

/** A time that begins a sentence, for the middle of one. */
export const midSentence = (time: string): string => time.charAt(0).toLowerCase() + time.slice(1);
