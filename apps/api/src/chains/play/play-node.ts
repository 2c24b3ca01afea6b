import { HEADER_BYTES } from "@wattle/bitcoin/block";
import { InvalidChainData } from "@wattle/bitcoin/byte-reader";
import { CHAINS } from "@wattle/bitcoin/chains";
import type { Database } from "@wattle/db/database";
import {
  findPlayBlock,
  findPlayNode,
  findPlayTransaction,
  newestPlayBlocks,
  playBlockAt,
  waitingPlayTransactions,
} from "@wattle/db/play-chain";
import type { PlayNode } from "@wattle/db/tables";
import type { BitcoinNode } from "../bitcoin-node.ts";
import { bytesOf, ChainNodeError } from "../chain-node.ts";
import { heightOf } from "../followed.ts";
import { offer } from "./play-mempool.ts";

/** Blocks that a node that is behind lacks. */
const BEHIND = 6;

/** A block whose last transaction is another than its merkle root says. */
function altered(raw: Uint8Array): Uint8Array {
  const copy = raw.slice();
  const at = copy.length - 1;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** The play chain as its node answers, which can be broken for trying. */
export function createPlayNode({
  network,
  database,
}: {
  readonly network: string;
  readonly database: Database;
}): BitcoinNode {
  const { read } = database;
  /** @throws ChainNodeError if the node is down */
  const state = async (): Promise<PlayNode> => {
    const node = await findPlayNode(read, network);
    if (node === undefined || node.state === "down") throw new ChainNodeError("unreachable", "no answer");
    return node;
  };
  const tip = async (): ReturnType<BitcoinNode["tip"]> => {
    const node = await state();
    if (node.state === "reset") return { height: 0, hash: CHAINS.regtest.genesis };
    const [newest] = await newestPlayBlocks(read, network, 1);
    if (newest === undefined) throw new ChainNodeError("unreachable", "no block yet");
    const height = heightOf(newest.height);
    if (node.state !== "behind") return { height, hash: newest.hash };
    const older = await playBlockAt(read, network, BigInt(Math.max(0, height - BEHIND)));
    return { height: Math.max(0, height - BEHIND), hash: older?.hash ?? CHAINS.regtest.genesis };
  };
  const rawBlock = async (hash: string): Promise<Uint8Array> => {
    const node = await state();
    const block = await findPlayBlock(read, hash);
    if (block === undefined) throw new ChainNodeError("refused", "Block not found", "-5");
    const raw = bytesOf(block.raw);
    return node.state === "lying" ? altered(raw) : raw;
  };
  return {
    tip,
    rawBlock,
    rawHeader: async (hash) => (await rawBlock(hash)).slice(0, HEADER_BYTES),
    async hashAt(height) {
      if (height > (await tip()).height) return undefined;
      return (await playBlockAt(read, network, BigInt(height)))?.hash;
    },
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
