/** Blocks and transactions of Ethereum's play chain, as the database keeps them: JSON with amounts as text. */
import { createHash } from "node:crypto";
import type { readSignedTransfer } from "@wattle/ethereum/transfer";
import { z } from "zod";

const wei = z.string().regex(/^\d+$/).transform(BigInt);

const payment = z.object({ script: z.string(), wei });

/** A transaction that waits or is in a block. */
const transaction = z.object({
  raw: z.string(),
  from: z.string(),
  to: z.string(),
  nonce: wei,
  value: wei,
  gasLimit: wei,
  maxFee: wei,
  maxTip: wei,
  /** Payments that a contract makes if it gets the transaction. */
  sendsOn: z.array(payment),
});

const block = z.object({
  parent: z.string(),
  /** Seconds since 1970. */
  time: z.int(),
  /** Counts changes of the chain: no two blocks are the same. */
  salt: z.string(),
  rewards: z.array(payment),
  transactions: z.array(
    z.object({
      txid: z.string(),
      from: z.string(),
      to: z.string(),
      nonce: wei,
      value: wei,
      ok: z.boolean(),
      fee: wei,
      sendsOn: z.array(payment),
    }),
  ),
});

export type SignedTransfer = ReturnType<typeof readSignedTransfer>;

/** Someone who gets ether. */
export interface EtherPayment {
  readonly script: string;
  readonly wei: bigint;
}
export type PlayTransaction = z.output<typeof transaction>;
export type EtherBlock = z.output<typeof block>;

const write = (record: object): string =>
  JSON.stringify(record, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));

export const writeTransaction = (
  raw: Uint8Array,
  { from, to, nonce, value, gasLimit, maxFee, maxTip }: SignedTransfer,
  sendsOn: readonly EtherPayment[],
): string =>
  write({
    raw: Buffer.from(raw).toString("hex"),
    from,
    to,
    nonce,
    value,
    gasLimit,
    maxFee,
    maxTip,
    sendsOn,
  });
export const readTransaction = ({ raw }: { readonly raw: string }): PlayTransaction =>
  transaction.parse(JSON.parse(raw));

export const writeBlock = (record: EtherBlock): string => write(record);
export const readBlock = ({ raw }: { readonly raw: string }): EtherBlock => block.parse(JSON.parse(raw));

/** The hash of a block is that of its record, which has its parent's. */
export const blockHash = (raw: string): string => `0x${createHash("sha256").update(raw).digest("hex")}`;
