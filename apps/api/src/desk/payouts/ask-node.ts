import { DomainError } from "@wattle/contracts/errors";
import { ChainNodeError } from "../../chains/chain-node.ts";

/** A node's answer. @throws DomainError `service_unavailable` if none comes */
export async function askNode<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ChainNodeError)) throw error;
    throw new DomainError("service_unavailable");
  }
}
