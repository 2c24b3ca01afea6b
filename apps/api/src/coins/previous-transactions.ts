import { rawTransactionsOf } from "@wattle/bitcoin/block";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { Network } from "@wattle/contracts/networks";
import { chainBlocksBetween } from "@wattle/db/chains";
import { findChainTransaction, keepChainTransaction, type OwnCoin } from "@wattle/db/coin-attempts";
import { bytesOf, ChainNodeError } from "../chains/chain-node.ts";
import type { Services } from "../services.ts";

/**
 * The transaction that made a coin, from the block that has it. It is kept, since nodes that prune forget blocks.
 * @throws DomainError `service_unavailable` if no node gives it; `state_conflict` if no block has the coin any more
 */
export async function previousOf(
  { database, networks: { bitcoin } }: Pick<Services, "database" | "networks">,
  network: Network,
  { txid, made_height: height }: OwnCoin,
): Promise<Uint8Array> {
  const kept = await findChainTransaction(database.read, network, txid);
  if (kept !== undefined) return bytesOf(kept);
  if (height === null) throw new DomainError("state_conflict", { message: OWN_MESSAGES.coinGone });
  const [block] = await chainBlocksBetween(database.read, network, height, height);
  try {
    if (block === undefined || bitcoin === undefined) throw new DomainError("state_conflict");
    const raw = rawTransactionsOf(await bitcoin.node.rawBlock(block.hash), new Set([txid])).get(txid);
    if (raw === undefined) throw new DomainError("service_unavailable");
    const text = Buffer.from(raw).toString("hex");
    await database.write((tx) => keepChainTransaction(tx, { network, txid, raw: text }));
    return raw;
  } catch (error) {
    if (!(error instanceof ChainNodeError)) throw error;
    throw new DomainError("service_unavailable");
  }
}
