import type { WriteTx } from "@wattle/db/database";
import { insertTransaction } from "@wattle/db/history";
import { recordFirstStatus } from "@wattle/db/transaction-states";
import type { HistoryRow } from "@wattle/db/history-rows";
import { postEntry, type LedgerEntry } from "@wattle/db/ledger/post-entry";
import { referenceOf } from "../reference.ts";
import type { Services } from "../services.ts";
import type { EventServices } from "../events/record-event.ts";
import type { Actor } from "./change-status.ts";
import { recordTransactionEvent } from "./record-transaction-event.ts";

/** First columns of every history row: a new id, the reference made of it, its customer and its time. */
export function newOrigin({ clock, ids }: Pick<Services, "clock" | "ids">, userId: string) {
  const id = ids.uuid();
  return { id, userId, reference: referenceOf(id), createdAt: BigInt(clock.now()) };
}

/** Facts of a ledger entry that the row does not have. */
type RowEntry = Pick<LedgerEntry, "kind" | "description" | "postings">;

/** Posts the ledger entry that a row names. @throws InsufficientFundsError as `postEntry` */
export async function postRowEntry(
  tx: WriteTx,
  row: HistoryRow & { readonly entry_id: string },
  { id, approvedBy }: Pick<Actor, "id" | "approvedBy">,
  entry: RowEntry,
): Promise<void> {
  const { entry_id, created_at } = row;
  await postEntry(tx, { ...entry, id: entry_id, createdBy: id, approvedBy, createdAt: created_at });
}

/** Adds a deposit or withdrawal to the history, with its first status. */
export async function beginTransaction(
  tx: WriteTx,
  services: EventServices,
  row: HistoryRow,
  actor: string,
): Promise<void> {
  await insertTransaction(tx, row);
  await recordFirstStatus(tx, row.id, {
    eventId: services.ids.uuid(),
    to: row.status,
    actor,
    reason: null,
    at: row.created_at,
    entryId: row.entry_id ?? undefined,
  });
  await recordTransactionEvent(tx, services, row);
}
