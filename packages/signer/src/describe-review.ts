import { hex } from "@scure/base";
import { addressOfScript } from "@wattle/bitcoin/address";
import { formatBitcoin } from "@wattle/bitcoin/amount";
import type { ChainName } from "@wattle/bitcoin/chains";
import { formatFeeRate, rateOf } from "@wattle/bitcoin/fee-rate";
import type { Payment, Review } from "./review.ts";

/** Lines that say what a payment file does, for a person to compare with the desk. */
export function describeReview(
  { file, places, payments, change }: Review,
  chain: ChainName | undefined,
): readonly string[] {
  const shown = chain ?? (places.some(({ coin }) => coin === 1) ? "regtest" : "main");
  const total = (list: readonly { satoshi: bigint }[]): string =>
    formatBitcoin(list.reduce((sum, { satoshi }) => sum + satoshi, 0n));
  const line = ({ script, satoshi }: Payment): string =>
    `  ${formatBitcoin(satoshi)} BTC  ${addressOfScript(hex.decode(script), shown) ?? `script ${script}`}`;
  return [
    `Network    ${shown}`,
    `Inputs     ${file.inputs.length}, ${total(file.inputs)} BTC`,
    `Payments   ${payments.length}, ${total(payments)} BTC`,
    ...payments.map(line),
    `To us      ${change.length}, ${total(change)} BTC`,
    ...change.map(line),
    `Fee        ${formatBitcoin(file.fee)} BTC, ${formatFeeRate(rateOf(file.fee < 0n ? 0n : file.fee, file.size))} sat/vB`,
  ];
}
