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
   * What a month's completed rows come to, `Bought for 2,500.00 AUD`, or how many there are where they are of several kinds; empty
   * where the page may not have all of them.
   */
  readonly sum: string;
}

/** Where a page of the history is among all of them. */
export interface PagePlace {
  readonly current_page: number;
  readonly last_page: number;
}

/** What a completed row did with which money. */
function moneyOf(row: Transaction): {
  readonly what: string;
  readonly code: string;
  readonly amount: string;
} {
  const paid = { code: row.credit_currency, amount: row.credit };
  const got = { code: row.debit_currency, amount: row.debit };
  if (row.transaction_type !== "exchange") {
    const isIn = row.transaction_type === "deposit";
    return isIn ? { what: "Deposited", ...got } : { what: "Withdrew", ...paid };
  }
  return currencyOf(row.credit_currency)?.kind === "fiat"
    ? { what: "Bought for", ...paid }
    : { what: "Sold for", ...got };
}

/** The sum of the completed rows, exact, where they all did the same with one money; else how many rows there are. */
function sumText(rows: readonly Transaction[]): string {
  const moneys = rows.filter(({ status }) => status === "completed").map(moneyOf);
  const [first] = moneys;
  const currency = first && currencyOf(first.code);
  if (currency === undefined || moneys.some(({ what, code }) => what !== first?.what || code !== first.code))
    return rows.length === 1 ? "" : `${rows.length} transactions`;
  let units = 0n;
  for (const { amount } of moneys) {
    const parsed = parseAmount(amount, currency);
    if (!parsed.ok) return "";
    units += parsed.amount;
  }
  return `${first?.what} ${displayAmount(toAmount(units, currency), currency)} ${currency.code}`;
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
