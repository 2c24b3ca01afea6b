import { parseAddress } from "@wattle/bitcoin/address";
import { Refused } from "@wattle/bitcoin/refused";
import type { TransactionOutput } from "@wattle/bitcoin/transaction";
import { amountInput, JsonNumber } from "@wattle/contracts/money";
import { countDecimals, decimalUnits } from "@wattle/exchange-core/decimal";
import { MAX_SATOSHI } from "@wattle/bitcoin/amount";
import { z } from "zod";

const MOST_OUTPUTS = 2000;
const MOST_BLOCKS = 100;
export const BTC_DECIMALS = 8;

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
  const units = countDecimals(text) <= BTC_DECIMALS ? decimalUnits(text, BTC_DECIMALS) : 0n;
  if (units > 0n && units <= MAX_SATOSHI) return units;
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

/** In sat/vB, for nodes in satoshi for 1,000 virtual bytes. */
const RATE_DECIMALS = 3;
const HIGHEST_RATE = 10_000_000n;
export const feesInput = z.object({
  network,
  rate: amountInput.transform((text, context) => {
    const rate = countDecimals(text) <= RATE_DECIMALS ? decimalUnits(text, RATE_DECIMALS) : 0n;
    if (rate > 0n && rate <= HIGHEST_RATE) return rate;
    context.addIssue("Enter a rate in sat/vB, up to 10000");
    return z.NEVER;
  }),
});
