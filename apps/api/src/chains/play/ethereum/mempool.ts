import { Refused } from "@wattle/bitcoin/refused";
import { PLAIN_GAS, readSignedTransfer } from "@wattle/ethereum/transfer";
import type { WriteTx } from "@wattle/db/database";
import {
  addPlayTransaction,
  changePlayNode,
  findPlayTransaction,
  forgetPlayTransaction,
  newestPlayBlocks,
  playAccountsAt,
  waitingPlayTransactions,
} from "@wattle/db/play-chain";
import {
  readTransaction,
  writeTransaction,
  type EtherPayment,
  type PlayTransaction,
  type SignedTransfer,
} from "./records.ts";

export interface EtherChain {
  readonly network: string;
  readonly chainId: bigint;
}

/** Percent by which both fees of a replacement must be higher. */
const BUMP = 110n;

export interface Account {
  readonly wei: bigint;
  readonly nonce: bigint;
}

/** An account after the newest block. */
export async function accountNow(tx: WriteTx, network: string, script: string): Promise<Account> {
  const [newest] = await newestPlayBlocks(tx, network, 1);
  const found = (await playAccountsAt(tx, network, [script], newest?.height ?? 0n)).get(script);
  return { wei: BigInt(found?.wei ?? 0n), nonce: found?.nonce ?? 0n };
}

/** Transactions that wait, in the order in which they came. */
export const waitingTransfers = async (
  tx: WriteTx,
  network: string,
): Promise<(PlayTransaction & { readonly txid: string })[]> =>
  (await waitingPlayTransactions(tx, network)).map((row) => ({ txid: row.txid, ...readTransaction(row) }));

const isBump = (before: PlayTransaction, after: SignedTransfer): boolean =>
  after.maxFee * 100n >= before.maxFee * BUMP && after.maxTip * 100n >= before.maxTip * BUMP;

/** The reason, in a node's words, why a transfer is not taken. */
async function whyNot(
  tx: WriteTx,
  { network, chainId }: EtherChain,
  transfer: SignedTransfer,
): Promise<string | undefined> {
  const { wei, nonce } = await accountNow(tx, network, transfer.from);
  if (transfer.chainId !== chainId) return "invalid sender: invalid chain id for signer";
  if (transfer.gasLimit < PLAIN_GAS) return "intrinsic gas too low";
  if (transfer.nonce < nonce) return "nonce too low";
  if (wei < transfer.value + transfer.gasLimit * transfer.maxFee)
    return "insufficient funds for gas * price + value";
  return undefined;
}

/**
 * Has a transaction wait for a block, as a node does. One with the same nonce is replaced if both fees are 10 % higher.
 * @param sendsOn payments of the contract that it is for
 * @returns the reason if it is refused, in a node's words
 */
export async function offerTransfer(
  tx: WriteTx,
  chain: EtherChain,
  raw: Uint8Array,
  sendsOn: readonly EtherPayment[] = [],
): Promise<string | undefined> {
  const { network } = chain;
  let transfer: SignedTransfer;
  try {
    transfer = readSignedTransfer(raw);
  } catch (error) {
    if (error instanceof Refused) return "rlp: the transaction cannot be read";
    throw error;
  }
  const { txid, from, nonce } = transfer;
  if ((await findPlayTransaction(tx, txid)) !== undefined) return undefined;
  const node = await changePlayNode(tx, network);
  const reason = await whyNot(tx, chain, transfer);
  if (reason !== undefined) return reason;
  const waiting = await waitingTransfers(tx, network);
  const replaced = waiting.find((other) => other.from === from && other.nonce === nonce);
  if (replaced !== undefined) {
    if (!isBump(replaced, transfer)) return "replacement transaction underpriced";
    await forgetPlayTransaction(tx, replaced.txid);
  }
  const position = node?.changes ?? 0n;
  await addPlayTransaction(tx, {
    network,
    txid,
    raw: writeTransaction(raw, transfer, sendsOn),
    position,
  });
  return undefined;
}
