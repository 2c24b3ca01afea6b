/** The networks of coins with their nodes. */
import type { Network } from "@wattle/contracts/networks";
import { openBitcoin } from "./bitcoin.ts";
import { openEthereum } from "./ethereum.ts";

type Parts = Parameters<typeof openBitcoin>[0] & Parameters<typeof openEthereum>[0];

/** Opens all; undefined is one that is off. */
export const openNetworks = (parts: Parts) =>
  ({ bitcoin: openBitcoin(parts), ethereum: openEthereum(parts) }) satisfies Record<Network, unknown>;

export type Networks = Readonly<ReturnType<typeof openNetworks>>;
