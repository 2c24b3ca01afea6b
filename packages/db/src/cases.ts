/** Cases of compliance. */
import { sql } from "kysely";
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";
import { rowsAfter, type Place } from "./pages.ts";
import type { CaseNote, CaseRow, Epoch, User } from "./tables.ts";

/** A case with its customer. */
export interface CustomerCase extends CaseRow {
  readonly customer: Pick<User, "id" | "email" | "first_name" | "last_name">;
}

interface Chosen {
  readonly status?: "open" | "snoozed" | "closed" | undefined;
  readonly kind?: CaseRow["kind"] | undefined;
  readonly assignee?: string | undefined;
  readonly customer?: string | undefined;
  readonly after?: Place | undefined;
  readonly now: Epoch;
  readonly limit: number;
}

async function withCustomers(reader: AnyReader, rows: readonly CaseRow[]): Promise<CustomerCase[]> {
  const customers = await reader
    .selectFrom("users")
    .select(["id", "email", "first_name", "last_name"])
    .where("id", "in", ["", ...rows.map(({ customer_id }) => customer_id)])
    .execute();
  const byId = new Map(customers.map((customer) => [customer.id, customer]));
  return rows.flatMap((row) => {
    const customer = byId.get(row.customer_id);
    return customer === undefined ? [] : [{ ...row, customer }];
  });
}

/** Cases after a place in the list, newest first. */
export async function listCases(
  reader: AnyReader,
  { status, kind, assignee, customer, after, now, limit }: Chosen,
): Promise<CustomerCase[]> {
  let rows = rowsAfter(reader.selectFrom("cases").selectAll(), "cases", after);
  if (status === "closed") rows = rows.where("closed_at", "is not", null);
  else if (status !== undefined) rows = rows.where("closed_at", "is", null);
  if (status === "snoozed") rows = rows.where("snoozed_until", ">", now);
  if (status === "open")
    rows = rows.where((row) => row.or([row("snoozed_until", "is", null), row("snoozed_until", "<=", now)]));
  if (kind !== undefined) rows = rows.where("kind", "=", kind);
  if (assignee !== undefined) rows = rows.where("assignee", "=", assignee);
  if (customer !== undefined) rows = rows.where("customer_id", "=", customer);
  const found = await rows.orderBy("created_at", "desc").orderBy("id", "desc").limit(BigInt(limit)).execute();
  return withCustomers(reader, found);
}

export async function findCase(reader: Reader, id: string): Promise<CustomerCase | undefined> {
  const row = await reader.selectFrom("cases").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : (await withCustomers(reader, [row]))[0];
}

/** A customer's open case of a kind, and of a rule if one is given. */
export const openCaseOf = (
  reader: Reader,
  customerId: string,
  { kind, rule = null }: { readonly kind: CaseRow["kind"]; readonly rule?: string | null },
): Promise<CaseRow | undefined> =>
  reader
    .selectFrom("cases")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("kind", "=", kind)
    .where(sql<boolean>`coalesce(rule, '') = ${rule ?? ""}`)
    .where("closed_at", "is", null)
    .orderBy("created_at", "desc")
    .limit(1n)
    .executeTakeFirst();

export async function insertCase(
  tx: WriteTx,
  row: Pick<CaseRow, "id" | "kind" | "rule" | "customer_id" | "created_at" | "due_at" | "holds">,
): Promise<void> {
  const open = { assignee: null, snoozed_until: null, closed_at: null, closed_by: null, outcome: null };
  await tx
    .insertInto("cases")
    .values({ ...row, ...open })
    .execute();
}

/** Changes an open case. @returns false if it is closed: of two concurrent calls one wins */
export async function changeOpenCase(
  tx: WriteTx,
  id: string,
  changes: Partial<
    Pick<
      CaseRow,
      "assignee" | "terrorism" | "due_at" | "snoozed_until" | "holds" | "closed_at" | "closed_by" | "outcome"
    >
  >,
): Promise<boolean> {
  const changed = await tx
    .updateTable("cases")
    .set(changes)
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** Whether a case keeps a customer's withdrawals on hold until it is closed. */
export async function isHeldByOpenCase(reader: Reader, customerId: string): Promise<boolean> {
  const found = await holdingCases(reader, customerId)
    .where("closed_at", "is", null)
    .limit(1n)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Whether something else than a case keeps a customer's withdrawals on hold: an open case, one that ended in a report, or a sum that the
 * customer owes.
 */
export async function isHeldByOther(
  reader: Reader,
  { id, customer_id }: Pick<CaseRow, "id" | "customer_id">,
): Promise<boolean> {
  const owed = await reader
    .selectFrom("receivables")
    .select("id")
    .where("user_id", "=", customer_id)
    .where("settled_at", "is", null)
    .limit(1n)
    .executeTakeFirst();
  if (owed !== undefined) return true;
  const other = await holdingCases(reader, customer_id)
    .where("id", "<>", id)
    .where((row) => row.or([row("closed_at", "is", null), row("outcome", "=", "reported")]))
    .limit(1n)
    .executeTakeFirst();
  return other !== undefined;
}

const holdingCases = (reader: Reader, customerId: string) =>
  reader.selectFrom("cases").select("id").where("customer_id", "=", customerId).where("holds", "=", 1n);

/** Open cases, those that sleep left out: how many, and the opening and due time of the one that is due first. */
export async function countOpenCases(
  reader: Reader,
  now: Epoch,
): Promise<{ readonly count: number; readonly first: Pick<CaseRow, "created_at" | "due_at"> | undefined }> {
  const open = reader
    .selectFrom("cases")
    .where("closed_at", "is", null)
    .where((row) => row.or([row("snoozed_until", "is", null), row("snoozed_until", "<=", now)]));
  const { total } = await open
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  const first = await open.select(["created_at", "due_at"]).orderBy("due_at").limit(1n).executeTakeFirst();
  return { count: Number(total), first };
}

export async function insertCaseNote(tx: WriteTx, note: CaseNote): Promise<void> {
  await tx.insertInto("case_notes").values(note).execute();
}

export const listCaseNotes = (reader: Reader, caseId: string): Promise<CaseNote[]> =>
  reader
    .selectFrom("case_notes")
    .selectAll()
    .where("case_id", "=", caseId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
