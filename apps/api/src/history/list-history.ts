import type { HistoryPage } from "@wattle/contracts/history";
import { metaOf } from "@wattle/contracts/paging";
import { listTransactions } from "@wattle/db/history";
import type { Services } from "../services.ts";
import { transactionOfRow } from "./transaction-of-row.ts";

interface HistoryFilter {
  readonly page: number;
  readonly per_page: number;
  readonly type?: "exchange" | "deposit" | "withdraw" | "adjustment" | undefined;
  /** Day or time in UTC, included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const DAY_MILLISECONDS = 86_400_000;

/** First moment of a day, or the moment itself. */
const startOf = (text: string | undefined): bigint | undefined =>
  text === undefined ? undefined : BigInt(Date.parse(text));

/** First moment after a day, or after the millisecond itself: the range's end is not part of it. */
function endOf(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  return BigInt(Date.parse(text) + (text.includes("T") ? 1 : DAY_MILLISECONDS));
}

/** The customer's own history, newest first. */
export async function listHistory(
  services: Services,
  userId: string,
  filter: HistoryFilter,
): Promise<HistoryPage> {
  const from = startOf(filter.from);
  const to = endOf(filter.to);
  const { rows, total } = await listTransactions(services.database.read, userId, {
    ...(filter.type !== undefined && { type: filter.type }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    page: filter.page,
    perPage: filter.per_page,
  });
  return { data: rows.map(transactionOfRow), meta: metaOf(filter.page, filter.per_page, Number(total)) };
}
