import { createHmac } from "node:crypto";
import type { Database } from "@wattle/db/database";
import type { FastifyBaseLogger } from "fastify";
import type { Ids } from "../clock.ts";
import type { Config } from "../config.ts";
import { createDatabaseStores } from "./database-stores.ts";
import type { LimitStores } from "./limit-stores.ts";
import { createMemoryTries } from "./memory-tries.ts";
import { createRedisStores } from "./redis-stores.ts";

interface Options {
  readonly config: Config;
  readonly database: Database;
  readonly ids: Ids;
  readonly log: FastifyBaseLogger;
  readonly secret: string;
}

/**
 * Stores of limits by `LIMITS_URL`: in the process, in the database, or on a Redis or Valkey server. Unless set,
 * PostgreSQL is shared by several processes and keeps them, and SQLite has one process, which keeps them itself.
 */
export async function openLimitStores({ config, database, ids, log, secret }: Options): Promise<LimitStores> {
  const url = config.LIMITS_URL ?? (database.dialect === "postgres" ? "database:" : "memory:");
  const hashed = (key: string): string =>
    createHmac("sha256", secret).update(`limit ${key}`).digest("base64url").slice(0, 22);
  if (url === "memory:") return { tries: createMemoryTries(), close: () => Promise.resolve() };
  if (url === "database:") return createDatabaseStores(database, ids, hashed);
  return createRedisStores(url, { ids, log, hashed });
}
