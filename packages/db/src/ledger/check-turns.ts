/** Which process checks the ledger next, and what the last check found. */
import type { Reader, WriteTx } from "../handles/handles.ts";
import type { Epoch, LedgerCheck } from "../tables.ts";

const NEWEST = "newest";

/** The check that was begun last, by any process, with what the last one that ended found. */
export async function newestLedgerCheck(reader: Reader): Promise<LedgerCheck | undefined> {
  return reader.selectFrom("ledger_checks").selectAll().where("name", "=", NEWEST).executeTakeFirst();
}

/**
 * Begins a check.
 * @param before only if the last one was begun at this moment or earlier, or later than now
 * @returns false if it was begun later, by this process or another
 */
export async function beginLedgerCheck(
  tx: WriteTx,
  { now, before }: { readonly now: Epoch; readonly before: Epoch },
): Promise<boolean> {
  const begun = await tx
    .insertInto("ledger_checks")
    .values({ name: NEWEST, begun_at: now, ended_at: null, milliseconds: 0n, mismatches: "[]" })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ begun_at: now })
        .where((row) =>
          row.or([row("ledger_checks.begun_at", "<=", before), row("ledger_checks.begun_at", ">", now)]),
        ),
    )
    .returning("name")
    .executeTakeFirst();
  return begun !== undefined;
}

/** Writes down what a check found. @returns what the one before found */
export async function endLedgerCheck(
  tx: WriteTx,
  found: Pick<LedgerCheck, "milliseconds" | "mismatches"> & { readonly ended_at: Epoch },
): Promise<string> {
  // If two processes end at once, the second sees the findings of the first.
  const before = await tx
    .updateTable("ledger_checks")
    .set((row) => ({ mismatches: row.ref("mismatches") }))
    .where("name", "=", NEWEST)
    .returning("mismatches")
    .executeTakeFirst();
  await tx.updateTable("ledger_checks").set(found).where("name", "=", NEWEST).execute();
  return before?.mismatches ?? "[]";
}
