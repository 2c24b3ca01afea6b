import { DomainError } from "@wattle/contracts/errors";
import type { AccountEvent, EventsInput } from "@wattle/contracts/events";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { Reader } from "@wattle/db/database";
import { findEventSeq, followsEvents, listEvents, startFollowing } from "@wattle/db/events";
import { listTransactionsByIds } from "@wattle/db/history";
import type { Vault } from "@wattle/db/sealed/vault";
import type { EventRow } from "@wattle/db/tables";
import { isoTime } from "../clock.ts";
import { eventsBegin } from "../events/events-begin.ts";
import type { Services } from "../services.ts";
import { transactionOfRow } from "../transactions/transaction-of-row.ts";

type FeedServices = Pick<Services, "clock" | "database" | "vault">;

/** Stored events as they are answered and sent, in the same order. */
export async function eventsOfRows(
  reader: Reader,
  vault: Vault,
  rows: readonly EventRow[],
): Promise<AccountEvent[]> {
  const exchanges = rows.filter(({ data }) => data === null).map(({ subject_id }) => subject_id);
  const found = await listTransactionsByIds(reader, exchanges);
  const byId = new Map(found.map((row) => [row.id, transactionOfRow(row)]));
  return rows.map(({ id, type, subject_id, data, created_at }) => {
    const kept = vault.open("events.data", id, data);
    const subject: unknown = kept === null ? byId.get(subject_id) : JSON.parse(kept);
    return { id, type, created_at: isoTime(created_at), data: subject } as AccountEvent;
  });
}

/**
 * The customer's own events of the last 30 days, oldest first.
 * @throws DomainError `validation_failed` if `after` is none of them
 */
export async function readEvents(
  services: FeedServices,
  userId: string,
  { after, limit }: EventsInput,
): Promise<AccountEvent[]> {
  const { read } = services.database;
  const seen = after === undefined ? 0n : await findEventSeq(read, userId, after);
  if (seen === undefined) throw DomainError.at("after", "validation_failed", OWN_MESSAGES.unknownEvent);
  const since = eventsBegin(services);
  if (!(await followsEvents(read, userId)))
    await services.database.write((tx) => startFollowing(tx, userId, since));
  const now = BigInt(services.clock.now());
  const rows = await listEvents(read, userId, { after: seen, since, now, limit });
  return eventsOfRows(read, services.vault, rows);
}
