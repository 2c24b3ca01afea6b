import type { CoinDepositPage } from "@wattle/contracts/coins";
import { metaOf } from "@wattle/contracts/paging";
import { newestChainBlock } from "@wattle/db/chains";
import { listArrivalsOf } from "@wattle/db/coin-arrivals";
import type { Reader } from "@wattle/db/database";
import type { Services } from "../services.ts";
import { coinDepositOf } from "./arrival-of-row.ts";

/** Heights of the newest blocks of the networks that rows name; −1 for one without any. */
export async function newestHeights(
  reader: Reader,
  rows: readonly { readonly network: string }[],
): Promise<(network: string) => bigint> {
  const heights = new Map<string, bigint>();
  for (const network of new Set(rows.map((row) => row.network)))
    heights.set(network, (await newestChainBlock(reader, network))?.height ?? -1n);
  return (network) => heights.get(network) ?? -1n;
}

/** A page of a customer's arrivals, newest first. */
export async function listCoinDeposits(
  services: Pick<Services, "config" | "database">,
  userId: string,
  { page, per_page }: { readonly page: number; readonly per_page: number },
): Promise<CoinDepositPage> {
  const { read } = services.database;
  const { rows, total } = await listArrivalsOf(read, userId, { page, perPage: per_page });
  const newest = await newestHeights(read, rows);
  return {
    data: rows.map((row) => coinDepositOf(services, row, newest(row.network))),
    meta: metaOf(page, per_page, total),
  };
}
