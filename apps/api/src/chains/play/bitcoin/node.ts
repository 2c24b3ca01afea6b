import { HEADER_BYTES } from "@wattle/bitcoin/block";
import { InvalidChainData } from "@wattle/bitcoin/byte-reader";
import { findPlayBlock, findPlayTransaction, waitingPlayTransactions } from "@wattle/db/play-chain";
import type { BitcoinNode } from "../../bitcoin-node.ts";
import { bytesOf, ChainNodeError } from "../../chain-node.ts";
import type { PlayParts } from "../play-chain.ts";
import { createPlayTip } from "../play-tip.ts";
import { offer } from "./mempool.ts";

/** A block whose last transaction is another than its merkle root says. */
function altered(raw: Uint8Array): Uint8Array {
  const copy = raw.slice();
  const at = copy.length - 1;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** The play chain as its node answers, which can be broken for trying. */
export function createBitcoinPlayNode(parts: Pick<PlayParts, "network" | "database">): BitcoinNode {
  const { network, database } = parts;
  const { read } = database;
  const { tip, hashAt, settledHashAt, state } = createPlayTip(parts);
  const rawBlock = async (hash: string): Promise<Uint8Array> => {
    const node = await state();
    const block = await findPlayBlock(read, hash);
    if (block === undefined) throw new ChainNodeError("refused", "Block not found", "-5");
    const raw = bytesOf(block.raw);
    return node.state === "lying" ? altered(raw) : raw;
  };
  return {
    tip,
    hashAt,
    settledHashAt,
    rawBlock,
    rawHeader: async (hash) => (await rawBlock(hash)).slice(0, HEADER_BYTES),
    async mempool() {
      await state();
      return (await waitingPlayTransactions(read, network)).map(({ txid }) => txid);
    },
    async rawTransaction(txid) {
      await state();
      const found = await findPlayTransaction(read, txid);
      return found?.height === null ? bytesOf(found.raw) : undefined;
    },
    async send(raw) {
      // It says that it took the transaction, and drops it.
      if ((await state()).state === "lying") return { accepted: true };
      try {
        const reason = await database.write((tx) => offer(tx, network, raw));
        return reason === undefined ? { accepted: true } : { accepted: false, reason };
      } catch (error) {
        if (error instanceof InvalidChainData) return { accepted: false, reason: "TX decode failed" };
        throw error;
      }
    },
    feeRate: async () => (await state()).fee_rate,
  };
}
