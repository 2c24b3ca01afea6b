import type { ReadDb } from "@wattle/db/database";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { expect } from "vitest";

interface Answered {
  /** Identifiers of transactions that were answered. */
  readonly ids: readonly string[];
  /** Beginning of the keys under which they were asked for. */
  readonly keys: string;
}

/** Expects that a database has what was answered, each under one key and nothing else under those keys, and books that add up. */
export async function expectKept(read: ReadDb, { ids, keys }: Answered): Promise<void> {
  const stored = await read
    .selectFrom("idempotency_keys")
    .select("key")
    .where("key", "like", `${keys}%`)
    .execute();
  expect(stored).toHaveLength(ids.length);
  const made = new Set<string>();
  for (let from = 0; from < ids.length; from += 1000) {
    const piece = ids.slice(from, from + 1000);
    const rows = await read.selectFrom("transactions").select("id").where("id", "in", piece).execute();
    for (const { id } of rows) made.add(id);
  }
  expect(made).toEqual(new Set(ids));
  expect(made.size).toBe(ids.length);
  expect((await checkLedger(read)).mismatches).toEqual([]);
}
