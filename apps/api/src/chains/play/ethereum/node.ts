import { findPlayBlock, findPlayTransaction, playAccountsAt, playBlockAt } from "@wattle/db/play-chain";
import type { Reader } from "@wattle/db/database";
import type { PlayAccount } from "@wattle/db/tables";
import { ChainNodeError } from "../../chain-node.ts";
import type { EthereumBlock, EthereumNode, EthereumTransaction, TokenTransfer } from "../../ethereum-node.ts";
import { heightOf } from "../../followed.ts";
import { settledTransaction } from "../../settled-transaction.ts";
import type { PlayParts } from "../play-chain.ts";
import { createPlayTip } from "../play-tip.ts";
import { gasNeeded, REFUSER, TIP, TOKEN } from "./gas.ts";
import { offerTransfer } from "./mempool.ts";
import { readBlock, type EtherBlock } from "./records.ts";

/** Blocks below the newest one that are final. */
const FINAL_BELOW = 1;

type NodeParts = Pick<PlayParts, "network" | "database"> & { readonly chainId: bigint };

/** Tokens that the transactions of a block send. */
async function tokensIn(reader: Reader, hash: string): Promise<TokenTransfer[]> {
  const block = await findPlayBlock(reader, hash);
  if (block === undefined) throw new ChainNodeError("refused", "unknown block", "-32000");
  return readBlock(block)
    .transactions.filter(({ to }) => to === TOKEN)
    .flatMap(({ txid, sendsOn }) => sendsOn.map(({ script: to, wei: amount }) => ({ txid, to, amount })))
    .map((each, index) => ({ ...each, index, contract: TOKEN }));
}

const shownOf = ({
  txid,
  from,
  to,
  value,
  nonce,
}: EtherBlock["transactions"][number]): EthereumTransaction => ({ txid, from, to, value, nonce });

/** The play chain as its node answers, which can be broken for trying. */
export function createEthereumPlayNode(parts: NodeParts): EthereumNode {
  const { network, database, chainId } = parts;
  const { read } = database;
  const { state, tip, hashAt, settledHashAt } = createPlayTip(parts);
  const recordAt = async (height: number): Promise<{ hash: string; record: EtherBlock } | undefined> => {
    if (height > (await tip()).height) return undefined;
    const found = await playBlockAt(read, network, BigInt(height));
    return found && { hash: found.hash, record: readBlock(found) };
  };
  const accountAt = async (script: string, height: number): Promise<PlayAccount | undefined> => {
    await state();
    return (await playAccountsAt(read, network, [script], BigInt(height))).get(script);
  };
  const node: EthereumNode = {
    tip,
    hashAt,
    settledHashAt,
    async chainId() {
      await state();
      return chainId;
    },
    async settled() {
      const height = Math.max(0, (await tip()).height - FINAL_BELOW);
      return { height, hash: (await hashAt(height)) ?? "" };
    },
    async blockAt(height): Promise<EthereumBlock | undefined> {
      const found = await recordAt(height);
      if (found === undefined) return undefined;
      const { hash, record } = found;
      // A lying node's blocks have no parents that anyone knows.
      const parent = (await state()).state === "lying" ? hash : record.parent;
      return { height, hash, parent, time: record.time, transactions: record.transactions.map(shownOf) };
    },
    async outcome(txid) {
      await state();
      const mined = (await findPlayTransaction(read, txid))?.height ?? null;
      if (mined === null) return undefined;
      const height = heightOf(mined);
      const block = await recordAt(height);
      const done = block?.record.transactions.find((each) => each.txid === txid);
      return block && done && { block: { height, hash: block.hash }, ok: done.ok, fee: done.fee };
    },
    async balances(scripts, height) {
      await state();
      const found = await playAccountsAt(read, network, scripts, BigInt(height));
      return scripts.map((script) => BigInt(found.get(script)?.wei ?? 0n));
    },
    nonceAt: async (script, height) => (await accountAt(script, height))?.nonce ?? 0n,
    async gasFor({ from, to, value }) {
      const wei = BigInt((await accountAt(from, (await tip()).height))?.wei ?? 0n);
      if (wei < value) throw new ChainNodeError("refused", "insufficient funds for transfer", "-32000");
      if (to === REFUSER) throw new ChainNodeError("refused", "execution reverted", "3");
      return gasNeeded(to);
    },
    fees: async () => ({ baseFee: (await state()).fee_rate, tip: TIP }),
    tokens: (hash) => state().then(() => tokensIn(read, hash)),
    async send(raw) {
      // It says that it took the transaction, and drops it.
      if ((await state()).state === "lying") return { accepted: true };
      const reason = await database.write((tx) => offerTransfer(tx, { network, chainId }, raw));
      return reason === undefined ? { accepted: true } : { accepted: false, reason };
    },
    settledTransaction: (txid, height) => settledTransaction(node, txid, height),
  };
  return node;
}
