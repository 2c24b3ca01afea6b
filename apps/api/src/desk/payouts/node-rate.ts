import { boundedRate } from "@wattle/bitcoin/fee-rate";
import { DomainError } from "@wattle/contracts/errors";
import type { Network } from "@wattle/contracts/networks";
import { ChainNodeError } from "../../chains/chain-node.ts";
import { FACTS } from "../../coins/coin-network.ts";
import type { ActServices } from "../approvals/act.ts";

/** The rate if a node has no estimate, as on a chain that is nearly empty: 5 sat/vB. */
const USUAL_RATE = 5_000n;

/** A fee rate for a block soon, within our own bounds. @throws DomainError `service_unavailable` if no node answers */
export async function nodeRate({ bitcoin }: Pick<ActServices, "bitcoin">): Promise<bigint> {
  try {
    return boundedRate((await bitcoin?.node.feeRate()) ?? USUAL_RATE);
  } catch (error) {
    if (!(error instanceof ChainNodeError)) throw error;
    throw new DomainError("service_unavailable");
  }
}

/** The network of a coin. @throws DomainError `currency_inactive` for one that is not on a chain that is followed */
export async function coinOfCurrency(services: ActServices, code: string): Promise<Network> {
  const network = (await services.markets()).currency(code)?.chain?.network;
  if (network === undefined || !FACTS[network].isFollowed(services))
    throw DomainError.at("currency", "currency_inactive");
  return network;
}
