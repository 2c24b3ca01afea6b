import { DomainError } from "@wattle/contracts/errors";
import type { Network } from "@wattle/contracts/networks";
import { FACTS } from "../../coins/coin-network.ts";
import type { ActServices } from "../approvals/act.ts";

/** The network of a coin. @throws DomainError `currency_inactive` for one that is not on a chain that is followed */
export async function coinOfCurrency(services: ActServices, code: string): Promise<Network> {
  const network = (await services.markets()).currency(code)?.chain?.network;
  if (network === undefined || !FACTS[network].isFollowed(services))
    throw DomainError.at("currency", "currency_inactive");
  return network;
}
