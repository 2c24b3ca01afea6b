/**
 * Recent counts of clients, for all processes together. Keys are the application's; rows are forgotten once they no
 * longer count.
 */
import { CompiledQuery, sql } from "kysely";
import type { Epoch } from "./tables.ts";
import type { Database } from "./handles/handles.ts";

/** One try under a key. Two tries at the same moment have different ids. */
export interface LimitTry {
  readonly id: string;
  readonly key: string;
  readonly triedAt: Epoch;
  /** When it no longer counts. */
  readonly expiresAt: Epoch;
}

/** How many tries a key has, and when the oldest of them was. */
export interface LimitTries {
  readonly total: bigint;
  readonly oldest_at: Epoch;
}

/**
 * Keeps tries, in their order, and forgets others by their ids. Processes that keep tries under the same key do so one
 * after the other, so that each try gets a number of its own. For one statement each, however many tries there are.
 * @returns for each added try how many of its key still count with it
 */
export async function changeLimitTries(
  database: Database,
  { added, removed }: { readonly added: readonly LimitTry[]; readonly removed: readonly string[] },
): Promise<LimitTries[]> {
  return database.write(async (tx) => {
    if (removed.length > 0) await tx.deleteFrom("limit_tries").where("id", "in", removed).execute();
    if (added.length === 0) return [];
    const keys = [...new Set(added.map(({ key }) => key))].toSorted();
    // SQLite has one writer anyway. Sorted, so that two processes never wait for each other.
    if (database.dialect === "postgres") {
      await tx.executeQuery(
        CompiledQuery.raw(
          `select pg_advisory_xact_lock(hashtextextended(key, 0))
           from (select key from json_array_elements_text($1::json) as given (key) order by key) as keys`,
          [JSON.stringify(keys)],
        ),
      );
    }
    const now = added.reduce(
      (least, { triedAt }) => (triedAt < least ? triedAt : least),
      added[0]?.triedAt ?? 0n,
    );
    const kept = await tx
      .selectFrom("limit_tries")
      .select(({ fn }) => [
        "key",
        fn.countAll<bigint>().as("total"),
        fn.min<Epoch>("tried_at").as("oldest_at"),
      ])
      .where("key", "in", keys)
      .where("expires_at", ">", now)
      .groupBy("key")
      .execute();
    await tx
      .insertInto("limit_tries")
      .values(
        added.map(({ id, key, triedAt, expiresAt }) => ({
          id,
          key,
          tried_at: triedAt,
          expires_at: expiresAt,
        })),
      )
      .execute();
    const totals = new Map<string, LimitTries>(kept.map((row) => [row.key, row]));
    return added.map(({ key, triedAt }) => {
      const before = totals.get(key);
      const counted = { total: (before?.total ?? 0n) + 1n, oldest_at: before?.oldest_at ?? triedAt };
      totals.set(key, counted);
      return counted;
    });
  });
}

/**
 * Adds to the count of a key's window. A window that has ended by `now` gives way to a new one, which ends at `endsAt`.
 * @returns the window's count with this, and when it ends
 */
export async function addLimitCount(
  database: Database,
  add: { readonly key: string; readonly count: bigint; readonly endsAt: Epoch; readonly now: Epoch },
): Promise<{ readonly total: bigint; readonly ends_at: Epoch }> {
  const isOver = sql`limit_counts.ends_at <= ${add.now}`;
  return database.write((tx) =>
    tx
      .insertInto("limit_counts")
      .values({ key: add.key, count: add.count, ends_at: add.endsAt })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet({
          count: sql<bigint>`case when ${isOver} then excluded.count else limit_counts.count + excluded.count end`,
          ends_at: sql<bigint>`case when ${isOver} then excluded.ends_at else limit_counts.ends_at end`,
        }),
      )
      .returning(["count as total", "ends_at"])
      .executeTakeFirstOrThrow(),
  );
}

/** Forgets what no longer counts. */
export async function deleteOldLimits(database: Database, now: Epoch): Promise<void> {
  await database.write(async (tx) => {
    await tx.deleteFrom("limit_tries").where("expires_at", "<=", now).execute();
    await tx.deleteFrom("limit_counts").where("ends_at", "<=", now).execute();
  });
}
