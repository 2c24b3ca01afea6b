import type { Network } from "@wattle/contracts/networks";

/** Networks in the customer's words. */
export const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  bitcoin: "Bitcoin",
  ethereum: "Ethereum",
};
