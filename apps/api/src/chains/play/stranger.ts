/** Someone outside, who has coins on the play chain and sends them when asked. */
import { feeOf } from "@wattle/bitcoin/fee-rate";
import type { OutputPoint, TransactionOutput } from "@wattle/bitcoin/transaction";
import { p2wpkh, Transaction } from "@scure/btc-signer";
import { pubECDSA, sha256 } from "@scure/btc-signer/utils.js";

const KEY = sha256(Buffer.from("a stranger on the play chain"));
const { script } = p2wpkh(pubECDSA(KEY));
export const STRANGER_SCRIPT = Buffer.from(script).toString("hex");

/** Upper bounds of sizes in virtual bytes: of a transaction without inputs and outputs, and of one each. */
const SIZES = { empty: 11, input: 69, output: 43 };
/** Nodes pass on no output that is worth less than it costs to spend. */
export const DUST = 294n;
/** Says that it may be replaced. */
const SEQUENCE = 0xff_ff_ff_fd;

export type Coin = OutputPoint & { readonly satoshi: bigint };

/** The stranger's signed transaction that spends these coins; undefined if they are not enough. Change comes back. */
export function strangersPayment(
  coins: readonly Coin[],
  outputs: readonly TransactionOutput[],
  rate: bigint,
): Uint8Array | undefined {
  const size = SIZES.empty + SIZES.input * coins.length + SIZES.output * (outputs.length + 1);
  const sum = (all: readonly { satoshi: bigint }[]): bigint =>
    all.reduce((total, { satoshi }) => total + satoshi, 0n);
  const change = sum(coins) - sum(outputs) - feeOf(size, rate);
  if (change < 0n) return undefined;
  const payment = new Transaction({ allowUnknownOutputs: true });
  for (const { txid, output, satoshi } of coins)
    payment.addInput({ txid, index: output, sequence: SEQUENCE, witnessUtxo: { script, amount: satoshi } });
  for (const output of outputs)
    payment.addOutput({ script: Buffer.from(output.script, "hex"), amount: output.satoshi });
  if (change >= DUST) payment.addOutput({ script, amount: change });
  payment.sign(KEY);
  payment.finalize();
  return payment.extract();
}
