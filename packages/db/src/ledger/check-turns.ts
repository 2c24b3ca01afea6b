/** Which process checks the ledger next, and what the last check found. */
import type { Reader, WriteTx } from "../handles/handles.ts";
import type { Sealed } from "../sealed/sealed-columns.ts";
import type { Epoch, LedgerCheck } from "../tables.ts";

/** The name of the only row. */
export const NEWEST_CHECK = "newest";

/** The check that was begun last, by any process, with what the last one that ended found. */
export async function newestLedgerCheck(reader: Reader): Promise<LedgerCheck | undefined> {
  return reader.selectFrom("ledger_checks").selectAll().where("name", "=", NEWEST_CHECK).executeTakeFirst();
}

/**
 * Begins a check.
 * @param before only if the last one was begun before this moment, or later than now
 * @returns false if it was begun later, by this process or another
 */
export async function beginLedgerCheck(
  tx: WriteTx,
  { now, before }: { readonly now: Epoch; readonly before: Epoch },
): Promise<boolean> {
  const begun = await tx
    .insertInto("ledger_checks")
    .values({ name: NEWEST_CHECK, begun_at: now, found: null })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ begun_at: now })
        .where((row) =>
          row.or([row("ledger_checks.begun_at", "<", before), row("ledger_checks.begun_at", ">", now)]),
        ),
    )
    .returning("name")
    .executeTakeFirst();
  return begun !== undefined;
}

/** Writes down what a check found. @returns what the one before found */
export async function endLedgerCheck(
  tx: WriteTx,
  found: Sealed<"ledger_checks.found">,
): Promise<LedgerCheck["found"]> {
  // If two processes end at once, the second sees the findings of the first.
  const before = await tx
    .updateTable("ledger_checks")
    .set((row) => ({ begun_at: row.ref("begun_at") }))
    .where("name", "=", NEWEST_CHECK)
    .returning("found")
    .executeTakeFirst();
  await tx.updateTable("ledger_checks").set({ found }).where("name", "=", NEWEST_CHECK).execute();
  return before?.found ?? null;
}
