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
   * The money that a month's completed rows brought and took, `In 5,000.00, out 2,500.00 AUD`; empty if the page may not have all
   * of them.
   */
  readonly sum: string;
}

/** Position of a page of the history among all of them. */
export interface PagePlace {
  readonly current_page: number;
  readonly last_page: number;
}

/** Amounts that a completed row took and brought, in money. */
const movesOf = (row: Transaction) =>
  (
    [
      ["out", row.transaction_type === "deposit" ? "0" : row.credit, row.credit_currency],
      ["in", row.transaction_type === "withdraw" ? "0" : row.debit, row.debit_currency],
    ] as const
  ).flatMap(([way, text, code]) => {
    const currency = currencyOf(code);
    const parsed = currency?.kind === "fiat" ? parseAmount(text, currency) : undefined;
    return currency !== undefined && parsed?.ok === true ? [{ way, currency, amount: parsed.amount }] : [];
  });

/** The exact sums of the completed rows, in and out, of each currency of money that moved. */
function sumText(rows: readonly Transaction[]): string {
  const moves = rows.filter(({ status }) => status === "completed").flatMap(movesOf);
  return [...new Set(moves.map(({ currency }) => currency))]
    .flatMap((currency) => {
      const sums = (["in", "out"] as const).flatMap((way) => {
        const own = moves.filter((move) => move.way === way && move.currency === currency);
        const units = own.reduce((sum, { amount }) => sum + amount, 0n);
        return units === 0n ? [] : [`${way} ${displayAmount(toAmount(units, currency), currency)}`];
      });
      return sums.length === 0 ? [] : [`${sums.join(", ")} ${currency.code}`];
    })
    .join("; ")
    .replace(/^./, (first) => first.toUpperCase());
}

/**
 * The rows of a page of the history as a phone shows them: those that still wait for something first, the others month by month,
 * each in the order given. A month at an edge of the page that goes on beyond it has no sum.
 */
export function transactionGroups(rows: readonly Transaction[], place: PagePlace): TransactionGroup[] {
  const groups = new Map<string, Transaction[]>([["Open", []]]);
  const headingOf = (row: Transaction): string => monthText(Date.parse(row.created_at));
  for (const row of rows) {
    const heading = PENDING_STATUSES.has(row.status) ? "Open" : headingOf(row);
    groups.set(heading, [...(groups.get(heading) ?? []), row]);
  }
  const [first, last] = [rows.at(0), rows.at(-1)];
  const torn = new Set(["Open"]);
  if (place.current_page > 1 && first !== undefined) torn.add(headingOf(first));
  if (place.current_page < place.last_page && last !== undefined) torn.add(headingOf(last));
  return [...groups].flatMap(([heading, inIt]) =>
    inIt.length > 0 ? [{ heading, rows: inIt, sum: torn.has(heading) ? "" : sumText(inIt) }] : [],
  );
}
