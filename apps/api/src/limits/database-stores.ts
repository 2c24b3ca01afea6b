import type { Database } from "@wattle/db/database";
import { addLimitCount, deleteOldLimits } from "@wattle/db/limits";
import type { Ids } from "../clock.ts";
import type { LimitStores } from "./limit-stores.ts";
import { createTryLane } from "./try-lane.ts";

/** How often each process forgets what no longer counts. */
const CLEAN_UP_MILLISECONDS = 60_000;

/**
 * Limits in the database, for every process that uses it.
 * @param hashed what stands for a key: rows name no address and no email
 */
export function createDatabaseStores(
  database: Database,
  ids: Ids,
  hashed: (key: string) => string,
): LimitStores {
  const lane = createTryLane(database);
  let cleanedAt = 0;

  async function cleanUp(now: number): Promise<void> {
    if (now - cleanedAt < CLEAN_UP_MILLISECONDS) return;
    cleanedAt = now;
    await deleteOldLimits(database, BigInt(now));
  }

  return {
    tries: {
      async add(tries, now) {
        await cleanUp(now);
        const rows = tries.map(({ key, windowMilliseconds }) => ({
          id: ids.uuid(),
          key: hashed(key),
          triedAt: BigInt(now),
          expiresAt: BigInt(now + windowMilliseconds),
        }));
        const counted = await lane.change({ added: rows, removed: [] });
        return {
          tried: counted.map((row) => ({ count: Number(row.total), oldest: Number(row.oldest_at) })),
          takeBack: async () => {
            await lane.change({ added: [], removed: rows.map(({ id }) => id) });
          },
        };
      },
    },
    counts: {
      async add(key, { count, endsAt, now }) {
        await cleanUp(now);
        const window = await addLimitCount(database, {
          key: hashed(key),
          count: BigInt(count),
          endsAt: BigInt(endsAt),
          now: BigInt(now),
        });
        return { count: Number(window.total), endsAt: Number(window.ends_at) };
      },
    },
    close: () => Promise.resolve(),
  };
}
