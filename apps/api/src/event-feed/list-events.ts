import { DomainError } from "@wattle/contracts/errors";
import type { AccountEvent, EventsInput } from "@wattle/contracts/events";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { sealBooks } from "@wattle/db/book-seals/seal-books";
import type { Reader } from "@wattle/db/database";
import { findEventSeq, listEvents } from "@wattle/db/events";
import { listTransactions, listTransactionsByIds } from "@wattle/db/history";
import type { Vault } from "@wattle/db/sealed/vault";
import type { EventRow } from "@wattle/db/tables";
import { readSealKeys } from "../book-seals/seal-keys.ts";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";
import { transactionOfRow } from "../transactions/transaction-of-row.ts";
import { eventsBegin, followExchanges } from "./follow-exchanges.ts";

/** For so long an exchange may not be among the events by itself; books are sealed every second. */
const NEW_MILLISECONDS = 5_000;

type FeedServices = Pick<Services, "clock" | "database" | "ids" | "log" | "signingKeys" | "vault">;

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

/** Brings the events up to an exchange that the customer has only just made, rather than let it be missing for a second. */
async function catchUp(services: FeedServices, userId: string): Promise<void> {
  const { clock, database, log } = services;
  const newest = await listTransactions(database.read, userId, { type: "exchange", page: 1, perPage: 1 });
  const [exchange] = newest.rows;
  if (exchange === undefined || BigInt(clock.now() - NEW_MILLISECONDS) > exchange.created_at) return;
  try {
    await sealBooks(database, await readSealKeys(services), BigInt(clock.now()));
    await followExchanges(services);
  } catch (error) {
    log.warn({ err: error }, "the newest exchanges are not among the events yet");
  }
}

/**
 * The customer's own events of the last 30 days, oldest first.
 * @throws DomainError `validation_failed` where `after` is none of them
 */
export async function readEvents(
  services: FeedServices,
  userId: string,
  { after, limit }: EventsInput,
): Promise<AccountEvent[]> {
  const { read } = services.database;
  const seen = after === undefined ? 0n : await findEventSeq(read, userId, after);
  if (seen === undefined) throw DomainError.at("after", "validation_failed", OWN_MESSAGES.unknownEvent);
  await catchUp(services, userId);
  const rows = await listEvents(read, userId, { after: seen, since: eventsBegin(services), limit });
  return eventsOfRows(read, services.vault, rows);
}
