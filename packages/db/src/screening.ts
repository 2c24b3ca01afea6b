/** Lists of people, and what they have of customers. */
import { openCaseOf } from "./cases.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { Epoch, Identity, ListSource, ScreeningHit, ScreeningList, User } from "./tables.ts";

type NewList = Pick<
  ScreeningList,
  "id" | "source" | "version" | "dated" | "entries" | "imported_at" | "imported_by"
>;

/** Keeps a version that no one uses yet. Its parts are there. */
export async function insertList(tx: WriteTx, list: NewList): Promise<void> {
  const unused = { used_at: null, replaced_at: null, previous_id: null, screened_at: null };
  await tx
    .insertInto("screening_lists")
    .values({ ...list, ...unused })
    .execute();
}

export async function insertListPart(
  tx: WriteTx,
  part: { readonly list_id: string; readonly part: bigint; readonly entries: string },
): Promise<void> {
  await tx.insertInto("screening_list_parts").values(part).execute();
}

/** Removes the parts of a file that turned out to be bad. */
export async function deleteListParts(tx: WriteTx, listId: string): Promise<void> {
  await tx.deleteFrom("screening_list_parts").where("list_id", "=", listId).execute();
}

/** Parts of a list, as JSON texts, one after another. */
export async function* listParts(reader: Reader, listId: string): AsyncGenerator<string> {
  for (let part = 0n; ; part += 1n) {
    const row = await reader
      .selectFrom("screening_list_parts")
      .select("entries")
      .where("list_id", "=", listId)
      .where("part", "=", part)
      .executeTakeFirst();
    if (row === undefined) return;
    yield row.entries;
  }
}

export const findList = (reader: Reader, id: string): Promise<ScreeningList | undefined> =>
  reader.selectFrom("screening_lists").selectAll().where("id", "=", id).executeTakeFirst();

/** The versions in use. */
export const listUsedLists = (reader: Reader): Promise<ScreeningList[]> =>
  reader
    .selectFrom("screening_lists")
    .selectAll()
    .where("used_at", "is not", null)
    .where("replaced_at", "is", null)
    .orderBy("source")
    .execute();

export const usedListOf = (reader: Reader, source: ListSource): Promise<ScreeningList | undefined> =>
  reader
    .selectFrom("screening_lists")
    .selectAll()
    .where("source", "=", source)
    .where("used_at", "is not", null)
    .where("replaced_at", "is", null)
    .executeTakeFirst();

/** Uses a version in place of another of its source. All customers are to be compared with what is new in it. */
export async function useList(
  tx: WriteTx,
  id: string,
  { before, customers, at }: { before: ScreeningList | undefined; customers: bigint; at: Epoch },
): Promise<void> {
  if (before !== undefined)
    await tx.updateTable("screening_lists").set({ replaced_at: at }).where("id", "=", before.id).execute();
  // Not everyone was compared with a version that is replaced early.
  const previous = before?.screened_at === null ? before.previous_id : (before?.id ?? null);
  await tx
    .updateTable("screening_lists")
    .set({
      used_at: at,
      replaced_at: null,
      previous_id: previous,
      customers_total: customers,
      screened_total: 0n,
      screened_through: "",
      screened_at: null,
      leased_until: 0n,
    })
    .where("id", "=", id)
    .execute();
}

/** Takes a version in use with which customers are still to be compared, until a time. */
export async function takeSweep(tx: WriteTx, now: Epoch, until: Epoch): Promise<ScreeningList | undefined> {
  const waiting = await tx
    .selectFrom("screening_lists")
    .select("id")
    .where("used_at", "is not", null)
    .where("replaced_at", "is", null)
    .where("screened_at", "is", null)
    .where("leased_until", "<=", now)
    .orderBy("used_at")
    .limit(1n)
    .executeTakeFirst();
  if (waiting === undefined) return undefined;
  return tx
    .updateTable("screening_lists")
    .set({ leased_until: until })
    .where("id", "=", waiting.id)
    .where("leased_until", "<=", now)
    .returningAll()
    .executeTakeFirst();
}

type SweepProgress = Pick<ScreeningList, "screened_total" | "screened_through" | "leased_until"> &
  Partial<Pick<ScreeningList, "screened_at">>;

/** @returns false if the version is not in use any more */
export async function noteSweep(tx: WriteTx, id: string, progress: SweepProgress): Promise<boolean> {
  const noted = await tx
    .updateTable("screening_lists")
    .set(progress)
    .where("id", "=", id)
    .where("replaced_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return noted !== undefined;
}

/** A customer whose name is compared with lists. */
export interface ScreenedCustomer extends Pick<User, "id" | "first_name" | "middle_name" | "last_name"> {
  readonly form: Identity["form"];
}

const screened = (reader: Reader) =>
  reader
    .selectFrom("users")
    .innerJoin("identities", "identities.user_id", "users.id")
    .where("identities.submitted_at", "is not", null)
    .select(["users.id", "users.first_name", "users.middle_name", "users.last_name", "identities.form"]);

/** Customers who have sent an identity, in the order of their identifiers. */
export const listScreened = (reader: Reader, after: string, limit: number): Promise<ScreenedCustomer[]> =>
  screened(reader).where("users.id", ">", after).orderBy("users.id").limit(BigInt(limit)).execute();

export const findScreened = (reader: Reader, id: string): Promise<ScreenedCustomer | undefined> =>
  screened(reader).where("users.id", "=", id).executeTakeFirst();

/** Most payers of a customer who are compared, the newest. */
const MOST_PAYERS = 100;

/** Names that banks gave for those who paid for a customer. */
export async function listPayers(reader: Reader, userId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom("bank_lines")
    .select(["payer", ({ fn }) => fn.max("booked_on").as("newest")])
    .where("customer_id", "=", userId)
    .where("status", "=", "credited")
    .where("payer", "<>", "")
    .groupBy("payer")
    .orderBy("newest", "desc")
    .limit(BigInt(MOST_PAYERS))
    .execute();
  return rows.flatMap(({ payer }) => payer ?? []);
}

/** Texts of payments for a customer in whose format banks name no payer, the newest, each with its deposit's reference. */
export const listPayingTexts = (
  reader: Reader,
  userId: string,
): Promise<{ text: string; reference: string }[]> =>
  reader
    .selectFrom("bank_lines as line")
    .innerJoin("transactions as paid", "paid.id", "line.matched_id")
    .where("line.customer_id", "=", userId)
    .where("line.status", "=", "credited")
    .where("line.payer", "is", null)
    .select(["line.text", "paid.reference"])
    .orderBy("line.booked_on", "desc")
    .limit(BigInt(MOST_PAYERS))
    .execute();

export async function countScreened(reader: Reader): Promise<bigint> {
  const { total } = await reader
    .selectFrom("identities")
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .where("submitted_at", "is not", null)
    .executeTakeFirstOrThrow();
  return total;
}

/** Asks to compare a customer with all lists. */
export async function screenLater(tx: WriteTx, userId: string, at: Epoch): Promise<void> {
  await tx
    .insertInto("screenings_due")
    .values({ user_id: userId, due_at: at })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ due_at: at }))
    .execute();
}

/** Whether a customer is still to be compared, and since when; undefined if not. */
export async function screeningDue(reader: Reader, userId: string): Promise<Epoch | undefined> {
  const due = await reader
    .selectFrom("screenings_due")
    .select("due_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return due?.due_at;
}

export const listScreeningsDue = (
  reader: Reader,
  before: Epoch,
  limit: number,
): Promise<{ user_id: string; due_at: Epoch }[]> =>
  reader
    .selectFrom("screenings_due")
    .selectAll()
    .where("due_at", "<=", before)
    .orderBy("due_at")
    .limit(BigInt(limit))
    .execute();

/** Notes that a customer was compared, unless it was asked for again meanwhile. */
export async function noteScreened(tx: WriteTx, userId: string, dueAt: Epoch): Promise<void> {
  await tx.deleteFrom("screenings_due").where("user_id", "=", userId).where("due_at", "<=", dueAt).execute();
}

/** Adds a hit. The caller has locked the customer's row, and looked whether it is known. */
export async function insertHit(tx: WriteTx, hit: ScreeningHit): Promise<void> {
  await tx.insertInto("screening_hits").values(hit).execute();
}

/** Hits of a customer with entries of lists. */
export const knownHits = (reader: Reader, userId: string): Promise<ScreeningHit[]> =>
  reader.selectFrom("screening_hits").selectAll().where("user_id", "=", userId).execute();

export const listHits = (reader: Reader, caseId: string): Promise<ScreeningHit[]> =>
  reader
    .selectFrom("screening_hits")
    .selectAll()
    .where("case_id", "=", caseId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** Whether a customer is still to be compared with lists, or has a hit that no one has decided. */
export async function isScreeningOpen(reader: Reader, userId: string): Promise<boolean> {
  if ((await openCaseOf(reader, userId, { kind: "screening" })) !== undefined) return true;
  if ((await screeningDue(reader, userId)) === undefined) return false;
  return (await listUsedLists(reader)).length > 0;
}
