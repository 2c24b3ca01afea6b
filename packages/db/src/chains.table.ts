import type { Selectable } from "kysely";
import type { Epoch, Flag } from "./columns/column-types.ts";
import { apart } from "./columns/table.ts";

interface ChainStatesTable {
  network: string;
  /** How its nodes are, as the follower saw them last. */
  state: "ok" | "behind" | "unreachable" | "invalid";
  /** Why it is not `ok`, for people; null if it is. */
  trouble: string | null;
  paused_because: string | null;
  /** Height up to which blocks are settled. */
  settled_height: bigint;
  /** Height of `chain_balances`, on networks that have accounts. */
  balances_height: bigint;
  /** Height up to which tokens were looked for, on networks that have them. */
  tokens_height: bigint;
  /** Base units below the smallest unit of the books, of all that came and left. */
  remainder: string;
  /** The process that follows it, and until when. */
  follower: string | null;
  leased_until: Epoch;
}

export const chainStates = apart<ChainStatesTable>("how far chains are followed");

export type ChainState = Selectable<ChainStatesTable>;

/** Blocks of the branch that is followed. */
interface ChainBlocksTable {
  network: string;
  height: bigint;
  hash: string;
  /** Seconds since 1970, as its header says. */
  time: bigint;
  bits: bigint;
}

export const chainBlocks = apart<ChainBlocksTable>("headers of a public chain");

export type ChainBlock = Selectable<ChainBlocksTable>;

interface WatchedScriptsTable {
  network: string;
  script: string;
  added_at: Epoch;
}

export const watchedScripts = apart<WatchedScriptsTable>("scripts of our addresses, without their owners");

interface ChainOutputsTable {
  network: string;
  txid: string;
  output: bigint;
  script: string;
  /** Base units, such as satoshi: more than a bigint holds on some chains. */
  amount: string;
  seen_at: Epoch;
  /** Height of the block that has it; null while none does. */
  made_height: bigint | null;
  spent_height: bigint | null;
  spent_by: string | null;
}

export const chainOutputs = apart<ChainOutputsTable>("outputs of a public chain, without their owners");

export type ChainOutput = Selectable<ChainOutputsTable>;

/** Transactions in blocks from accounts of ours. On networks with accounts such a transaction spends its nonce. */
interface ChainTransfersTable {
  network: string;
  txid: string;
  /** The sender's. */
  script: string;
  nonce: bigint;
  /** Null if it made a contract. */
  recipient: string | null;
  /** Base units that went to the recipient: none if it failed. */
  value: string;
  fee: string;
  /** Whether the block refused it, which costs the fee all the same. */
  failed: Flag;
  height: bigint;
}

export const chainTransfers = apart<ChainTransfersTable>("transactions of a public chain");

export type ChainTransfer = Selectable<ChainTransfersTable>;

/** Balances of our accounts at the newest settled block, except zero. */
interface ChainBalancesTable {
  network: string;
  script: string;
  wei: string;
}

export const chainBalances = apart<ChainBalancesTable>("balances on a public chain, without their owners");

/** Tokens that a contract says it has sent to a script of ours. Anyone can write such a contract, so they are worth nothing here. */
interface ChainTokensTable {
  id: string;
  network: string;
  txid: string;
  /** Place among all that contracts say in the block. */
  log_index: bigint;
  contract: string;
  script: string;
  /** As the contract counts it. */
  amount: string;
  height: bigint;
  created_at: Epoch;
}

export const chainTokens = apart<ChainTokensTable>("tokens on a public chain, without their owners");

export type ChainToken = Selectable<ChainTokensTable>;
