import type { Selectable } from "kysely";
import type { Epoch, Flag } from "./columns/column-types.ts";
import { apart } from "./columns/table.ts";

const MADE_UP = "a demo's own chain, on which nothing is real";

interface PlayNodesTable {
  network: string;
  /** How the node behaves. */
  state: "ok" | "down" | "reset" | "behind" | "lying";
  /** Satoshi for 1,000 virtual bytes, or wei for a unit of gas. */
  fee_rate: bigint;
  /** Counts changes of the chain, so that each has its own number. */
  changes: bigint;
  mined_at: Epoch;
}

export const playNodes = apart<PlayNodesTable>(MADE_UP);

export type PlayNode = Selectable<PlayNodesTable>;

interface PlayBlocksTable {
  hash: string;
  network: string;
  height: bigint;
  /** Whether it is part of the best branch. */
  best: Flag;
  /** In hex, or as JSON on networks with accounts. */
  raw: string;
}

export const playBlocks = apart<PlayBlocksTable>(MADE_UP);

export type PlayBlock = Selectable<PlayBlocksTable>;

interface PlayTransactionsTable {
  txid: string;
  network: string;
  /** The order in which they came: a transaction comes after those that it spends. */
  position: bigint;
  /** Null while it waits for a block. */
  height: bigint | null;
  /** In hex, or as JSON on networks with accounts. */
  raw: string;
}

export const playTransactions = apart<PlayTransactionsTable>(MADE_UP);

interface PlayOutputsTable {
  txid: string;
  output: bigint;
  network: string;
  script: string;
  satoshi: bigint;
  spent_by: string | null;
}

export const playOutputs = apart<PlayOutputsTable>(MADE_UP);

export type PlayOutput = Selectable<PlayOutputsTable>;

/** Accounts after each block that changed them. */
interface PlayAccountsTable {
  network: string;
  script: string;
  height: bigint;
  wei: string;
  nonce: bigint;
}

export const playAccounts = apart<PlayAccountsTable>(MADE_UP);

export type PlayAccount = Selectable<PlayAccountsTable>;
