import type { Database, WriteTx } from "@wattle/db/database";
import {
  changePlayNode,
  findPlayNode,
  insertPlayNode,
  leavePlayBlocks,
  newestPlayBlocks,
  takePlayTurn,
} from "@wattle/db/play-chain";
import type { PlayBlock, PlayNode } from "@wattle/db/tables";

/** Someone asked for an act that the chain cannot do. The message says why. */
export class PlayError extends Error {
  override readonly name = "PlayError";
}

export interface Mined {
  readonly height: number;
  readonly hash: string;
}

export interface PlayParts {
  readonly network: string;
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Rules of a network, for transactions of the database that have locked its chain. */
export interface PlayRules<Payment> {
  /** The fee rate of a new chain. */
  readonly firstRate: bigint;
  /** Makes the first blocks. */
  readonly begin: (tx: WriteTx) => Promise<void>;
  /** Mines a block of all that waits. @param rewards who gets new coins, instead of the stranger */
  readonly mine: (tx: WriteTx, rewards: readonly Payment[] | undefined) => Promise<Mined>;
  /** The stranger pays. @returns the transaction's id */
  readonly pay: (tx: WriteTx, payments: readonly Payment[]) => Promise<string>;
  /** Takes back all that blocks did which are no longer on the best branch, apart from their transactions. */
  readonly undo: (tx: WriteTx, left: readonly PlayBlock[]) => Promise<void>;
  /** The stranger spends the coins of a transaction that waits again to itself. */
  readonly doubleSpend: (tx: WriteTx, txid: string) => Promise<void>;
}

/** The chain of a demo: its blocks and transactions are real, and in no other place. */
export interface PlayChain<Payment> {
  /** Makes its first blocks, unless they are there. */
  readonly begin: () => Promise<void>;
  /** The stranger pays, into the mempool. @throws PlayError */
  readonly send: (payments: readonly Payment[]) => Promise<string>;
  /** Mines all that waits, and then empty blocks. @param rewards who gets the new coins, instead of the stranger */
  readonly mine: (blocks: number, rewards?: readonly Payment[]) => Promise<Mined>;
  /** Mines a block if none came for so long. */
  readonly mineIfDue: (seconds: number) => Promise<void>;
  /**
   * Replaces the newest blocks by one more. Transactions in `drop` are double-spent by the stranger; all others are mined again.
   * @throws PlayError
   */
  readonly reorganise: (depth: number, drop: readonly string[]) => Promise<Mined>;
  readonly setNode: (changes: Partial<Pick<PlayNode, "state" | "fee_rate">>) => Promise<void>;
}

export function createPlayChain<Payment>(
  { network, database, now }: PlayParts,
  rules: PlayRules<Payment>,
): PlayChain<Payment> {
  const mine = async (tx: WriteTx, blocks: number, rewards?: readonly Payment[]): Promise<Mined> => {
    let mined = await rules.mine(tx, rewards);
    for (let more = 1; more < blocks; more++) mined = await rules.mine(tx, rewards);
    return mined;
  };
  return {
    async begin() {
      if ((await findPlayNode(database.read, network)) !== undefined) return;
      await database.write(async (tx) => {
        const begun = {
          state: "ok",
          fee_rate: rules.firstRate,
          changes: 0n,
          mined_at: BigInt(now()),
        } as const;
        if (await insertPlayNode(tx, { network, ...begun })) await rules.begin(tx);
      });
    },
    send: (payments) => database.write((tx) => rules.pay(tx, payments)),
    mine: (blocks, rewards) => database.write((tx) => mine(tx, blocks, rewards)),
    async mineIfDue(seconds) {
      const at = BigInt(now());
      const turn = { now: at, before: at - BigInt(seconds) * 1000n };
      const last = (await findPlayNode(database.read, network))?.mined_at ?? at;
      if (last > turn.before) return;
      await database.write(async (tx) => {
        if (await takePlayTurn(tx, network, turn)) await mine(tx, 1);
      });
    },
    reorganise: (depth, drop) =>
      database.write(async (tx) => {
        await changePlayNode(tx, network);
        const [newest] = await newestPlayBlocks(tx, network, 1);
        if (newest === undefined || newest.height < BigInt(depth))
          throw new PlayError("the chain is not that long");
        await rules.undo(tx, await leavePlayBlocks(tx, network, newest.height - BigInt(depth)));
        for (const txid of drop) await rules.doubleSpend(tx, txid);
        return mine(tx, depth + 1);
      }),
    setNode: (changes) =>
      database.write(async (tx) => {
        await changePlayNode(tx, network, changes);
      }),
  };
}
