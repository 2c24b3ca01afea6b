import { readBlock, readHeader, type Block } from "@wattle/bitcoin/block";
import { InvalidChainData } from "@wattle/bitcoin/byte-reader";
import type { Chain } from "@wattle/bitcoin/chains";
import { nextBits, PERIOD, workOf, type WorkedBlock } from "@wattle/bitcoin/proof-of-work";
import { readTransaction, type Transaction } from "@wattle/bitcoin/transaction";
import { chainBlocksBetween, outputsAmong, watchedAmong } from "@wattle/db/chains";
import type { Database } from "@wattle/db/database";
import type { ChainOutput } from "@wattle/db/tables";
import type { BitcoinNode } from "./bitcoin-node.ts";
import { BranchChanged, type ChainSource, type Link, type Spend } from "./chain-source.ts";
import { heightOf } from "./followed.ts";

/** Transactions of the mempool that one look reads at most. */
const MOST_WAITING = 500;

interface BitcoinParts {
  readonly network: string;
  readonly chain: Chain;
  readonly node: BitcoinNode;
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Confirmations of a settled block; the newest block has one. */
  readonly depth: number;
}

async function hashAt({ node }: BitcoinParts, height: number): Promise<string> {
  const hash = await node.hashAt(height);
  if (hash === undefined) throw new BranchChanged();
  return hash;
}

/** A block that the node names at a height, without its transactions. */
async function headerAt(parts: BitcoinParts, height: number): Promise<Link> {
  const hash = await hashAt(parts, height);
  const header = readHeader(parts.chain, await parts.node.rawHeader(hash));
  if (header.hash !== hash) throw new InvalidChainData("a header has another hash than the node says");
  return { ...header, height };
}

/** Blocks that decide about the next target: those that we followed, or, before our time, the one that the node names. */
async function deciding(parts: BitcoinParts, parent: Link): Promise<ReadonlyMap<number, WorkedBlock>> {
  const { chain, database, network } = parts;
  const first = parent.height + 1 - PERIOD;
  const isTurn = (parent.height + 1) % PERIOD === 0;
  if (chain.retargeting === "never" || (!isTurn && parent.bits !== chain.easiestBits)) return new Map();
  const from = isTurn ? first : parent.height - (parent.height % PERIOD);
  const to = isTurn ? first : parent.height - 1;
  const known = await chainBlocksBetween(database.read, network, BigInt(from), BigInt(to));
  const blocks = new Map<number, WorkedBlock>(
    known.map(({ height, time, bits }) => [
      heightOf(height),
      { height: heightOf(height), time: heightOf(time), bits: heightOf(bits) },
    ]),
  );
  if (isTurn && !blocks.has(first)) blocks.set(first, await headerAt(parts, first));
  return blocks;
}

/** The node's block after `parent`, with every check that its ancestors allow. */
async function checkedBlock(
  parts: BitcoinParts,
  parent: Link,
  branch: readonly Link[],
): Promise<{ readonly block: Block; readonly link: Link }> {
  const { chain, node } = parts;
  const height = parent.height + 1;
  const hash = await hashAt(parts, height);
  const block = readBlock(chain, await node.rawBlock(hash));
  if (block.hash !== hash) throw new InvalidChainData("a block has another hash than the node says");
  if (block.parent !== parent.hash) {
    if ((await node.hashAt(parent.height)) !== parent.hash) throw new BranchChanged();
    throw new InvalidChainData("a block has another parent than the node says");
  }
  const known = await deciding(parts, parent);
  const ancestor = (at: number): WorkedBlock | undefined =>
    branch.find((each) => each.height === at) ?? known.get(at);
  const bits = nextBits(chain, parent, block.time, ancestor);
  if (bits !== undefined && bits !== block.bits) throw new InvalidChainData("a block has a wrong target");
  return { block, link: { hash, height, time: block.time, bits: block.bits } };
}

/** Outputs of these transactions that pay scripts of ours. */
async function ourOutputs(
  { network, database, now }: BitcoinParts,
  transactions: readonly Transaction[],
  height: number | null,
): Promise<ChainOutput[]> {
  const all = transactions.flatMap(({ outputs }) => outputs.map(({ script }) => script));
  const watched = await watchedAmong(database, network, all);
  if (watched.size === 0) return [];
  const seen_at = BigInt(now());
  const made_height = height === null ? null : BigInt(height);
  return transactions.flatMap(({ txid, outputs }) =>
    outputs.flatMap(({ script, satoshi }, at) =>
      watched.has(script)
        ? [
            {
              network,
              txid,
              output: BigInt(at),
              script,
              amount: String(satoshi),
              seen_at,
              made_height,
              spent_height: null,
              spent_by: null,
            },
          ]
        : [],
    ),
  );
}

const pointOf = (txid: string, output: number | bigint): string => `${txid}:${output}`;

/** Our outputs, earlier ones and those of the block itself, that the block spends. */
async function ourSpends(
  { network, database }: BitcoinParts,
  { transactions }: Block,
  made: readonly ChainOutput[],
): Promise<Spend[]> {
  const txids = transactions.flatMap(({ inputs }) => inputs.map(({ txid }) => txid));
  const earlier = await outputsAmong(database, network, txids);
  const ours = new Map([...earlier, ...made].map((each) => [pointOf(each.txid, each.output), each]));
  return transactions.flatMap(({ txid: by, inputs }) =>
    inputs.flatMap(({ txid, output }) => {
      const spent = ours.get(pointOf(txid, output));
      return spent === undefined ? [] : [{ network, txid, output: spent.output, by }];
    }),
  );
}

const work = (links: readonly Link[]): bigint => links.reduce((sum, { bits }) => sum + workOf(bits), 0n);

/** Bitcoin: blocks are settled by those on top of them, and the branch with the most work is the best. */
export function createBitcoinSource(parts: BitcoinParts): ChainSource {
  const { chain, node, depth } = parts;
  return {
    async checkChain() {
      if ((await node.hashAt(0)) !== chain.genesis)
        throw new InvalidChainData("the node is on another chain");
    },
    tip: () => node.tip(),
    hashAt: (height) => node.hashAt(height),
    settledHashAt: (height) => node.settledHashAt(height),
    linkAt: (height) => headerAt(parts, height),
    async blockAfter(parent, branch = []) {
      const { block, link } = await checkedBlock(parts, parent, branch);
      return {
        link,
        async movements() {
          const made = await ourOutputs(parts, block.transactions, link.height);
          return { made, spent: await ourSpends(parts, block, made), transfers: [] };
        },
      };
    },
    replaces: (branch, gone) => work(branch) > work(gone),
    settled: async (newest) => ({ height: newest - depth + 1 }),
    async waiting(known) {
      const ids = await node.mempool();
      const fresh = ids.filter((id) => !known.has(id)).slice(0, MOST_WAITING);
      const transactions: Transaction[] = [];
      for (const id of fresh) {
        const raw = await node.rawTransaction(id);
        if (raw === undefined) continue;
        const transaction = readTransaction(raw);
        if (transaction.txid !== id)
          throw new InvalidChainData("a transaction has another id than the node says");
        transactions.push(transaction);
      }
      return { ids, read: new Set(fresh), made: await ourOutputs(parts, transactions, null) };
    },
  };
}
