import { currencyOf } from "@wattle/contracts/markets";
import { exchangeSearch, type ExchangeSearch } from "../exchange/exchange-search.ts";

/**
 * Plan in a link to the recurring buys: a coin, the money to buy it with, and how much. Anything else leaves no trace.
 */
export function recurringSearch(search: Record<string, unknown>): ExchangeSearch {
  const wanted = exchangeSearch(search);
  return wanted.from !== undefined && currencyOf(wanted.from)?.kind === "fiat" ? wanted : {};
}
