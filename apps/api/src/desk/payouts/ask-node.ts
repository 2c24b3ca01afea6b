import { DomainError } from "@wattle/contracts/errors";
import { ChainNodeError } from "../../chains/chain-node.ts";
import { NodesDisagree } from "../../chains/chain-source.ts";

/** A node's answer. @throws DomainError `service_unavailable` if none comes, or nodes give others */
export async function askNode<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ChainNodeError || error instanceof NodesDisagree)) throw error;
    throw new DomainError("service_unavailable");
  }
}
