import type { Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { apart } from "./columns/table.ts";

interface ChainStatesTable {
  network: string;
  /** How its nodes are, as the follower saw them last. */
  state: "ok" | "behind" | "unreachable" | "invalid";
  paused_because: string | null;
  /** Height up to which blocks are settled. */
  settled_height: bigint;
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
