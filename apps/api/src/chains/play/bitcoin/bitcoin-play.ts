import { readBlock } from "@wattle/bitcoin/block";
import { CHAINS } from "@wattle/bitcoin/chains";
import { mineBlock } from "@wattle/bitcoin/mine-block";
import { readTransaction, type TransactionOutput } from "@wattle/bitcoin/transaction";
import type { WriteTx } from "@wattle/db/database";
import {
  addPlayBlock,
  changePlayNode,
  findPlayTransaction,
  forgetPlayTransaction,
  minePlayTransactions,
  newestPlayBlocks,
  playOutputsOf,
  unspentPlayOutputs,
  waitingPlayTransactions,
} from "@wattle/db/play-chain";
import type { PlayBlock } from "@wattle/db/tables";
import { heightOf } from "../../followed.ts";
import { createPlayChain, PlayError, type Mined, type PlayChain, type PlayParts } from "../play-chain.ts";
import { GENESIS } from "./genesis.ts";
import { addOutputs, offer } from "./mempool.ts";
import { STRANGER_SCRIPT, strangersPayment, type Coin } from "./stranger.ts";

const CHAIN = CHAINS.regtest;
const REWARD = 5_000_000_000n;
/** Blocks of a new chain, whose rewards are the stranger's first coins. */
const FIRST_BLOCKS = 20;
const FIRST_RATE = 5000n;
/** Coins that one payment of the stranger spends at most. */
const MOST_COINS = 200;
/** Rewards of the newest blocks are spent last: a reorganisation would take them, and all that they paid for. */
const YOUNG_BLOCKS = 20;

const toStranger = [{ script: STRANGER_SCRIPT, satoshi: REWARD }];

const readRaw = ({ raw }: Pick<PlayBlock, "raw">) => readBlock(CHAIN, Buffer.from(raw, "hex"));

/** Mines the next block, in the transaction that has locked the chain. */
async function mineNext(
  tx: WriteTx,
  { network, now }: PlayParts,
  rewards: readonly TransactionOutput[],
): Promise<Mined> {
  const [newest] = await newestPlayBlocks(tx, network, 1);
  const node = await changePlayNode(tx, network);
  if (newest === undefined || node === undefined) throw new PlayError("the chain has no block yet");
  const before = readRaw(newest);
  const waiting = await waitingPlayTransactions(tx, network);
  const height = newest.height + 1n;
  const raw = mineBlock(CHAIN, {
    parent: newest.hash,
    height: heightOf(height),
    time: Math.max(before.time + 1, Math.floor(now() / 1000)),
    rewards,
    transactions: waiting.map((each) => Buffer.from(each.raw, "hex")),
    salt: Buffer.from(String(node.changes)),
  });
  const block = readBlock(CHAIN, raw);
  await addPlayBlock(tx, { network, height, hash: block.hash, raw: Buffer.from(raw).toString("hex") });
  await minePlayTransactions(
    tx,
    waiting.map(({ txid }) => txid),
    height,
  );
  const [coinbase] = block.transactions;
  if (coinbase !== undefined) await addOutputs(tx, network, coinbase);
  return { height: heightOf(height), hash: block.hash };
}

/** Unspent outputs of the stranger, in the order in which it spends them. */
async function strangersCoins(tx: WriteTx, network: string): Promise<Coin[]> {
  const coins = await unspentPlayOutputs(tx, network, STRANGER_SCRIPT, MOST_COINS);
  const newest = await newestPlayBlocks(tx, network, YOUNG_BLOCKS);
  const young = new Set(newest.map((block) => readRaw(block).transactions[0]?.txid));
  const usable = coins.map(({ txid, output, satoshi }) => ({ txid, output: heightOf(output), satoshi }));
  return [...usable.filter(({ txid }) => !young.has(txid)), ...usable.filter(({ txid }) => young.has(txid))];
}

async function pay(
  tx: WriteTx,
  { network }: PlayParts,
  outputs: readonly TransactionOutput[],
): Promise<string> {
  const node = await changePlayNode(tx, network);
  const coins = await strangersCoins(tx, network);
  for (let count = 1; count <= coins.length; count++) {
    const raw = strangersPayment(coins.slice(0, count), outputs, node?.fee_rate ?? FIRST_RATE);
    if (raw === undefined) continue;
    const refused = await offer(tx, network, raw);
    if (refused !== undefined) throw new PlayError(refused);
    return readTransaction(raw).txid;
  }
  throw new PlayError("the stranger has too few coins; mine a block");
}

/** The stranger spends a transaction's coins otherwise, to itself. */
async function doubleSpend(tx: WriteTx, { network }: PlayParts, txid: string): Promise<void> {
  if ((await findPlayTransaction(tx, txid))?.height !== null)
    throw new PlayError(`the blocks have no transaction ${txid}`);
  const { spent } = await playOutputsOf(tx, txid);
  if (spent.some(({ script }) => script !== STRANGER_SCRIPT))
    throw new PlayError("only the stranger's own transactions can be dropped");
  const coins = spent.map(({ output, ...coin }) => ({ ...coin, output: heightOf(output) }));
  await forgetPlayTransaction(tx, txid);
  const node = await changePlayNode(tx, network);
  const raw = strangersPayment(coins, [], node?.fee_rate ?? FIRST_RATE);
  if (raw === undefined) throw new PlayError("its coins do not pay for another transaction");
  await offer(tx, network, raw);
}

/** Bitcoin with the rules of regtest. */
export const createBitcoinPlay = (parts: PlayParts): PlayChain<TransactionOutput> =>
  createPlayChain(parts, {
    firstRate: FIRST_RATE,
    async begin(tx) {
      const { network } = parts;
      await addPlayBlock(tx, { network, height: 0n, hash: CHAIN.genesis, raw: GENESIS });
      for (let block = 0; block < FIRST_BLOCKS; block++) await mineNext(tx, parts, toStranger);
    },
    mine: (tx, rewards = toStranger) => mineNext(tx, parts, rewards),
    pay: (tx, outputs) => pay(tx, parts, outputs),
    async undo(tx, left) {
      for (const block of left) {
        const [coinbase] = readRaw(block).transactions;
        if (coinbase !== undefined) await forgetPlayTransaction(tx, coinbase.txid);
      }
    },
    doubleSpend: (tx, txid) => doubleSpend(tx, parts, txid),
  });
