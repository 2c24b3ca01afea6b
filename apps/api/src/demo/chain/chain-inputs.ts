import { Refused } from "@wattle/bitcoin/refused";
import { DomainError } from "@wattle/contracts/errors";
import { amountInput, JsonNumber } from "@wattle/contracts/money";
import { NETWORKS } from "@wattle/contracts/networks";
import { z } from "zod";
import { FACTS } from "../../coins/coin-network.ts";
import { fieldErrors } from "../../procedures.ts";
import type { PlayDoor } from "./play-door.ts";

const MOST_OUTPUTS = 2000;
const MOST_BLOCKS = 100;

const network = z.enum(NETWORKS, `Use ${NETWORKS.join(" or ")}`);
const txid = z.string().regex(/^(?:0x)?[\da-f]{64}$/, "Enter a transaction's id");

/** @throws DomainError `validation_failed` with the fields */
export function readBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new DomainError("validation_failed", { fields: fieldErrors(parsed.error) });
  return parsed.data;
}

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

/** One address with its amount, or a list of them, and other fields. Gives the list. */
export function sendInput<Address extends z.ZodType, Amount extends z.ZodType, More extends z.ZodRawShape>(
  body: unknown,
  { address, amount, more }: { readonly address: Address; readonly amount: Amount; readonly more: More },
) {
  const output = z.object({ address, amount });
  const isList = typeof body === "object" && body !== null && "outputs" in body;
  const rest = readBody(z.object(more), body);
  const outputs = isList
    ? readBody(z.object({ outputs: z.array(output).min(1).max(MOST_OUTPUTS) }), body).outputs
    : [readBody(output, body)];
  return { outputs, rest };
}

/** Reads a text by a function that gives undefined if it cannot. */
export const amountBy = (parse: (text: string) => bigint | undefined, advice: string) =>
  amountInput.transform((text, context) => {
    const amount = parse(text);
    if (amount !== undefined) return amount;
    context.addIssue(advice);
    return z.NEVER;
  });

/** Reads an address by a function that gives its script. @param parse throws Refused */
export const addressBy = (parse: (text: string) => string) =>
  z.string("Enter an address").transform((text, context) => {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      context.addIssue(error.message);
      return z.NEVER;
    }
  });

/** Far above our own ceilings: fees that are too high can be tried. */
const HIGHEST_RATE = 10_000n;

/** A fee rate of a network. */
export const rateInput = ({ network: of, parseRate }: Pick<PlayDoor, "network" | "parseRate">) =>
  z.object({
    rate: amountBy((text) => {
      const rate = parseRate(text) ?? 0n;
      return rate === 0n || rate > (parseRate(String(HIGHEST_RATE)) ?? 0n) ? undefined : rate;
    }, `Enter a rate in ${FACTS[of].rateUnit}, up to ${HIGHEST_RATE}`),
  });

export const networkInput = z.object({ network });
export const mineInput = z.object({ blocks: count(MOST_BLOCKS) });
export const reorgInput = z.object({
  depth: count(MOST_BLOCKS),
  drop: z.array(txid).max(MOST_OUTPUTS).default([]),
});
export const nodeInput = z.object({
  state: z.enum(["ok", "down", "reset", "behind", "lying"], "Use ok, down, reset, behind or lying"),
});

/** A payment file, in base64. */
export const signInput = z.object({ content: z.string("Enter a file in base64").min(1) });
