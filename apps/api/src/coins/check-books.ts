import { listWallets } from "@wattle/db/coin-wallets";
import { walletTotals } from "@wattle/db/coin-arrivals";
import type { Network } from "@wattle/contracts/networks";
import type { WriteTx } from "@wattle/db/database";
import { amountText } from "../amount-text.ts";
import type { Services } from "../services.ts";
import { pauseNetwork } from "./pause-network.ts";

/**
 * Invariant I1: as of a settled block, the unspent outputs of our scripts are the wallet's balance in the books, to the smallest unit.
 * If they are not, the network pauses itself.
 */
export async function checkBooks(
  tx: WriteTx,
  services: Pick<Services, "clock" | "ids" | "log">,
  network: Network,
  height: number,
): Promise<void> {
  const coins = new Set((await listWallets(tx, network)).map(({ currency }) => currency));
  for (const currency of coins) {
    const { chain, books } = await walletTotals(tx, { network, currency }, BigInt(height));
    if (chain === books) continue;
    const difference = amountText(chain - books, currency);
    services.log.error({ network, height, currency, difference }, "the books differ from the chain");
    const reason = `at block ${height} the chain has ${difference} ${currency} more than the books`;
    await pauseNetwork(tx, services, network, reason);
  }
}
