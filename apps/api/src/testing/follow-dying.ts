import type { Database } from "@wattle/db/database";
import { expect } from "vitest";

/** A database whose process dies around its writes: before a commit in one life, and after it in the next. */
function dyingDatabase(database: Database, life: number): Database {
  let writes = 0;
  return {
    ...database,
    write: (async (work, options) => {
      const result = await database.write(async (tx) => {
        const done = await work(tx);
        if (++writes > 2 && life % 2 === 0) throw new Error("killed before the commit");
        return done;
      }, options);
      if (writes > 1 && life % 2 === 1) throw new Error("killed after the commit");
      return result;
    }) as typeof database.write,
  };
}

/** Follows with processes that die, until one has nothing left to do. @param follow goes on with a database */
export async function followDying(
  database: Database,
  follow: (database: Database) => Promise<unknown>,
): Promise<void> {
  let deaths = 0;
  for (let life = 0; life < 60; life++) {
    try {
      await follow(dyingDatabase(database, life));
      break;
    } catch {
      deaths++;
    }
  }
  expect(deaths).toBeGreaterThan(5);
}
