import type { Network } from "@wattle/contracts/networks";
import { listWallets } from "@wattle/db/coin-wallets";
import type { WriteTx } from "@wattle/db/database";
import type { Services } from "../services.ts";
import { pauseNetwork } from "./pause-network.ts";
import { bookRemainder } from "./remainder.ts";
import { exactBase, walletTotals } from "./wallet-totals.ts";

/**
 * Invariant I1: as of a settled block, the chain has for our addresses as much as the wallet in the books and the remainder together, to
 * the last base unit. If not, the network pauses itself.
 */
export async function checkBooks(
  tx: WriteTx,
  services: Pick<Services, "clock" | "ids" | "log">,
  network: Network,
  height: number,
): Promise<void> {
  const coins = new Set((await listWallets(tx, network)).map(({ currency }) => currency));
  for (const currency of coins) {
    await bookRemainder(tx, services, network, currency);
    const totals = await walletTotals(tx, { network, currency }, BigInt(height));
    if (totals.difference === 0n) continue;
    const difference = exactBase(totals.difference, network, currency);
    services.log.error({ network, height, currency, difference }, "the books differ from the chain");
    const reason = `at block ${height} the chain has ${difference} ${currency} more than the books`;
    await pauseNetwork(tx, services, network, reason);
  }
}
