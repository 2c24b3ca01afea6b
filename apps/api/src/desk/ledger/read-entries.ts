import { pieceOf } from "@wattle/contracts/cursor";
import { DomainError } from "@wattle/contracts/errors";
import type {
  accountMovementsInput,
  CustomerMovements,
  customerMovementsInput,
  LedgerEntryRecord,
  LedgerMovement,
  Movements,
} from "@wattle/contracts/ledger";
import type { TransactionRecord } from "@wattle/contracts/transaction-record";
import { namesOf } from "@wattle/db/audit";
import { findCustomerById } from "@wattle/db/customers";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { sideOf } from "@wattle/db/ledger/account-totals";
import {
  entriesOfCustomer,
  entriesOfHouseAccount,
  findReversal,
  readEntries,
  type EntryWithPostings,
} from "@wattle/db/ledger/entries";
import type { z } from "zod";
import { amountText } from "../../amount-text.ts";
import { isoTime } from "../../clock.ts";
import type { Services } from "../../services.ts";

/** An entry as staff read it. */
export const entryOf = (entry: EntryWithPostings): TransactionRecord["entries"][number] => ({
  id: entry.id,
  kind: entry.kind,
  description: entry.description,
  reverses: entry.reverses_entry_id,
  created_by: entry.created_by,
  created_at: isoTime(entry.created_at),
  postings: entry.postings.map(({ source_account, destination_account, amount, currency }) => ({
    source: source_account,
    destination: destination_account,
    amount: amountText(amount, currency),
    currency,
  })),
});

/** The account's owner, if it is a customer's. */
const ownerOf = (account: string): string[] =>
  account.startsWith("customer:") ? account.split(":").slice(1, 2) : [];

/** One entry of the books, with the names of those it is about. @throws DomainError `not_found` */
export async function readEntry(
  { database: { read } }: Pick<Services, "database">,
  id: string,
): Promise<LedgerEntryRecord> {
  const [entry] = await readEntries(read, [id]);
  if (entry === undefined) throw new DomainError("not_found");
  const owners = entry.postings.flatMap(({ source_account, destination_account }) =>
    [source_account, destination_account].flatMap(ownerOf),
  );
  const people = new Set([
    entry.created_by,
    ...(entry.approved_by === null ? [] : [entry.approved_by]),
    ...owners,
  ]);
  return {
    ...entryOf(entry),
    reversed_by: (await findReversal(read, id)) ?? null,
    approved_by: entry.approved_by,
    names: Object.fromEntries(await namesOf(read, [...people])),
  };
}

/**
 * Movements of some accounts by entries: one for each posting to one of them.
 * @param isOwn whether an account is one of them
 */
function movementsOf(
  entries: readonly EntryWithPostings[],
  isOwn: (account: string) => boolean,
  grows: "debit" | "credit",
): LedgerMovement[] {
  return entries.flatMap((entry) =>
    entry.postings.flatMap(
      ({ source_account: source, destination_account: destination, currency, amount }) => {
        const moved = (own: string, other: string, units: bigint): LedgerMovement[] =>
          isOwn(own)
            ? [
                {
                  entry_id: entry.id,
                  kind: entry.kind,
                  description: entry.description,
                  purpose: own.split(":").at(-2) ?? "",
                  other,
                  currency,
                  change: amountText(grows === "debit" ? -units : units, currency),
                  created_at: isoTime(entry.created_at),
                },
              ]
            : [];
        return [...moved(source, destination, -amount), ...moved(destination, source, amount)];
      },
    ),
  );
}

/** Movements of a customer's accounts, newest first. @throws DomainError `not_found`, also for an account of staff */
export async function readCustomerMovements(
  { database: { read, standby } }: Pick<Services, "database">,
  { customer_id: customerId, after, limit }: z.output<typeof customerMovementsInput>,
): Promise<CustomerMovements> {
  const customer = await findCustomerById(read, customerId);
  if (customer === undefined) throw new DomainError("not_found");
  const { email, first_name: first, last_name: last } = customer;
  const { piece, next } = pieceOf(await entriesOfCustomer(standby, customerId, after, limit + 1), limit);
  const entries = await readEntries(
    standby,
    piece.map(({ id }) => id),
  );
  const own = `customer:${customerId}:`;
  return {
    customer: { id: customerId, email, name: `${first} ${last}`.trim() },
    data: movementsOf(entries.toReversed(), (account) => account.startsWith(own), "credit"),
    next,
  };
}

/** Movements of an account of the house, newest first. */
export async function readAccountMovements(
  { database: { standby } }: Pick<Services, "database">,
  { purpose, currency, after, limit }: z.output<typeof accountMovementsInput>,
): Promise<Movements> {
  const account = houseAccount(purpose, currency);
  const found = await entriesOfHouseAccount(standby, account, after, limit + 1);
  const piece = found.slice(0, limit);
  const entries = new Map((await readEntries(standby, piece)).map((entry) => [entry.id, entry]));
  return {
    // In the order they were written, which is that of their ids.
    data: movementsOf(
      piece.flatMap((id) => entries.get(id) ?? []),
      (moved) => moved === account,
      sideOf(purpose),
    ),
    next: found.length > limit ? (piece.at(-1) ?? null) : null,
  };
}
