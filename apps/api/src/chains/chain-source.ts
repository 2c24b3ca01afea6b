/** A network as the follower sees it: its chain as a node tells it, checked by the network's own rules. */
import type { WriteTx } from "@wattle/db/database";
import type { ChainNodeError } from "./chain-node.ts";
import type { ChainOutput, ChainTransfer } from "@wattle/db/tables";

/** A block of a branch, as far as the next one depends on it. */
export interface Link {
  readonly hash: string;
  readonly height: number;
  /** Seconds since 1970. */
  readonly time: number;
  /** Its target; 0 on a network without proof of work. */
  readonly bits: number;
}

/** An output of ours that a transaction spends. */
export type Spend = Pick<ChainOutput, "network" | "txid" | "output"> & { readonly by: string };

/** Changes that a block makes to addresses of ours. */
export interface Movements {
  readonly made: readonly ChainOutput[];
  readonly spent: readonly Spend[];
  /** Only of networks with accounts. */
  readonly transfers: readonly ChainTransfer[];
}

export interface CheckedBlock {
  readonly link: Link;
  readonly movements: () => Promise<Movements>;
}

/** Transactions that wait for a block. */
interface Waiting {
  readonly ids: readonly string[];
  /** Those of them that were read now, and their outputs that are ours. */
  readonly read: ReadonlySet<string>;
  readonly made: readonly ChainOutput[];
}

interface Settled {
  readonly height: number;
  /** Why it is not as far as it should be. */
  readonly lag?: ChainNodeError | undefined;
}

/** All of it throws InvalidChainData, BranchChanged, ChainNodeError or NodesDisagree. */
export interface ChainSource {
  /** Refuses a node of another chain. */
  readonly checkChain: () => Promise<void>;
  readonly tip: () => Promise<{ readonly height: number }>;
  /** Hash of the block at a height of the best branch; undefined if there is none. */
  readonly hashAt: (height: number) => Promise<string | undefined>;
  /** Hash of a block that was settled once, at all nodes. @throws NodesDisagree if they have others */
  readonly settledHashAt: (height: number) => Promise<string>;
  /** A block from which to go on, without a check of its ancestors. */
  readonly linkAt: (height: number) => Promise<Link>;
  /** The block after `parent`. @param branch blocks between the last one that is followed, and `parent` */
  readonly blockAfter: (parent: Link, branch?: readonly Link[]) => Promise<CheckedBlock>;
  /** Whether a valid branch takes the place of blocks that are followed. */
  readonly replaces: (branch: readonly Link[], gone: readonly Link[]) => boolean;
  /** How far blocks are settled if this is the newest; undefined if that is not known yet. */
  readonly settled: (newest: number) => Promise<Settled | undefined>;
  /**
   * Reads what the state of the chain shows at a settled height and no transaction does. The answer writes it.
   * @returns what writes it in the transaction that settles the block, and gives outputs that only the state shows
   */
  readonly readState?: (height: number) => Promise<(tx: WriteTx) => Promise<readonly ChainOutput[]>>;
  /** @param known ids that were read before */
  readonly waiting: (known: ReadonlySet<string>) => Promise<Waiting>;
}

/** The node has another branch than a moment ago: it is asked again later. */
export class BranchChanged extends Error {
  override readonly name = "BranchChanged";
}

/** Nodes tell different settled blocks: no one knows which is right, so the network pauses. */
export class NodesDisagree extends Error {
  override readonly name = "NodesDisagree";
}
