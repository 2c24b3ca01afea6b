import { LOWEST_RATE, feeOf } from "@wattle/bitcoin/fee-rate";
import { dustLimit } from "@wattle/bitcoin/payment-size";
import { readTransaction, type Transaction, type TransactionOutput } from "@wattle/bitcoin/transaction";
import type { WriteTx } from "@wattle/db/database";
import {
  addPlayOutputs,
  addPlayTransaction,
  changePlayNode,
  findPlayOutput,
  findPlayTransaction,
  forgetPlayTransaction,
  playOutputsOf,
  spendPlayOutput,
} from "@wattle/db/play-chain";
import type { PlayOutput } from "@wattle/db/tables";
import { sum } from "./stranger.ts";

/** Adds what a transaction makes to what can be spent. */
export const addOutputs = (tx: WriteTx, network: string, { txid, outputs }: Transaction): Promise<void> =>
  addPlayOutputs(
    tx,
    outputs.map(({ script, satoshi }, at) => ({ network, txid, output: BigInt(at), script, satoshi })),
  );

/** The reason why a transaction that would replace others may not; undefined if it may. */
async function whyNotReplace(
  tx: WriteTx,
  txids: ReadonlySet<string>,
  fee: bigint,
  own: bigint,
): Promise<string | undefined> {
  let least = own;
  for (const txid of txids) {
    if ((await findPlayTransaction(tx, txid))?.height !== null) return "bad-txns-inputs-missingorspent";
    const { made, spent } = await playOutputsOf(tx, txid);
    least += sum(spent) - sum(made);
  }
  return txids.size > 0 && fee < least ? "insufficient fee, rejecting replacement" : undefined;
}

async function readInputs(tx: WriteTx, { inputs }: Transaction): Promise<PlayOutput[] | undefined> {
  const found: PlayOutput[] = [];
  for (const input of inputs) {
    const output = await findPlayOutput(tx, input);
    if (output === undefined) return undefined;
    found.push(output);
  }
  return found;
}

/**
 * Has a transaction wait for a block, as a node does: its inputs exist and are unspent, or it pays more than all that it replaces.
 * @returns the reason if it is refused, in a node's words
 */
export async function offer(tx: WriteTx, network: string, raw: Uint8Array): Promise<string | undefined> {
  const transaction = readTransaction(raw);
  const { txid, outputs } = transaction;
  if ((await findPlayTransaction(tx, txid)) !== undefined) return undefined;
  const inputs = await readInputs(tx, transaction);
  if (inputs === undefined) return "bad-txns-inputs-missingorspent";
  const isDust = ({ satoshi, script }: TransactionOutput): boolean =>
    satoshi < dustLimit(Buffer.from(script, "hex")) && !script.startsWith("6a");
  if (outputs.some(isDust)) return "dust";
  const fee = sum(inputs) - sum(outputs);
  if (fee < 0n) return "bad-txns-in-belowout";
  const own = feeOf(raw.length, LOWEST_RATE);
  // Witnesses count a quarter, so a node asks for less than this.
  if (fee < own / 4n) return "min relay fee not met";
  const replaced = new Set(inputs.flatMap(({ spent_by }) => spent_by ?? []));
  const refused = await whyNotReplace(tx, replaced, fee, own / 4n);
  if (refused !== undefined) return refused;
  for (const other of replaced) await forgetPlayTransaction(tx, other);
  const node = await changePlayNode(tx, network);
  await addPlayTransaction(tx, {
    network,
    txid,
    raw: Buffer.from(raw).toString("hex"),
    position: node?.changes ?? 0n,
  });
  await addOutputs(tx, network, transaction);
  for (const input of transaction.inputs) await spendPlayOutput(tx, input, txid);
  return undefined;
}
