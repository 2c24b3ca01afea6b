import type { Network } from "@wattle/contracts/networks";
import type { ChainHooks } from "../chains/followed.ts";
import type { MailServices } from "../mail/queue-mail.ts";
import type { Services } from "../services.ts";
import { bookArrivals, noteArrivals, reverseArrivals } from "./book-arrivals.ts";
import { checkBooks } from "./check-books.ts";
import { noteMissingArrivals } from "./note-missing.ts";
import { tellNetworkPaused } from "./pause-network.ts";
import { keepRemainder, undoRemainder } from "./remainder.ts";
import { settlePayouts, unsettlePayouts } from "./settle-payouts.ts";

/** Acts of coins at each block, in the transaction that follows it. The books are checked once all is booked. */
export const chainHooks = (
  services: MailServices & Pick<Services, "database" | "log">,
  network: Network,
): ChainHooks => ({
  onArrival: (tx, outputs) => noteArrivals(tx, services, outputs),
  onSettled: async (tx, block) => {
    await bookArrivals(tx, services, block);
    await settlePayouts(tx, services, network, block);
    await keepRemainder(tx, network, block);
  },
  onAllSettled: (tx, height) => checkBooks(tx, services, network, height),
  onPaused: (tx) => tellNetworkPaused(tx, services, network),
  onUnsettled: async (tx, blocks) => {
    await unsettlePayouts(tx, services, network, blocks);
    await reverseArrivals(tx, services, blocks);
    await undoRemainder(tx, network, blocks);
  },
  onMempool: (ids) => noteMissingArrivals(services, network, ids),
});
