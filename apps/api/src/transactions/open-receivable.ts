import { asInternalNote } from "@wattle/contracts/staff-texts";
import type { WriteTx } from "@wattle/db/database";
import { insertHolds } from "@wattle/db/holds";
import { houseAccount, type LedgerAccountId } from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";
import { insertReceivable } from "@wattle/db/receivables";
import type { ReceivableRow } from "@wattle/db/tables";
import type { Operator } from "../audit/record-act.ts";
import type { Services } from "../services.ts";

interface Owed extends Pick<ReceivableRow, "user_id" | "currency" | "amount"> {
  /** The bank line that took it back, or the arrival that the chain undid. */
  readonly of: Partial<Pick<ReceivableRow, "bank_line_id" | "arrival_id">>;
  /** The account that gets what the customer has spent. */
  readonly destination: LedgerAccountId;
  readonly description: string;
  readonly by: Operator;
  /** Why, for staff. */
  readonly note: string;
}

/** Opens a debt for a deposit that was taken back after it was spent, and stops the customer's withdrawals. */
export async function openReceivable(
  tx: WriteTx,
  { clock, ids }: Pick<Services, "clock" | "ids">,
  { user_id, currency, amount, of, destination, description, by, note }: Owed,
): Promise<void> {
  const [entryId, at] = [ids.uuid(), BigInt(clock.now())];
  await postEntry(tx, {
    id: entryId,
    kind: "receivable",
    description,
    createdBy: by.id,
    approvedBy: by.approvedBy,
    createdAt: at,
    postings: [{ source: houseAccount("receivables", currency), destination, currency, amount }],
  });
  await insertReceivable(tx, {
    id: ids.uuid(),
    user_id,
    currency,
    amount,
    bank_line_id: null,
    arrival_id: null,
    ...of,
    entry_id: entryId,
    opened_at: at,
    settled_at: null,
    settled_by: null,
    settled_entry_id: null,
  });
  const hold = {
    userId: user_id,
    kinds: ["withdrawals"],
    by: by.id,
    at,
    note: asInternalNote(note),
  } as const;
  await insertHolds(tx, hold, () => ids.uuid());
}
