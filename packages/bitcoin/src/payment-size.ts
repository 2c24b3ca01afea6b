import { scriptType } from "./script-type.ts";

/** Weight of an input that spends one of our outputs (P2WPKH), with the longest signature. */
const INPUT_WEIGHT = 4 * 41 + 108;
/** Virtual bytes of such an input. */
export const INPUT_SIZE = INPUT_WEIGHT / 4;

const countSize = (count: number): number => (count < 0xfd ? 1 : count <= 0xff_ff ? 3 : 5);
const outputSize = (script: Uint8Array): number => 8 + countSize(script.length) + script.length;

/** Virtual bytes of a signed transaction with inputs of ours, at most. */
export function transactionSize(inputs: number, scripts: readonly Uint8Array[]): number {
  const outputs = scripts.reduce((total, script) => total + outputSize(script), countSize(scripts.length));
  const base = 4 + countSize(inputs) + outputs + 4;
  return Math.ceil((4 * base + 2 + inputs * INPUT_WEIGHT) / 4);
}

/** Nodes do not pass on an output below this, in satoshi: at 3 sat/vB, spending it would take a third of it or more. */
export function dustLimit(script: Uint8Array): bigint {
  const type = scriptType(script);
  const spending = type === "p2pkh" || type === "p2sh" ? 148 : 67;
  return 3n * BigInt(outputSize(script) + spending);
}
