import { isUnusual } from "@wattle/contracts/choices";
import type { Payout, PayoutStatus, PayoutSummary } from "@wattle/contracts/payouts";
import type { StateWord } from "../../controls/status.tsx";
import { signedText } from "../parts/signed-money.ts";

export const BATCH_WORDS: Readonly<Record<PayoutStatus, StateWord>> = {
  open: { kind: "waiting", word: "Waiting for release" },
  released: { kind: "waiting", word: "Released" },
  sent: { kind: "waiting", word: "Sent" },
  settled: { kind: "done", word: "Settled" },
  cancelled: { kind: "stopped", word: "Cancelled" },
};

/** @param waits a request to release it waits for a second person */
export const batchState = ({ status }: Pick<PayoutSummary, "status">, waits: boolean): string =>
  waits && status === "open" ? "Waiting for a second person" : BATCH_WORDS[status].word;

export const payoutsText = (count: number): string => `${count} payout${count === 1 ? "" : "s"}`;
/** 'to 1 customer': distinct ones. */
export function toCustomersText(rows: readonly { readonly customer: { readonly id: string } }[]): string {
  const { size } = new Set(rows.map(({ customer }) => customer.id));
  return `to ${size} customer${size === 1 ? "" : "s"}`;
}
/** '1 needs review', '2 need review'. */
export const reviewText = (count: number): string => `${count} need${count === 1 ? "s" : ""} review`;
export const batchMoney = ({ total, currency }: Pick<PayoutSummary, "total" | "currency">): string =>
  signedText(total, currency);

type Row = Payout["rows"][number];

/** Payments with a warning, and then the rest, each in its order. */
export const lookFirst = <R extends Pick<Row, "warnings">>(rows: readonly R[]): readonly R[] => [
  ...rows.filter(isUnusual),
  ...rows.filter((row) => !isUnusual(row)),
];

export const checkText = ({ warnings }: Pick<Row, "warnings">): string =>
  warnings.length === 0 ? "Nothing unusual" : warnings.join(". ");

/** Warnings in the fewest words, what weighs most first. */
const BRIEF: readonly (readonly [RegExp, string])[] = [
  [/^The bank's file can't have this name$/, "Name unusable"],
  [/^.*blocked or on hold$/, "Customer on hold"],
  [/^The customer is (\w+)$/, "Customer $1"],
  [/^Account in another name$/, "Name mismatch"],
  [/^The bank's file says .*$/, "Name shortened"],
  [/^(\d+) customers have this account$/, "$1 customers’ account"],
  [/^.*has removed this account$/, "Account removed"],
  [/^The account was added 0 days ago$/, "Added today"],
  [/^The account was added 1 days ago$/, "Added 1 day ago"],
  [/^The account was added (\d+ days ago)$/, "Added $1"],
  [/^First payment.*$/, "First payment"],
];

/** 'Name mismatch, 2 more': the most serious warning, and how many more there are. */
export function briefCheckText({ warnings }: Pick<Row, "warnings">): string {
  // A warning without a short form is said as it is, before all else.
  const placeOf = (text: string): number => BRIEF.findIndex(([pattern]) => pattern.test(text));
  const [first, ...more] = warnings.toSorted((a, b) => placeOf(a) - placeOf(b));
  if (first === undefined) return "Nothing unusual";
  const [pattern, words] = BRIEF[placeOf(first)] ?? [first, first];
  const text = first.replace(pattern, words);
  return more.length === 0 ? text : `${text}, ${more.length} more`;
}

/** A removed payment is in no file: removing is over once the bank's file was taken. */
export const mayTakeOut = ({
  status,
  filed_at: filed,
}: Pick<PayoutSummary, "status" | "filed_at">): boolean =>
  filed === null && (status === "open" || status === "released");
