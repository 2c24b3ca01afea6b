import { InvalidChainData } from "@wattle/bitcoin/byte-reader";
import { changeChainState, insertChainBlock, leaseChain, newestChainBlock } from "@wattle/db/chains";
import type { ChainState } from "@wattle/db/tables";
import type { StartTimer } from "../prices/timer.ts";
import { changeBranch, linkOf } from "./change-branch.ts";
import { ChainNodeError } from "./chain-node.ts";
import { BranchChanged, NodesDisagree } from "./chain-source.ts";
import { arrive, connectBlock } from "./connect-block.ts";
import { pauseFollowed, TurnLost, type Followed, type RenewTurn } from "./followed.ts";
import { keepTurn, renewTurn, turnOf } from "./keep-turn.ts";
import { settleBlocks } from "./settle-blocks.ts";

/** So many looks in a row may find another branch than a moment ago. More are no reorganisations. */
const MOST_CHANGES = 10;

type NodeState = ChainState["state"];

/** Follows a chain, a block at a time, and nothing that has not been checked. */
export interface Follower {
  /** Goes on as far as the node does. @returns the node's state; undefined if another process follows */
  readonly follow: () => Promise<NodeState | undefined>;
  /** Why the node was not followed in the last look, for people; undefined if it was. */
  readonly trouble: () => string | undefined;
  /** Lets another process take over. */
  readonly stop: () => Promise<void>;
}

/** Begins to follow: the block from which it goes on is believed, and counts as settled. */
async function begin(followed: Followed, newest: number, renew: RenewTurn): Promise<void> {
  const { network, source, database, from } = followed;
  const first = from === "first block" ? { height: 0 } : await source.settled(newest);
  if (first === undefined) throw new BranchChanged();
  const { hash, time, bits, height: at } = await source.linkAt(Math.max(0, first.height));
  if ((await source.settledHashAt(at)) !== hash) throw new BranchChanged();
  await database.write(async (tx) => {
    await renew(tx);
    if ((await newestChainBlock(tx, network)) !== undefined) return;
    const block = { height: BigInt(at), time: BigInt(time), bits: BigInt(bits) };
    await insertChainBlock(tx, { network, hash, ...block });
    await changeChainState(tx, network, { settled_height: block.height });
  });
}

/** One step. @returns the node's state once there is nothing more to do, undefined before */
async function step(followed: Followed, renew: RenewTurn): Promise<NodeState | undefined> {
  const { network, source, database } = followed;
  const tip = await source.tip();
  const found = await newestChainBlock(database.read, network);
  if (found === undefined) {
    await begin(followed, tip.height, renew);
    return undefined;
  }
  const newest = linkOf(found);
  // A node that was reset or is behind undoes nothing.
  if (tip.height < newest.height) return "behind";
  if ((await source.hashAt(newest.height)) !== newest.hash)
    return (await changeBranch(followed, newest, tip.height, renew)) ? undefined : "ok";
  const lag = await settleBlocks(followed, newest, renew);
  if (tip.height === newest.height) {
    if (lag !== undefined) throw lag;
    return "ok";
  }
  await connectBlock(followed, newest, await source.blockAfter(newest), renew);
  return undefined;
}

/** Notes payments to us that wait for a block. */
function createLook(followed: Followed, renew: RenewTurn): () => Promise<void> {
  const { source, database, hooks } = followed;
  let known: ReadonlySet<string> = new Set();
  return async () => {
    const { ids, read, made } = await source.waiting(known);
    if (made.length > 0)
      await database.write(async (tx) => {
        await renew(tx);
        await arrive(tx, followed, made);
      });
    known = new Set(ids.filter((id) => known.has(id) || read.has(id)));
    await hooks.onMempool?.(new Set(ids));
  };
}

/** The state of a node that gave this error; undefined if no node gives it. */
function stateAfter(error: unknown): NodeState | undefined {
  if (error instanceof BranchChanged) return "ok";
  if (error instanceof InvalidChainData || error instanceof NodesDisagree) return "invalid";
  if (!(error instanceof ChainNodeError)) return undefined;
  if (error.failure === "behind") return "behind";
  return error.failure === "garbage" ? "invalid" : "unreachable";
}

/** @param timer waits before the turn is renewed; tests pass their own */
export function createFollower(followed: Followed, timer?: StartTimer): Follower {
  const { network, source, database } = followed;
  const renew = renewTurn(followed);
  const look = createLook(followed, renew);
  const write = (changes: Parameters<typeof changeChainState>[2]): Promise<void> =>
    database.write(async (tx) => {
      await renew(tx);
      await changeChainState(tx, network, changes);
    });
  let changes = 0;
  let trouble: string | undefined;
  const advance = async (): Promise<NodeState> => {
    await source.checkChain();
    let state: NodeState | undefined;
    while (state === undefined) state = await step(followed, renew);
    if (state === "ok") await look();
    changes = 0;
    return state;
  };
  const noteTrouble = async (error: unknown): Promise<NodeState> => {
    if (error instanceof TurnLost) throw error;
    const state = stateAfter(error);
    if (state === undefined) {
      // Something that no rule foresees: nothing may be paid as if all were well. The caller logs it.
      await write({ state: "invalid", trouble: "the log has an error" }).catch(() => undefined);
      throw error;
    }
    changes = error instanceof BranchChanged ? changes + 1 : 0;
    if (changes >= MOST_CHANGES) {
      trouble = "the node has another branch at each look";
      return "invalid";
    }
    if (state !== "ok" && error instanceof Error) trouble = error.message;
    if (error instanceof NodesDisagree)
      await database.write(async (tx) => {
        await renew(tx);
        await pauseFollowed(tx, followed, error.message);
      });
    return state;
  };
  const unlessLost = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof TurnLost) return undefined;
      throw error;
    }
  };
  return {
    follow: () =>
      unlessLost(async () => {
        const before = await database.write((tx) => leaseChain(tx, turnOf(followed)));
        if (before === undefined) return undefined;
        trouble = undefined;
        const state = await keepTurn(followed, () => advance().catch(noteTrouble), timer);
        const found = { state, trouble: trouble ?? null };
        if (found.state !== before.state || found.trouble !== before.trouble) await write(found);
        return state;
      }),
    trouble: () => trouble,
    stop: () => unlessLost(() => write({ leased_until: 0n })),
  };
}
