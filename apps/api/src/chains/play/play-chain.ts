import { readBlock } from "@wattle/bitcoin/block";
import { CHAINS } from "@wattle/bitcoin/chains";
import { mineBlock } from "@wattle/bitcoin/mine-block";
import { readTransaction, type TransactionOutput } from "@wattle/bitcoin/transaction";
import type { Database, WriteTx } from "@wattle/db/database";
import {
  addPlayBlock,
  changePlayNode,
  findPlayNode,
  findPlayTransaction,
  forgetPlayTransaction,
  insertPlayNode,
  leavePlayBlocks,
  newestPlayBlocks,
  playOutputsOf,
  takePlayTurn,
  unspentPlayOutputs,
  waitingPlayTransactions,
} from "@wattle/db/play-chain";
import type { PlayBlock, PlayNode } from "@wattle/db/tables";
import { heightOf } from "../followed.ts";
import { GENESIS } from "./genesis.ts";
import { addOutputs, offer } from "./play-mempool.ts";
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

/** Someone asked for an act that the chain cannot do. The message says why. */
export class PlayError extends Error {
  override readonly name = "PlayError";
}

interface Mined {
  readonly height: number;
  readonly hash: string;
}

interface PlayParts {
  readonly network: string;
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The chain of a demo: its blocks and transactions are real, and in no other place. */
export interface PlayChain {
  /** Makes its first blocks, unless they are there. */
  readonly begin: () => Promise<void>;
  /** The stranger pays, into the mempool. @throws PlayError */
  readonly send: (outputs: readonly TransactionOutput[]) => Promise<string>;
  /** Mines all that waits, and then empty blocks. @param rewards who gets the new coins, instead of the stranger */
  readonly mine: (blocks: number, rewards?: readonly TransactionOutput[]) => Promise<Mined>;
  /** Mines a block if none came for so long. */
  readonly mineIfDue: (seconds: number) => Promise<void>;
  /**
   * Replaces the newest blocks by one more. Transactions in `drop` are double-spent by the stranger; all others are mined again.
   * @throws PlayError
   */
  readonly reorganise: (depth: number, drop: readonly string[]) => Promise<Mined>;
  readonly setNode: (changes: Partial<Pick<PlayNode, "state" | "fee_rate">>) => Promise<void>;
}

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
  const [coinbase] = block.transactions;
  if (coinbase !== undefined) await addOutputs(tx, network, coinbase);
  return { height: heightOf(height), hash: block.hash };
}

async function mineSeveral(
  tx: WriteTx,
  parts: PlayParts,
  blocks: number,
  rewards = toStranger,
): Promise<Mined> {
  let mined = await mineNext(tx, parts, rewards);
  for (let more = 1; more < blocks; more++) mined = await mineNext(tx, parts, rewards);
  return mined;
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

async function reorganise(
  tx: WriteTx,
  parts: PlayParts,
  depth: number,
  drop: readonly string[],
): Promise<Mined> {
  const { network } = parts;
  await changePlayNode(tx, network);
  const [newest] = await newestPlayBlocks(tx, network, 1);
  if (newest === undefined || newest.height < BigInt(depth))
    throw new PlayError("the chain is not that long");
  const left = await leavePlayBlocks(tx, network, newest.height - BigInt(depth));
  for (const block of left) {
    const [coinbase] = readRaw(block).transactions;
    if (coinbase !== undefined) await forgetPlayTransaction(tx, coinbase.txid);
  }
  for (const txid of drop) await doubleSpend(tx, parts, txid);
  return mineSeveral(tx, parts, depth + 1);
}

export function createPlayChain(parts: PlayParts): PlayChain {
  const { network, database, now } = parts;
  return {
    async begin() {
      if ((await findPlayNode(database.read, network)) !== undefined) return;
      await database.write(async (tx) => {
        const begun = { state: "ok", fee_rate: FIRST_RATE, changes: 0n, mined_at: BigInt(now()) } as const;
        if (!(await insertPlayNode(tx, { network, ...begun }))) return;
        await addPlayBlock(tx, { network, height: 0n, hash: CHAIN.genesis, raw: GENESIS });
        await mineSeveral(tx, parts, FIRST_BLOCKS);
      });
    },
    send: (outputs) => database.write((tx) => pay(tx, parts, outputs)),
    mine: (blocks, rewards) =>
      database.write((tx) => mineSeveral(tx, parts, blocks, rewards && [...rewards])),
    async mineIfDue(seconds) {
      const at = BigInt(now());
      const turn = { now: at, before: at - BigInt(seconds) * 1000n };
      const last = (await findPlayNode(database.read, network))?.mined_at ?? at;
      if (last > turn.before) return;
      await database.write(async (tx) => {
        if (await takePlayTurn(tx, network, turn)) await mineSeveral(tx, parts, 1);
      });
    },
    reorganise: (depth, drop) => database.write((tx) => reorganise(tx, parts, depth, drop)),
    setNode: (changes) =>
      database.write(async (tx) => {
        await changePlayNode(tx, network, changes);
      }),
  };
}
