import type { Block } from "@wattle/bitcoin/block";
import type { Transaction } from "@wattle/bitcoin/transaction";
import {
  arriveOutput,
  changeChainState,
  chainBlocksBetween,
  findChainState,
  insertChainBlock,
  newestChainBlock,
  outputsAmong,
  outputsAt,
  spendOutput,
  watchedAmong,
} from "@wattle/db/chains";
import type { WriteTx } from "@wattle/db/database";
import type { ChainOutput } from "@wattle/db/tables";
import type { Link } from "./checked-block.ts";
import { heightOf, type Followed, type RenewTurn, type SettledBlock } from "./followed.ts";

/** Outputs of these transactions that pay scripts of ours. */
export async function ourOutputs(
  { network, database, now }: Followed,
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

type Spend = Pick<ChainOutput, "network" | "txid" | "output"> & { readonly by: string };

const pointOf = (txid: string, output: number | bigint): string => `${txid}:${output}`;

/** Our outputs, earlier ones and those of the block itself, that the block spends. */
async function ourSpends(
  { network, database }: Followed,
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

/** Adds outputs, and tells about those that are new. */
export async function arrive(
  tx: WriteTx,
  { hooks }: Followed,
  outputs: readonly ChainOutput[],
): Promise<void> {
  const fresh: ChainOutput[] = [];
  for (const { spent_height: _height, spent_by: _by, ...output } of outputs)
    if (await arriveOutput(tx, output)) fresh.push({ ...output, spent_height: null, spent_by: null });
  if (fresh.length > 0) await hooks.onArrival?.(tx, fresh);
}

/** A block that is followed, with what it does to our outputs. */
export async function settledBlock(tx: WriteTx, network: string, height: bigint): Promise<SettledBlock> {
  const [block] = await chainBlocksBetween(tx, network, height, height);
  return { height: heightOf(height), hash: block?.hash ?? "", ...(await outputsAt(tx, network, height)) };
}

/** Settles all blocks that are deep enough now. */
async function settle(tx: WriteTx, { network, depth, hooks }: Followed, newest: number): Promise<void> {
  const state = await findChainState(tx, network);
  const reached = BigInt(newest - depth + 1);
  if (state === undefined || reached <= state.settled_height) return;
  await changeChainState(tx, network, { settled_height: reached });
  for (let height = state.settled_height + 1n; height <= reached; height++)
    await hooks.onSettled?.(tx, await settledBlock(tx, network, height));
}

/** Whether the newest block is still the one that this step began with: another process may have gone on. */
export const isStillAt = async (
  tx: WriteTx,
  { network }: Followed,
  { hash }: Pick<Link, "hash">,
): Promise<boolean> => (await newestChainBlock(tx, network))?.hash === hash;

/** Adds a checked block to those that are followed, in one transaction. Scripts are looked up before it, so that it is short. */
export async function connectBlock(
  followed: Followed,
  parent: Link,
  { block, link }: { readonly block: Block; readonly link: Link },
  renew: RenewTurn,
): Promise<void> {
  const { network, database } = followed;
  const made = await ourOutputs(followed, block.transactions, link.height);
  const spends = await ourSpends(followed, block, made);
  await database.write(async (tx) => {
    await renew(tx);
    if (!(await isStillAt(tx, followed, parent))) return;
    const { hash } = link;
    const [height, time, bits] = [BigInt(link.height), BigInt(link.time), BigInt(link.bits)];
    await insertChainBlock(tx, { network, height, hash, time, bits });
    await arrive(tx, followed, made);
    for (const { by, ...output } of spends)
      await spendOutput(tx, output, { spent_height: height, spent_by: by });
    await settle(tx, followed, link.height);
  });
}
