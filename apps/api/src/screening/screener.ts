import type { ComparedIdentity } from "@wattle/contracts/cases";
import type { Database } from "@wattle/db/database";
import { listUsedLists } from "@wattle/db/screening";
import { IndexThread, type Found } from "./index-thread.ts";

/** Compares identities with the lists in use. */
export interface Screener {
  /** Entries that are like each identity, best first. */
  readonly search: (identities: readonly ComparedIdentity[]) => Promise<readonly (readonly Found[])[]>;
  readonly close: () => Promise<void>;
}

/** An index is made with the first search, and again once other lists are in use. */
export function createScreener(database: Pick<Database, "read">): Screener {
  let current: { readonly of: string; readonly thread: Promise<IndexThread> } | undefined;
  const end = async (): Promise<void> => {
    const before = current;
    current = undefined;
    await (await before?.thread)?.close();
  };
  return {
    async search(identities) {
      const lists = await listUsedLists(database.read);
      if (lists.length === 0 || identities.length === 0) return identities.map(() => []);
      const of = lists.map(({ id }) => id).join();
      if (current?.of !== of) {
        const before = current;
        current = { of, thread: IndexThread.open(database, lists) };
        // Calls that still wait for the index before get their answers first.
        void before?.thread.then(async (thread) => {
          await thread.count();
          await thread.close();
        });
      }
      const { thread } = current;
      try {
        return await (await thread).search(identities);
      } catch (failed) {
        if (current?.thread === thread) current = undefined;
        throw failed;
      }
    },
    close: end,
  };
}
