import type { Database } from "@wattle/db/database";
import { changeLimitTries, type LimitTries, type LimitTry } from "@wattle/db/limits";

/** Bounds the parameters of one statement. */
const LARGEST_BATCH = 500;

interface Change {
  readonly added: readonly LimitTry[];
  readonly removed: readonly string[];
  readonly done: (counted: readonly LimitTries[]) => void;
  readonly failed: (error: unknown) => void;
}

export interface TryLane {
  /** Keeps tries and forgets others. @returns the number of each added one, in their order */
  change(change: Pick<Change, "added" | "removed">): Promise<readonly LimitTries[]>;
}

/**
 * One transaction at a time: what is asked for meanwhile shares the next one. However many sign in at once, they take
 * one connection to the database, and everyone else's writes go on.
 */
export function createTryLane(database: Database): TryLane {
  const waiting: Change[] = [];
  let isRunning = false;

  async function writeBatch(batch: readonly Change[]): Promise<void> {
    try {
      const counted = await changeLimitTries(database, {
        added: batch.flatMap(({ added }) => added),
        removed: batch.flatMap(({ removed }) => removed),
      });
      let from = 0;
      for (const { added, done } of batch) {
        done(counted.slice(from, from + added.length));
        from += added.length;
      }
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) await writeBatch(waiting.splice(0, LARGEST_BATCH));
    isRunning = false;
  }

  return {
    change: ({ added, removed }) =>
      new Promise((done, failed) => {
        waiting.push({ added, removed, done, failed });
        if (!isRunning) void run();
      }),
  };
}
