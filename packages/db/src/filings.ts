/** Reports to the authority. */
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";
import { rowsAfter, type Place } from "./pages.ts";
import type { Epoch, FilingRow, Transaction, User } from "./tables.ts";

/** A report with its customer. */
export interface CustomerFiling extends FilingRow {
  readonly email: User["email"];
  readonly first_name: User["first_name"];
  readonly last_name: User["last_name"];
}

const withCustomers = (reader: AnyReader) =>
  reader
    .selectFrom("filings")
    .innerJoin("users", "users.id", "filings.customer_id")
    .selectAll("filings")
    .select(["users.email", "users.first_name", "users.last_name"]);

/** Adds a draft. @returns false if a transaction has one of the kind already */
export async function insertFiling(
  tx: WriteTx,
  draft: Omit<FilingRow, "fields_hash" | "receipt" | "filed_on" | "filed_by">,
): Promise<boolean> {
  const added = await tx
    .insertInto("filings")
    .values({ ...draft, fields_hash: null, receipt: null, filed_on: null, filed_by: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Whether there is a report of a kind about a transaction: about one payment of it, if its line is given. */
export async function isReported(
  reader: Reader,
  { kind, reference, line }: Pick<FilingRow, "kind"> & { reference: string; line?: string | undefined },
): Promise<boolean> {
  let found = reader
    .selectFrom("filings")
    .select("id")
    .where("kind", "=", kind)
    .where("reference", "=", reference);
  if (line !== undefined) found = found.where("line_id", "=", line);
  return (await found.limit(1n).executeTakeFirst()) !== undefined;
}

export const findFiling = (reader: Reader, id: string): Promise<CustomerFiling | undefined> =>
  withCustomers(reader).where("filings.id", "=", id).executeTakeFirst();

/** Changes a draft. @returns false if it was filed */
export async function changeDraft(
  tx: WriteTx,
  id: string,
  changes: Partial<Pick<FilingRow, "fields" | "fields_hash" | "receipt" | "filed_on" | "filed_by">>,
): Promise<boolean> {
  const changed = await tx
    .updateTable("filings")
    .set(changes)
    .where("id", "=", id)
    .where("filed_on", "is", null)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** Sets when the drafts of a case are due that report a suspicion. */
export async function setDraftsDue(tx: WriteTx, caseId: string, due_at: Epoch): Promise<void> {
  await tx
    .updateTable("filings")
    .set({ due_at })
    .where("case_id", "=", caseId)
    .where("kind", "=", "smr")
    .where("filed_on", "is", null)
    .execute();
}

interface Chosen {
  readonly kind?: FilingRow["kind"] | undefined;
  readonly after?: Place | undefined;
  readonly limit: number;
}

/** Reports after a place in the list, newest first. */
export async function listFilings(
  reader: AnyReader,
  { kind, after, limit }: Chosen,
): Promise<CustomerFiling[]> {
  let rows = rowsAfter(withCustomers(reader), "filings", after);
  if (kind !== undefined) rows = rows.where("filings.kind", "=", kind);
  return rows
    .orderBy("filings.created_at", "desc")
    .orderBy("filings.id", "desc")
    .limit(BigInt(limit))
    .execute();
}

export const listFilingsOfCase = (
  reader: Reader,
  caseId: string,
): Promise<Pick<FilingRow, "id" | "filed_on">[]> =>
  reader
    .selectFrom("filings")
    .select(["id", "filed_on"])
    .where("case_id", "=", caseId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** Drafts that are not filed: how many, and the one that is due first. */
export async function countDrafts(
  reader: Reader,
): Promise<{ readonly count: number; readonly first: Pick<FilingRow, "created_at" | "due_at"> | undefined }> {
  const drafts = reader.selectFrom("filings").where("filed_on", "is", null);
  const { total } = await drafts
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  const first = await drafts.select(["created_at", "due_at"]).orderBy("due_at").limit(1n).executeTakeFirst();
  return { count: Number(total), first };
}

/** The day on which a bank booked a payment, by its line; without one the first payment of a deposit. */
export async function bookedDay(
  reader: Reader,
  { deposit, line }: { readonly deposit: string; readonly line?: string | undefined },
): Promise<string | undefined> {
  const lines = reader.selectFrom("bank_lines").select("booked_on");
  const own =
    line === undefined
      ? lines.where("matched_id", "=", deposit).where("status", "=", "credited")
      : lines.where("id", "=", line);
  const found = await own.orderBy("booked_on").limit(1n).executeTakeFirst();
  return found?.booked_on;
}

/** The newest deposit of a customer in one of these currencies since a time. */
export async function cameInSince(
  reader: Reader,
  userId: string,
  { currencies, since }: { readonly currencies: readonly string[]; readonly since: Epoch },
): Promise<Pick<Transaction, "id" | "updated_at"> | undefined> {
  if (currencies.length === 0) return undefined;
  return reader
    .selectFrom("transactions")
    .select(["id", "updated_at"])
    .where("user_id", "=", userId)
    .where("transaction_type", "=", "deposit")
    .where("status", "=", "completed")
    .where("credit_currency", "in", currencies)
    .where("updated_at", ">=", since)
    .orderBy("updated_at", "desc")
    .limit(1n)
    .executeTakeFirst();
}
