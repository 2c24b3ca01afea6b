/** The import of a deposit account's statements under way: one at a time over all processes. */
import type { WriteTx } from "./handles/handles.ts";
import type { Epoch } from "./tables.ts";

interface StatementImport {
  readonly deposit_account_id: string;
  /** Any identifier, of this import. */
  readonly import_id: string;
  /** When another may begin, unless this one says more until then: its process has died. */
  readonly held_until: Epoch;
}

/**
 * Begins an import; another one waits until this transaction ends, and longer until `held_until`.
 * @returns false while another import of the account is under way
 */
export async function beginStatementImport(
  tx: WriteTx,
  begun: StatementImport & { readonly now: Epoch },
): Promise<boolean> {
  const { now, ...row } = begun;
  const taken = await tx
    .insertInto("statement_imports")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column("deposit_account_id")
        .doUpdateSet({ import_id: row.import_id, held_until: row.held_until })
        .where("statement_imports.held_until", "<", now),
    )
    .returning("import_id")
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Goes on with an import, and holds the account's row until the transaction ends.
 * @returns false if it was held for too long, and another has begun since
 */
export async function holdStatementImport(
  tx: WriteTx,
  { deposit_account_id, import_id, held_until }: StatementImport,
): Promise<boolean> {
  const held = await tx
    .updateTable("statement_imports")
    .set({ held_until })
    .where("deposit_account_id", "=", deposit_account_id)
    .where("import_id", "=", import_id)
    .returning("import_id")
    .executeTakeFirst();
  return held !== undefined;
}

/** Lets the next import begin. */
export async function endStatementImport(
  tx: WriteTx,
  { deposit_account_id, import_id }: Pick<StatementImport, "deposit_account_id" | "import_id">,
): Promise<void> {
  await tx
    .deleteFrom("statement_imports")
    .where("deposit_account_id", "=", deposit_account_id)
    .where("import_id", "=", import_id)
    .execute();
}
