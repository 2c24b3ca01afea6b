import type { CoinDeposit } from "@wattle/contracts/coins";
import type { FollowedArrival } from "@wattle/db/coin-arrivals";
import { amountText } from "../amount-text.ts";
import { heightOf } from "../chains/followed.ts";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";
import { confirmationsNeeded } from "./coin-network.ts";

/** Confirmations of a block at a height; none without one. */
const confirmationsOf = (made: bigint | null, tip: bigint): number =>
  made === null || made > tip ? 0 : heightOf(tip - made + 1n);

/** A stored arrival as it is answered. @param tip height of the newest block */
export function coinDepositOf(
  services: Pick<Services, "config">,
  row: FollowedArrival,
  tip: bigint,
): CoinDeposit & { readonly status: Exclude<FollowedArrival["status"], "own_money"> | "confirming" } {
  // Only staff see coins of the operator's own.
  const status = row.status === "own_money" ? "credited" : row.status;
  return {
    id: row.id,
    currency: row.currency,
    network: row.network,
    txid: row.txid,
    output: heightOf(row.output),
    address: row.address,
    amount: amountText(row.amount, row.currency),
    amount_base: row.amount_base,
    confirmations: confirmationsOf(row.made_height, tip),
    confirmations_needed: confirmationsNeeded(services, row.network, row.currency, row.amount),
    status: status === "seen" && row.made_height !== null ? "confirming" : status,
    seen_at: isoTime(row.created_at),
    credited_at: row.credited_at === null ? null : isoTime(row.credited_at),
    transaction_id: row.transaction_id,
  };
}
