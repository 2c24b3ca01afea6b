import type { Database, WriteTx } from "@wattle/db/database";
import { countWaitingForLocks } from "@wattle/db/testing/lock-waits";
import { expect, vi } from "vitest";

/** Two signals for a work that is held up on purpose: it says that it has arrived, and goes on when it is let. */
export interface Gate {
  readonly arrived: Promise<void>;
  readonly opened: Promise<void>;
  arrive(): void;
  open(): void;
}

export function gate(): Gate {
  const [arriving, opening] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    arrived: arriving.promise,
    opened: opening.promise,
    arrive: arriving.resolve,
    open: opening.resolve,
  };
}

/** Resolves once so many transactions of a PostgreSQL database wait for a lock. */
export async function lockWaits(database: Database, count: number): Promise<void> {
  await expect.poll(() => countWaitingForLocks(database)).toBe(count);
}

/**
 * Sends a call that must wait for rows that another transaction has written and not yet committed.
 * @param change what that transaction does; it commits once the call waits
 * @returns what the call answers
 */
export async function whileWaiting<T>(
  database: Database,
  change: (tx: WriteTx) => Promise<void>,
  send: () => Promise<T>,
): Promise<T> {
  const lock = gate();
  const changing = database.write(async (tx) => {
    await change(tx);
    lock.arrive();
    await lock.opened;
  });
  await lock.arrived;
  const write = vi.spyOn(database, "write");
  const answer = send();
  try {
    await expect.poll(() => write.mock.calls.length).toBeGreaterThan(0);
    if (database.dialect === "postgres") await lockWaits(database, 1);
  } finally {
    write.mockRestore();
    lock.open();
    await changing;
  }
  return answer;
}
