import { changeChainState, findChainState } from "@wattle/db/chains";
import type { Database, WriteTx } from "@wattle/db/database";
import type { ChainOutput, ChainTransfer } from "@wattle/db/tables";
import type { ChainSource } from "./chain-source.ts";

/** Work that belongs into the transaction in which a block is followed. */
export interface ChainHooks {
  /** Outputs of ours that were never seen before, in a block or waiting for one. */
  readonly onArrival?: (tx: WriteTx, outputs: readonly ChainOutput[]) => Promise<void>;
  /** A block is as deep as it must be. Each height comes once and in order, unless a deep reorganisation undoes it. */
  readonly onSettled?: (tx: WriteTx, block: SettledBlock) => Promise<void>;
  /** All blocks up to a height are settled, and told: what the chain has is known as of this height. */
  readonly onAllSettled?: (tx: WriteTx, height: number) => Promise<void>;
  /** The network has paused itself. */
  readonly onPaused?: (tx: WriteTx) => Promise<void>;
  /** Settled blocks are gone, highest first. Called before their outputs are undone. */
  readonly onUnsettled?: (tx: WriteTx, blocks: readonly SettledBlock[]) => Promise<void>;
  /** Ids of all transactions that wait for a block, at each look. */
  readonly onMempool?: (ids: ReadonlySet<string>) => Promise<void>;
}

export interface SettledBlock {
  readonly height: number;
  readonly hash: string;
  /** Outputs of ours that it makes, and those that it spends. */
  readonly made: readonly ChainOutput[];
  readonly spent: readonly ChainOutput[];
  /** Transactions from accounts of ours, on networks that have accounts. */
  readonly transfers: readonly ChainTransfer[];
}

/** A network that is followed, with all that it takes. */
export interface Followed {
  readonly network: string;
  readonly source: ChainSource;
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Follows from the first block, or, for a chain that was there before us, from the newest one that is settled. */
  readonly from: "first block" | "settled block";
  readonly hooks: ChainHooks;
  /** Milliseconds from one look to the next, for which the turn lasts. */
  readonly every: number;
  /** A name of this process that no other has. */
  readonly follower: string;
}

/** Another process follows the network now. */
export class TurnLost extends Error {
  override readonly name = "TurnLost";
}

/** Renews this process's turn, in the transaction that needs it. @throws TurnLost */
export type RenewTurn = (tx: WriteTx) => Promise<void>;

/** Has the network pause itself. */
export async function pauseFollowed(
  tx: WriteTx,
  { network, hooks }: Followed,
  paused_because: string,
): Promise<void> {
  const state = await findChainState(tx, network);
  await changeChainState(tx, network, { paused_because });
  if (state?.paused_because == null) await hooks.onPaused?.(tx);
}

/** A count of blocks, which the database has as a 64-bit number. */
export const heightOf = (height: bigint): number => Number.parseInt(String(height), 10);
