/** A node of a chain, as the server asks it: one that runs somewhere, or the play chain. */

/** Bytes of a text in hex. */
export const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "hex"));

export interface Tip {
  readonly height: number;
  readonly hash: string;
}

/** Acts of the nodes of all networks. */
export interface ChainNode {
  /** The newest block that it has. */
  readonly tip: () => Promise<Tip>;
  /** Hash of the block at a height of its best branch; undefined if it has none there. */
  readonly hashAt: (height: number) => Promise<string | undefined>;
  /** Hash of a block that was settled once, at all nodes. @throws NodesDisagree if they have others */
  readonly settledHashAt: (height: number) => Promise<string>;
  /** Gives it a transaction. Only blocks tell whether others take it. */
  readonly send: (raw: Uint8Array) => Promise<SendOutcome>;
}

export type SendOutcome =
  | { readonly accepted: true }
  /** Its own words, for people. */
  | { readonly accepted: false; readonly reason: string };

/**
 * Why a node gave no answer. `unreachable`: none came, or it is busy or starting; another try may help. `login`: it refuses the user or
 * password. `garbage`: an answer that no node gives. `refused`: it knows the question, and says no. `behind`: it lacks blocks that it should
 * have by now.
 */
type NodeFailure = "unreachable" | "login" | "garbage" | "refused" | "behind";

export class ChainNodeError extends Error {
  override readonly name = "ChainNodeError";
  readonly failure: NodeFailure;
  /** The number that the node gave its refusal. */
  readonly code: string | undefined;
  constructor(failure: NodeFailure, message: string, code?: string) {
    super(message);
    this.failure = failure;
    this.code = code;
  }
}
