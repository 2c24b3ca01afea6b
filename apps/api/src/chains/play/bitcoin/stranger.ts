/** Someone outside, who has coins on the play chain and sends them when asked. */
import { feeOf } from "@wattle/bitcoin/fee-rate";
import { dustLimit, transactionSize } from "@wattle/bitcoin/payment-size";
import type { OutputPoint, TransactionOutput } from "@wattle/bitcoin/transaction";
import { p2wpkh, Transaction } from "@scure/btc-signer";
import { pubECDSA, sha256 } from "@scure/btc-signer/utils.js";

const KEY = sha256(Buffer.from("a stranger on the play chain"));
const { script } = p2wpkh(pubECDSA(KEY));
export const STRANGER_SCRIPT = Buffer.from(script).toString("hex");

/** Says that it may be replaced. */
const SEQUENCE = 0xff_ff_ff_fd;

export const sum = (outputs: readonly { readonly satoshi: bigint }[]): bigint =>
  outputs.reduce((total, { satoshi }) => total + satoshi, 0n);

export type Coin = OutputPoint & { readonly satoshi: bigint };

/** The stranger's signed transaction that spends these coins; undefined if they are not enough. Change comes back. */
export function strangersPayment(
  coins: readonly Coin[],
  outputs: readonly TransactionOutput[],
  rate: bigint,
): Uint8Array | undefined {
  const scripts = outputs.map((output) => Buffer.from(output.script, "hex"));
  const size = transactionSize(coins.length, [...scripts, script]);
  const change = sum(coins) - sum(outputs) - feeOf(size, rate);
  if (change < 0n) return undefined;
  const payment = new Transaction({ allowUnknownOutputs: true });
  for (const { txid, output, satoshi } of coins)
    payment.addInput({ txid, index: output, sequence: SEQUENCE, witnessUtxo: { script, amount: satoshi } });
  for (const output of outputs)
    payment.addOutput({ script: Buffer.from(output.script, "hex"), amount: output.satoshi });
  if (change >= dustLimit(script)) payment.addOutput({ script, amount: change });
  payment.sign(KEY);
  payment.finalize();
  return payment.extract();
}
