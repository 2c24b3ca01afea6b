import { sql } from "kysely";
import type { Database } from "../database.ts";

/** How many sessions of this PostgreSQL database wait for a lock at this moment. */
export async function countWaitingForLocks({ read }: Database): Promise<number> {
  const { waiting } = await read
    .selectFrom(sql<{ datname: string; wait_event_type: string }>`pg_stat_activity`.as("activity"))
    .select(({ fn }) => fn.countAll<bigint>().as("waiting"))
    .where("wait_event_type", "=", "Lock")
    .where("datname", "=", sql<string>`current_database()`)
    .executeTakeFirstOrThrow();
  return Number(waiting);
}
