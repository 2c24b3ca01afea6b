import { openDatabase } from "../database.ts";

/** Holds the lock on an SQLite file through another connection, as another process does. @returns what releases it */
export async function holdLock(url: string): Promise<() => Promise<void>> {
  const other = await openDatabase(url);
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const holding = other.write(async () => {
    begun.resolve();
    await over.promise;
  });
  await begun.promise;
  return async () => {
    over.resolve();
    await holding;
    await other.close();
  };
}
