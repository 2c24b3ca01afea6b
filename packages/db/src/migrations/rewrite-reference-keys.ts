import { appendAudit } from "../audit.ts";
import type { WriteTx } from "../handles/handles.ts";
import type { Transaction } from "../tables.ts";

/**
 * Makes the keys of bank references again.
 *
 * Two deposits may have been credited with references that are one by now. Both keep their money, since whether it came
 * twice is for people to judge; the first keeps the key, and the audit log has a line about each other one.
 */
export async function rewriteReferenceKeys(
  tx: WriteTx,
  {
    now,
    by,
    keyOf,
  }: {
    /** Milliseconds since 1970. */
    readonly now: bigint;
    /** Number of the migration. */
    readonly by: string;
    readonly keyOf: (
      deposit: Pick<Transaction, "credit_currency" | "payment_method">,
      bankReference: string,
    ) => string;
  },
): Promise<void> {
  const rows = await tx
    .selectFrom("transactions")
    .select(["id", "reference", "status", "credit_currency", "payment_method"])
    .select(["bank_reference", "bank_reference_key"])
    .where("bank_reference_key", "is not", null)
    .where("bank_reference", "is not", null)
    .orderBy("id")
    .execute();
  const credited = new Map<string, string>();
  const changed = rows.flatMap(({ bank_reference, ...row }) => {
    const key = keyOf(row, bank_reference ?? "");
    const first = row.status === "completed" ? credited.get(key) : undefined;
    if (row.status === "completed" && first === undefined) credited.set(key, row.reference);
    const kept = first === undefined ? key : null;
    return kept === row.bank_reference_key ? [] : [{ ...row, bank_reference, kept, first }];
  });
  // A new key may still be another row's old one.
  for (const { id } of changed) await setKey(tx, id, null);
  for (const { id, kept, first, reference, bank_reference } of changed) {
    if (first === undefined) await setKey(tx, id, kept);
    else {
      await appendAudit(tx, {
        id: `${by}-${id}`,
        actor: "system:migration",
        action: "deposit.reference_shared",
        subject: id,
        details: JSON.stringify({ reference, bank_reference, first_credited: first }),
        created_at: now,
      });
    }
  }
}

async function setKey(tx: WriteTx, id: string, key: string | null): Promise<void> {
  await tx.updateTable("transactions").set({ bank_reference_key: key }).where("id", "=", id).execute();
}
