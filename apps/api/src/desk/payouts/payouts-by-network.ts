import type { Network } from "@wattle/contracts/networks";
import { BITCOIN_PAYOUTS } from "./bitcoin-payouts.ts";
import { ETHEREUM_PAYOUTS } from "./ethereum-payouts.ts";
import type { NetworkPayouts } from "./network-payouts.ts";

/** How batches of coins are made on each network. */
export const PAYOUTS: Readonly<Record<Network, NetworkPayouts>> = {
  bitcoin: BITCOIN_PAYOUTS,
  ethereum: ETHEREUM_PAYOUTS,
};
