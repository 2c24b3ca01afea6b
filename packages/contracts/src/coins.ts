/** Coins on chain, as customers see them. */
import { z } from "zod";
import { COIN_DEPOSIT_STATUSES } from "./choices.ts";
import { id, time } from "./ids.ts";
import { amountOutput, currencyCode } from "./money.ts";
import { NETWORKS } from "./networks.ts";
import { pageMeta, paging } from "./paging.ts";

export const coinAddressInput = z.object({ currency: currencyCode });

/** The customer's own address of a coin, the same each time. */
export const coinAddress = z
  .object({
    currency: z.string(),
    network: z.string(),
    address: z.string(),
    /** A link that wallets open. */
    uri: z.string(),
    deposit_min: amountOutput,
    confirmations_needed: z.int().positive(),
  })
  .meta({ id: "CoinAddress" });
export type CoinAddress = z.infer<typeof coinAddress>;

/** Coins that customers can bring in now. */
export const incomingCoins = z.object({
  coins: z.array(z.object({ currency: z.string(), network: z.enum(NETWORKS) })),
});
export type IncomingCoins = z.infer<typeof incomingCoins>;

/** Coins that customers can send to a wallet now, and when they go out. */
export const outgoingCoins = z.object({
  coins: z.array(
    z.object({
      currency: z.string(),
      network: z.enum(NETWORKS),
      /** The least that a payee receives. */
      withdrawal_min: amountOutput,
      withdrawal_fee: amountOutput,
      /** A block explorer, whose page of a transaction is at `/tx/{txid}`; null if customers are sent to none. */
      explorer_url: z.string().nullable(),
    }),
  ),
  /** When payouts are signed next. */
  next_signing_at: time,
});
export type OutgoingCoins = z.infer<typeof outgoingCoins>;

/** Coins that arrive at a customer's address, from the first sight on. */
export const coinDeposit = z
  .object({
    id,
    currency: z.string(),
    network: z.enum(NETWORKS),
    txid: z.string(),
    output: z.int().nonnegative(),
    address: z.string(),
    amount: amountOutput,
    amount_base: z.string(),
    confirmations: z.int().nonnegative(),
    confirmations_needed: z.int().positive(),
    status: z.enum(COIN_DEPOSIT_STATUSES),
    seen_at: time,
    credited_at: time.nullable(),
    transaction_id: id.nullable(),
  })
  .meta({ id: "CoinDeposit" });
export type CoinDeposit = z.infer<typeof coinDeposit>;

export const coinDepositsInput = paging;
export const coinDepositPage = z.object({ data: z.array(coinDeposit), meta: pageMeta });
export type CoinDepositPage = z.infer<typeof coinDepositPage>;
