/** Base units of a chain below the smallest unit of the books: they are added up until they make one. */
import type { Network } from "@wattle/contracts/networks";
import { changeChainState, findChainState } from "@wattle/db/chains";
import type { WriteTx } from "@wattle/db/database";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry, reversePostings, type Posting } from "@wattle/db/ledger/post-entry";
import type { SettledBlock } from "../chains/followed.ts";
import type { Services } from "../services.ts";
import { SYSTEM_ACTOR } from "../transactions/transaction-detail.ts";
import { FACTS, unitsBelow } from "./coin-network.ts";

/**
 * The part of a block's movements that the books do not have. Our own payments between accounts of ours are none. Those to others are whole
 * units, unless no batch made them.
 */
function restOf({ made, spent, transfers }: SettledBlock, unit: bigint): bigint {
  const own = new Set(spent.map(({ spent_by }) => spent_by));
  const arrived = made.filter(({ txid }) => !own.has(txid));
  const kept = new Set(made.map(({ txid }) => txid));
  const left = transfers.filter(({ txid }) => !kept.has(txid));
  return (
    arrived.reduce((sum, { amount }) => sum + (BigInt(amount) % unit), 0n) -
    left.reduce((sum, { value }) => sum + (BigInt(value) % unit), 0n) -
    transfers.reduce((sum, { fee }) => sum + (BigInt(fee) % unit), 0n)
  );
}

async function addRest(tx: WriteTx, network: Network, rest: bigint): Promise<bigint> {
  const remainder = BigInt((await findChainState(tx, network))?.remainder ?? 0n) + rest;
  if (rest !== 0n) await changeChainState(tx, network, { remainder: String(remainder) });
  return remainder;
}

/** Adds what a settled block brought below the smallest unit. */
export async function keepRemainder(tx: WriteTx, network: Network, block: SettledBlock): Promise<void> {
  await addRest(tx, network, restOf(block, FACTS[network].unit));
}

/** Takes that back, if the block is undone. */
export async function undoRemainder(
  tx: WriteTx,
  network: Network,
  blocks: readonly SettledBlock[],
): Promise<void> {
  for (const block of blocks) await addRest(tx, network, -restOf(block, FACTS[network].unit));
}

/** Moves whole units that the remainder has come to between the wallet and profit or loss: it stays below one, and never below 0. */
export async function bookRemainder(
  tx: WriteTx,
  { clock, ids }: Pick<Services, "clock" | "ids">,
  network: Network,
  currency: string,
): Promise<void> {
  const { unit } = FACTS[network];
  const remainder = await addRest(tx, network, 0n);
  const units = unitsBelow(network, remainder);
  if (units === 0n) return;
  const gain: Posting = {
    source: houseAccount("wallet", currency),
    destination: houseAccount("network", currency),
    currency,
    amount: units > 0n ? units : -units,
  };
  await postEntry(tx, {
    id: ids.uuid(),
    kind: "remainder",
    description: `Remainders on ${network}`,
    createdBy: `${SYSTEM_ACTOR}chain`,
    createdAt: BigInt(clock.now()),
    postings: units > 0n ? [gain] : reversePostings([gain]),
  });
  await addRest(tx, network, -units * unit);
}
