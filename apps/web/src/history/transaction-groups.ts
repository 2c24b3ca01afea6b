import type { Transaction } from "@wattle/contracts/history";
import { PENDING_STATUSES } from "@wattle/contracts/transaction-transitions";
import { currencyOf } from "@wattle/contracts/markets";
import { displayAmount, parseAmount, toAmount } from "@wattle/exchange-core";
import { monthText } from "../ui/moments.ts";

export interface TransactionGroup {
  /** `Open`, or a month such as `November 2026`. */
  readonly heading: string;
  readonly rows: readonly Transaction[];
  /**
   * Sums of a month's completed rows, `In 0.01000000 BTC · Out 2,550.00 AUD`; empty if the page may not have all of
   * them.
   */
  readonly sum: string;
}

/** Position of a page of the history among all of them. */
export interface PagePlace {
  readonly current_page: number;
  readonly last_page: number;
}

/** A space at which no line ends: a figure keeps its currency. */
const UNBROKEN = "\u00A0";

/** Amounts that a completed row took and brought. */
const movesOf = (row: Transaction) =>
  (
    [
      ["Out", row.transaction_type === "deposit" ? "0" : row.credit, row.credit_currency],
      ["In", row.transaction_type === "withdraw" ? "0" : row.debit, row.debit_currency],
    ] as const
  ).flatMap(([way, text, code]) => {
    const currency = currencyOf(code);
    const parsed = currency === undefined ? undefined : parseAmount(text, currency);
    return currency !== undefined && parsed?.ok === true ? [{ way, currency, amount: parsed.amount }] : [];
  });

/** The exact sums of the completed rows, in and out, of each currency that moved; money is before coins. */
function sumText(rows: readonly Transaction[]): string {
  const moves = rows.filter(({ status }) => status === "completed").flatMap(movesOf);
  const all = [...new Set(moves.map(({ currency }) => currency))];
  const currencies = [
    ...all.filter(({ kind }) => kind === "fiat"),
    ...all.filter(({ kind }) => kind === "crypto"),
  ];
  return (["In", "Out"] as const)
    .flatMap((way) => {
      const sums = currencies.flatMap((currency) => {
        const own = moves.filter((move) => move.way === way && move.currency === currency);
        const units = own.reduce((sum, { amount }) => sum + amount, 0n);
        return units === 0n
          ? []
          : [`${displayAmount(toAmount(units, currency), currency)}${UNBROKEN}${currency.code}`];
      });
      return sums.length === 0 ? [] : [`${way}${UNBROKEN}${sums.join(", ")}`];
    })
    .join(" · ");
}

const monthOf = (row: Transaction): string => monthText(Date.parse(row.created_at));

/** Months at an edge of the page that go on beyond it. */
function tornMonths(rows: readonly Transaction[], place: PagePlace): ReadonlySet<string> {
  const [first, last] = [rows.at(0), rows.at(-1)];
  return new Set([
    ...(place.current_page > 1 && first !== undefined ? [monthOf(first)] : []),
    ...(place.current_page < place.last_page && last !== undefined ? [monthOf(last)] : []),
  ]);
}

/** The months of a page of the history in the order given, as a desk shows them. */
export function transactionMonths(rows: readonly Transaction[], place: PagePlace): TransactionGroup[] {
  const torn = tornMonths(rows, place);
  return [...Map.groupBy(rows, monthOf)].map(([heading, inIt]) => ({
    heading,
    rows: inIt,
    sum: torn.has(heading) ? "" : sumText(inIt),
  }));
}

/**
 * The rows of a page of the history as a phone shows them: those that still wait for something first, the others month by month,
 * each in the order given. A month at an edge of the page that goes on beyond it has no sum.
 */
export function transactionGroups(rows: readonly Transaction[], place: PagePlace): TransactionGroup[] {
  const open = rows.filter(({ status }) => PENDING_STATUSES.has(status));
  const torn = tornMonths(rows, place);
  const others = rows.filter((row) => !open.includes(row));
  return [
    ...(open.length === 0 ? [] : [{ heading: "Open", rows: open, sum: "" }]),
    ...transactionMonths(others, WHOLE).map((group) =>
      torn.has(group.heading) ? { ...group, sum: "" } : group,
    ),
  ];
}

const WHOLE: PagePlace = { current_page: 1, last_page: 1 };
