import { createHash } from "node:crypto";
import { InvalidChainData } from "@wattle/bitcoin/byte-reader";
import { changeBalances, movedBetween, readBalances } from "@wattle/db/chain-balances";
import {
  chainBlocksBetween,
  changeChainState,
  findChainState,
  listWatched,
  watchedAmong,
} from "@wattle/db/chains";
import type { Database } from "@wattle/db/database";
import type { ChainOutput, ChainTransfer } from "@wattle/db/tables";
import { ChainNodeError } from "./chain-node.ts";
import { BranchChanged, NodesDisagree, type ChainSource, type Link, type Movements } from "./chain-source.ts";
import type { EthereumBlock, EthereumNode, EthereumTransaction, Outcome } from "./ethereum-node.ts";

interface EthereumParts {
  readonly network: string;
  readonly chainId: bigint;
  readonly node: EthereumNode;
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Blocks between the newest one and the newest final one. On Ethereum they are 64 to 96, and several epochs may fail. */
const FINAL_WITHIN = 200;

const linkOf = ({ hash, height, time }: EthereumBlock): Link => ({ hash, height, time, bits: 0 });

async function blockAt({ node }: EthereumParts, height: number): Promise<EthereumBlock> {
  const block = await node.blockAt(height);
  if (block === undefined) throw new BranchChanged();
  return block;
}

async function blockAfter(parts: EthereumParts, parent: Link): Promise<EthereumBlock> {
  const block = await blockAt(parts, parent.height + 1);
  if (block.parent === parent.hash) return block;
  if ((await parts.node.hashAt(parent.height)) !== parent.hash) throw new BranchChanged();
  throw new InvalidChainData("a block has another parent than the node says");
}

type Ended = EthereumTransaction & { readonly outcome: Outcome };

/** The block's transactions to and from addresses of ours, with how they ended there. */
async function ourTransactions(
  { node }: EthereumParts,
  { hash, height, transactions }: EthereumBlock,
  watched: ReadonlySet<string>,
): Promise<Ended[]> {
  const isOurs = ({ from, to, value }: EthereumTransaction): boolean =>
    watched.has(from) || (to !== null && value > 0n && watched.has(to));
  const ended: Ended[] = [];
  for (const transaction of transactions.filter(isOurs)) {
    const outcome = await node.outcome(transaction.txid);
    if (outcome?.block.hash !== hash) {
      if ((await node.hashAt(height)) !== hash) throw new BranchChanged();
      throw new ChainNodeError("garbage", "a transaction of a block has no receipt");
    }
    ended.push({ ...transaction, outcome });
  }
  return ended;
}

/** An arrival at an address of ours. */
const arrivalOf = (
  { network, now }: EthereumParts,
  arrival: Pick<ChainOutput, "txid" | "output" | "script" | "amount"> & { readonly height: number },
): ChainOutput => {
  const { height, ...output } = arrival;
  return {
    network,
    ...output,
    seen_at: BigInt(now()),
    made_height: BigInt(height),
    spent_height: null,
    spent_by: null,
  };
};

async function movements(parts: EthereumParts, block: EthereumBlock): Promise<Movements> {
  const { network, database } = parts;
  const { height } = block;
  const all = block.transactions.flatMap(({ from, to }) => (to === null ? [from] : [from, to]));
  const watched = await watchedAmong(database, network, all);
  const ours = watched.size === 0 ? [] : await ourTransactions(parts, block, watched);
  return {
    made: ours.flatMap(({ txid, to, value, outcome }) =>
      outcome.ok && to !== null && value > 0n && watched.has(to)
        ? [arrivalOf(parts, { txid, output: 0n, script: to, amount: String(value), height })]
        : [],
    ),
    spent: [],
    transfers: ours.flatMap(({ txid, from, to, nonce, value, outcome: { ok, fee } }): ChainTransfer[] => {
      if (!watched.has(from)) return [];
      const moved = { value: String(ok ? value : 0n), fee: String(fee), failed: ok ? 0n : 1n };
      return [{ network, txid, script: from, nonce, recipient: to, ...moved, height: BigInt(height) }];
    }),
  };
}

/** The newest final block, once ours go as far. Ours must have it. */
async function settled(
  { network, node, database }: EthereumParts,
  newest: number,
): ReturnType<ChainSource["settled"]> {
  const { height, hash, slowest = "the node" } = await node.settled();
  if (height > newest) return undefined;
  const [ours] = await chainBlocksBetween(database.read, network, BigInt(height), BigInt(height));
  if (ours !== undefined && ours.hash !== hash) {
    if ((await node.hashAt(height)) !== ours.hash) throw new BranchChanged();
    throw new NodesDisagree(`nodes have different final blocks at height ${height}`);
  }
  const lag =
    newest - height > FINAL_WITHIN
      ? new ChainNodeError("behind", `${slowest} is far behind with its final blocks`)
      : undefined;
  return { height, lag };
}

/** Number of an arrival that no transaction has. It is the same whatever else arrives in its block, and a safe integer in JSON. */
const numberOf = (script: string, amount: string): bigint =>
  BigInt(`0x${createHash("sha256").update(`${script} ${amount}`).digest("hex").slice(0, 13)}`);

/**
 * Reads the balances of all our addresses after a block. Those that have more than their transactions say got it from contracts: it is
 * an arrival of the block.
 */
async function readState(
  parts: EthereumParts,
  height: number,
): ReturnType<NonNullable<ChainSource["readState"]>> {
  const { network, node, database } = parts;
  const { read } = database;
  const scripts = (await listWatched(read, network)).toSorted();
  const found = await node.balances(scripts, height);
  const [block] = await chainBlocksBetween(read, network, BigInt(height), BigInt(height));
  const after = (await findChainState(read, network))?.balances_height ?? -1n;
  const kept = await readBalances(read, network);
  const moved = await movedBetween(read, network, { after, until: BigInt(height) });
  const changed = new Map<string, bigint>();
  const arrived: ChainOutput[] = [];
  for (const [at, script] of scripts.entries()) {
    const [balance, before] = [found[at] ?? 0n, kept.get(script) ?? 0n];
    if (balance !== before) changed.set(script, balance);
    const more = balance - before - (moved.get(script) ?? 0n);
    if (more <= 0n) continue;
    const amount = String(more);
    const output = numberOf(script, amount);
    arrived.push(arrivalOf(parts, { txid: block?.hash ?? "", output, script, amount, height }));
  }
  return async (tx) => {
    await changeBalances(tx, network, changed);
    await changeChainState(tx, network, { balances_height: BigInt(height) });
    return arrived;
  };
}

/** Ethereum: final blocks are settled, and a branch that is as long takes the place of ours. */
export function createEthereumSource(parts: EthereumParts): ChainSource {
  const { chainId, node } = parts;
  return {
    async checkChain() {
      if ((await node.chainId()) !== chainId) throw new InvalidChainData("the node is on another chain");
    },
    tip: () => node.tip(),
    hashAt: (height) => node.hashAt(height),
    settledHashAt: (height) => node.settledHashAt(height),
    linkAt: async (height) => linkOf(await blockAt(parts, height)),
    async blockAfter(parent) {
      const block = await blockAfter(parts, parent);
      return { link: linkOf(block), movements: () => movements(parts, block) };
    },
    replaces: (branch, gone) => branch.length >= gone.length,
    settled: (newest) => settled(parts, newest),
    readState: (height) => readState(parts, height),
    // Payments are seen in a block first.
    waiting: async () => ({ ids: [], read: new Set(), made: [] }),
  };
}
