import type { Database } from "@wattle/db/database";
import { countWaitingForLocks } from "@wattle/db/testing/lock-waits";
import { expect } from "vitest";

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
