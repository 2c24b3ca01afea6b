/** Coins on chain at the desk: wallets, networks, and what arrives. */
import { z } from "zod";
import { ARRIVAL_STATUSES, NETWORK_STATES, WALLET_ROLES } from "./choices.ts";
import { coinDeposit } from "./coins.ts";
import { cursor } from "./cursor.ts";
import { id } from "./ids.ts";
import { amountOutput } from "./money.ts";
import { NETWORKS } from "./networks.ts";
import { wholeNumber } from "./paging.ts";
import { internalNoteField } from "./staff-texts.ts";

const LONGEST_DESCRIPTOR = 300;

const network = z.enum(NETWORKS, "Choose a network");

export const addWalletInput = z.object({
  network,
  role: z.enum(WALLET_ROLES, "Choose deposits or treasury"),
  descriptor: z
    .string("Enter a descriptor")
    .trim()
    .min(1, "Enter a descriptor")
    .max(LONGEST_DESCRIPTOR, "Descriptor is not valid."),
});
export type AddWalletInput = z.output<typeof addWalletInput>;

export const coinWallet = z
  .object({
    id,
    role: z.enum(WALLET_ROLES),
    descriptor: z.string(),
    /** The first place of an address that is not in use. */
    next_index: z.int(),
  })
  .meta({ id: "CoinWallet" });
export type CoinWallet = z.infer<typeof coinWallet>;

export const treasuryAddressInput = z.object({ network });
export const treasuryAddress = z.object({ network, address: z.string() });

const block = z.object({ height: z.int(), hash: z.string() });

/** A network as it is followed. Blocks are null before the first one. */
const coinNetwork = z
  .object({
    network,
    state: z.enum(NETWORK_STATES),
    /** Why it paused itself; null unless it did. */
    paused_because: z.string().nullable(),
    /** Why its nodes are not `ok`; null if they are. */
    trouble: z.string().nullable(),
    tip: block.nullable(),
    settled: block.nullable(),
    wallets: z.array(coinWallet),
    currencies: z.array(
      z.object({
        currency: z.string(),
        /** Unspent outputs of ours, as of the settled block. */
        chain: amountOutput,
        /** Balance of the wallet in the books. */
        books: amountOutput,
        /** Chain less books: zero if they agree. */
        difference: z.string(),
      }),
    ),
  })
  .meta({ id: "CoinNetwork" });
export type CoinNetwork = z.infer<typeof coinNetwork>;
export const coinNetworks = z.object({ networks: z.array(coinNetwork) });

export const resumeNetworkInput = z.object({ network, internal_note: internalNoteField });
export const resumedNetwork = z.object({ network, state: z.enum(NETWORK_STATES) });

/** A transaction that no batch made, and that spent coins of ours. */
export const bookSpendInput = z.object({
  network,
  txid: z
    .string("Enter a transaction")
    .trim()
    .toLowerCase()
    .regex(/^(?:0x)?[\da-f]{64}$/, "Enter the 64 digits of a transaction"),
  internal_note: internalNoteField,
});
export const bookedSpend = z.object({
  network,
  txid: z.string(),
  /** References of withdrawals that it paid. */
  completed: z.array(z.string()),
  /** Those that another batch pays. */
  released: z.array(z.string()),
  /** Coins that it took beyond those. */
  taken: z.string(),
  fee: z.string(),
});

/** Newest first. */
export const arrivalsInput = z
  .object({
    status: z.enum(ARRIVAL_STATUSES, "Choose a status").optional(),
    after: cursor.optional(),
    limit: wholeNumber(1, 200).default(50),
  })
  .prefault({});

export const arrival = coinDeposit
  .pick({
    id: true,
    network: true,
    currency: true,
    txid: true,
    output: true,
    address: true,
    amount: true,
    confirmations: true,
  })
  .extend({
    status: z.enum(ARRIVAL_STATUSES),
    /** Null at an address of the treasury. */
    customer: z.object({ id, email: z.string(), name: z.string() }).nullable(),
    /** Why it is under review. */
    reason: z.string().nullable(),
  })
  .meta({ id: "Arrival" });
export type Arrival = z.infer<typeof arrival>;
export const arrivals = z.object({ data: z.array(arrival), next: z.string().nullable() });

/** Newest first. */
export const tokensInput = z
  .object({ after: cursor.optional(), limit: wholeNumber(1, 200).default(50) })
  .prefault({});

/** Tokens that a contract says it has sent to an address of ours. They are credited to no one. */
const unknownToken = z
  .object({
    id,
    network,
    /** Address of the contract. Its name could say anything, so it is not asked for. */
    contract: z.string(),
    txid: z.string(),
    /** Height of its block. */
    height: z.int(),
    address: z.string(),
    /** A whole number, as the contract counts it. */
    amount: z.string(),
    /** Null at an address of the treasury. */
    customer: z.object({ id, email: z.string(), name: z.string() }).nullable(),
    seen_at: z.string(),
  })
  .meta({ id: "UnknownToken" });
export type UnknownToken = z.infer<typeof unknownToken>;
export const unknownTokens = z.object({ data: z.array(unknownToken), next: z.string().nullable() });

export const creditArrivalInput = z.object({ id, customer: id, internal_note: internalNoteField });

/** `from`: staff bought the coins by hand, they come from the venue where the house trades by itself, or the card provider paid them out. */
export const ownCoinsInput = z.object({
  id,
  from: z
    .enum(["inventory", "venue", "card_provider"], "Choose inventory, venue or card_provider")
    .default("inventory"),
  internal_note: internalNoteField,
});
export type OwnCoinsInput = z.output<typeof ownCoinsInput>;
