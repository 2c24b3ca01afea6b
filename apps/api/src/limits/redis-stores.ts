import type { FastifyBaseLogger } from "fastify";
import type { Redis } from "ioredis";
import type { Ids } from "../clock.ts";
import type { LimitStores } from "./limit-stores.ts";
import { createMemoryTries } from "./memory-tries.ts";

const PREFIX = "wattle:limits:";
/** A sign-in does not wait longer than this for a server that is away or hangs. */
const LONGEST_WAIT_MILLISECONDS = 1000;

/** @throws Error if the server refused one of the commands */
function answersOf(results: readonly [Error | null, unknown][] | null): unknown[] {
  return (results ?? []).map(([error, answer]) => {
    if (error !== null) throw error;
    return answer;
  });
}

/** Sums that each end with their window. @param nameOf the name of a key in the server */
const redisCounts = (redis: Redis, nameOf: (key: string) => string): LimitStores["counts"] => ({
  async add(key, { count, endsAt, now }) {
    const name = nameOf(key);
    const answers = answersOf(
      await redis
        .multi()
        .incrby(name, count)
        .pexpire(name, Math.max(1, endsAt - now), "NX")
        .pttl(name)
        .exec(),
    );
    return { count: answers[0] as number, endsAt: now + (answers[2] as number) };
  },
});

/**
 * Limits in a Redis or Valkey server, for every process that uses it. While the server is away each process counts by
 * itself and warns.
 * @param hashed what stands for a key: the server learns no address and no email
 */
export async function createRedisStores(
  url: string,
  { ids, log, hashed }: { ids: Ids; log: FastifyBaseLogger; hashed: (key: string) => string },
): Promise<LimitStores> {
  const ioredis = await import("ioredis");
  const redis = new ioredis.Redis(url, {
    lazyConnect: true,
    connectTimeout: LONGEST_WAIT_MILLISECONDS,
    commandTimeout: LONGEST_WAIT_MILLISECONDS,
    maxRetriesPerRequest: 1,
  });
  let isAway = false;
  const noteAway = (error: unknown): void => {
    if (!isAway) log.warn({ err: error }, "the server for limits is away: each process counts by itself");
    isAway = true;
  };
  redis.on("error", noteAway);
  redis.on("ready", () => {
    isAway = false;
  });
  const ownTries = createMemoryTries();
  const nameOf = (kind: string, key: string): string => `${PREFIX}${kind}:${hashed(key)}`;

  return {
    tries: {
      async add(tries, now) {
        const id = ids.uuid();
        const names = tries.map(({ key }) => nameOf("tries", key));
        try {
          const adding = redis.multi();
          for (const [index, { windowMilliseconds }] of tries.entries()) {
            const name = names[index] ?? "";
            adding
              .zremrangebyscore(name, "-inf", now - windowMilliseconds)
              .zadd(name, String(now), id)
              .zcard(name)
              .zrange(name, "0", "0", "WITHSCORES")
              .pexpire(name, windowMilliseconds);
          }
          const answers = answersOf(await adding.exec());
          const tried = tries.map((_, index) => ({
            count: answers[index * 5 + 2] as number,
            oldest: Number.parseInt((answers[index * 5 + 3] as string[])[1] ?? "", 10),
          }));
          return {
            tried,
            takeBack: async () => {
              const removing = redis.multi();
              for (const name of names) removing.zrem(name, id);
              // A count that cannot be taken back is forgotten with its window.
              await removing.exec().catch(() => undefined);
            },
          };
        } catch (error) {
          noteAway(error);
          return ownTries.add(tries, now);
        }
      },
    },
    counts: redisCounts(redis, (key) => nameOf("counts", key)),
    close: () => {
      redis.disconnect();
      return Promise.resolve();
    },
  };
}
