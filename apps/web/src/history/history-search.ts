import { isDay } from "@wattle/contracts/days";
import type { Transaction } from "@wattle/contracts/history";
import { LONGEST_SEARCH, TRANSACTION_STATUSES } from "@wattle/contracts/history-rules";
import { ownAddress } from "../session/call-headers.ts";

/** The history's part of the address bar: the page from 1, the filters, and the search. */
export interface HistorySearch {
  readonly page?: number;
  readonly type?: Transaction["transaction_type"];
  readonly status?: Transaction["status"];
  /** First and last day, `YYYY-MM-DD`, in the customer's own time. */
  readonly from?: string;
  readonly to?: string;
  /** A reference, its beginning, or an amount. */
  readonly search?: string;
}

export const TYPE_WORDS: Readonly<Record<Transaction["transaction_type"], string>> = {
  exchange: "Exchange",
  deposit: "Deposit",
  withdraw: "Withdrawal",
  adjustment: "Adjustment",
};

const LARGEST_PAGE = 1_000_000;

/** Reads the address bar; whatever is no page, filter or search leaves no trace. */
export function historySearch(given: Record<string, unknown>): HistorySearch {
  const { page, type, status, from, to } = given;
  // A number in the address is read as one before it gets here.
  const text = typeof given["search"] === "number" ? String(given["search"]) : given["search"];
  const knownType = (Object.keys(TYPE_WORDS) as Transaction["transaction_type"][]).find(
    (known) => known === type,
  );
  const knownStatus = TRANSACTION_STATUSES.find((known) => known === status);
  return {
    ...(typeof page === "number" && Number.isInteger(page) && page > 1 && page <= LARGEST_PAGE && { page }),
    ...(knownType !== undefined && { type: knownType }),
    ...(knownStatus !== undefined && { status: knownStatus }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(typeof text === "string" && text.trim() !== "" && { search: text.trim().slice(0, LONGEST_SEARCH) }),
  };
}

/** First or last moment of a day in the customer's own time, as the server takes it. */
function momentOf(day: string, end: boolean): string {
  return new Date(`${day}T${end ? "23:59:59.999" : "00:00:00.000"}`).toISOString();
}

/** The filters and the search as the server takes them. */
export function filterInput({ type, status, from, to, search }: HistorySearch) {
  return {
    ...(type !== undefined && { type }),
    ...(status !== undefined && { status }),
    ...(from !== undefined && { from: momentOf(from, false) }),
    ...(to !== undefined && { to: momentOf(to, true) }),
    ...(search !== undefined && { search }),
  };
}

/** Files that the history can be had as: all columns as they are, or completed rows as tax tools read them. */
type HistoryFile = "transactions.csv" | "transactions-tax.csv";

/** Address of what the list shows, all its pages, as a CSV file. */
export function csvAddress(search: HistorySearch, file: HistoryFile = "transactions.csv"): string {
  const query = new URLSearchParams(filterInput(search)).toString();
  return ownAddress(`/api/users/${file}${query === "" ? "" : `?${query}`}`);
}

/** Whether anything but the page is asked for. */
export function isFiltered({ page: _page, ...rest }: HistorySearch): boolean {
  return Object.keys(rest).length > 0;
}
