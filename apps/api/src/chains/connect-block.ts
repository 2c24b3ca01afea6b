import { addTransfer } from "@wattle/db/chain-balances";
import { arriveOutput, insertChainBlock, newestChainBlock, spendOutput } from "@wattle/db/chains";
import type { WriteTx } from "@wattle/db/database";
import type { ChainOutput } from "@wattle/db/tables";
import type { CheckedBlock, Link } from "./chain-source.ts";
import type { Followed, RenewTurn } from "./followed.ts";

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

/** Whether the newest block is still the one that this step began with: another process may have gone on. */
export const isStillAt = async (
  tx: WriteTx,
  { network }: Followed,
  { hash }: Pick<Link, "hash">,
): Promise<boolean> => (await newestChainBlock(tx, network))?.hash === hash;

/** Adds a checked block to those that are followed, in one transaction. All is looked up before it, so that it is short. */
export async function connectBlock(
  followed: Followed,
  parent: Link,
  { link, movements }: CheckedBlock,
  renew: RenewTurn,
): Promise<void> {
  const { network, database } = followed;
  const { made, spent, transfers } = await movements();
  await database.write(async (tx) => {
    await renew(tx);
    if (!(await isStillAt(tx, followed, parent))) return;
    const { hash } = link;
    const [height, time, bits] = [BigInt(link.height), BigInt(link.time), BigInt(link.bits)];
    await insertChainBlock(tx, { network, height, hash, time, bits });
    for (const transfer of transfers) await addTransfer(tx, transfer, BigInt(followed.now()));
    await arrive(tx, followed, made);
    for (const { by, ...output } of spent)
      await spendOutput(tx, output, { spent_height: height, spent_by: by });
  });
}
