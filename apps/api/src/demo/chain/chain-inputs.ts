import { parseAddress } from "@wattle/bitcoin/address";
import { parseBitcoin } from "@wattle/bitcoin/amount";
import { parseFeeRate } from "@wattle/bitcoin/fee-rate";
import { Refused } from "@wattle/bitcoin/refused";
import type { TransactionOutput } from "@wattle/bitcoin/transaction";
import { amountInput, JsonNumber } from "@wattle/contracts/money";
import { z } from "zod";

const MOST_OUTPUTS = 2000;
const MOST_BLOCKS = 100;

const network = z.literal("bitcoin", "Use bitcoin");
const txid = z.string().regex(/^[\da-f]{64}$/, "Enter a transaction's id");

/** A JSON number arrives as its source text. */
const count = (most: number) =>
  z
    .unknown()
    .transform((value) => (value instanceof JsonNumber ? value.source : String(value)))
    .pipe(z.string().regex(/^\d{1,9}$/, `Enter a whole number from 1 to ${most}`))
    .transform((text) => Number.parseInt(text, 10))
    .pipe(
      z
        .int()
        .min(1, `Enter a whole number from 1 to ${most}`)
        .max(most, `Enter a whole number from 1 to ${most}`),
    );

const satoshi = amountInput.transform((text, context) => {
  const units = parseBitcoin(text);
  if (units !== undefined && units > 0n) return units;
  context.addIssue("Enter an amount with up to 8 decimals");
  return z.NEVER;
});

const script = z.string("Enter an address").transform((text, context) => {
  try {
    return Buffer.from(parseAddress(text, "regtest").script).toString("hex");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    context.addIssue(error.message);
    return z.NEVER;
  }
});

const output = z
  .object({ address: script, amount: satoshi })
  .transform(({ address, amount }): TransactionOutput => ({ script: address, satoshi: amount }));

const severalOutputs = z
  .object({ network, outputs: z.array(output).min(1).max(MOST_OUTPUTS) })
  .transform(({ outputs }) => outputs);
const oneOutput = z
  .object({ network, address: script, amount: satoshi })
  .transform(({ address, amount }): TransactionOutput[] => [{ script: address, satoshi: amount }]);

/** One address with its amount, or a list of them. */
export const sendInput = (body: unknown) =>
  typeof body === "object" && body !== null && "outputs" in body ? severalOutputs : oneOutput;
export const mineInput = z.object({ network, blocks: count(MOST_BLOCKS) });
export const reorgInput = z.object({
  network,
  depth: count(MOST_BLOCKS),
  drop: z.array(txid).max(MOST_OUTPUTS).default([]),
});
export const nodeInput = z.object({
  network,
  state: z.enum(["ok", "down", "reset", "behind", "lying"], "Use ok, down, reset, behind or lying"),
});

/** A payment file, in base64. */
export const signInput = z.object({ network, content: z.string("Enter a file in base64").min(1) });

/** In satoshi for 1,000 virtual bytes, far above our own ceiling: fees that are too high can be tried. */
const HIGHEST_RATE = 10_000_000n;
export const feesInput = z.object({
  network,
  rate: amountInput.transform((text, context) => {
    const rate = parseFeeRate(text);
    if (rate !== undefined && rate > 0n && rate <= HIGHEST_RATE) return rate;
    context.addIssue("Enter a rate in sat/vB, up to 10000");
    return z.NEVER;
  }),
});
