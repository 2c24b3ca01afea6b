/** Acts of operators. Rows are only ever added: the database refuses to change or delete them. */
import type { AuditRecord, Epoch } from "./tables.ts";
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";
import { readSomePage, rowsAfter, type PageNumber, type Place } from "./pages.ts";

/** Which records, and which page of them. */
export interface AuditPage extends PageNumber {
  readonly subject?: string;
  readonly actor?: string;
  readonly action?: string;
  /** Times that a record is not before, and not after; epoch milliseconds. */
  readonly from?: bigint;
  readonly to?: bigint;
  /** Acts that the reader may not see. */
  readonly without?: readonly string[];
  /** Position of a walk. */
  readonly after?: Place;
}

export async function appendAudit(tx: WriteTx, record: AuditRecord): Promise<void> {
  await tx.insertInto("audit_log").values(record).execute();
}

/** The log, newest first, with how many records the filter has after the place. */
export async function listAudit(
  reader: AnyReader,
  { subject, actor, action, from, to, without = [], after, ...page }: AuditPage,
): Promise<{ rows: AuditRecord[]; total: number }> {
  let records = reader.selectFrom("audit_log");
  if (subject !== undefined) records = records.where("subject", "=", subject);
  if (actor !== undefined) records = records.where("actor", "=", actor);
  if (action !== undefined) records = records.where("action", "=", action);
  if (without.length > 0) records = records.where("action", "not in", without);
  if (from !== undefined) records = records.where("created_at", ">=", from);
  if (to !== undefined) records = records.where("created_at", "<=", to);
  return readSomePage(reader, rowsAfter(records.selectAll(), "audit_log", after), page);
}

/** Acts that the log has of what someone looked at: they change nothing. */
const LOOKS = [
  "document.read",
  "customer.data_copied",
  "customer.statement_copied",
  "report.carf_read",
  "report.trades_read",
] as const;

/** Identifier of the newest line of an act that changed something; undefined if there is none. @param without acts to leave out */
export async function newestAudit(reader: Reader, without: readonly string[]): Promise<string | undefined> {
  const newest = await reader
    .selectFrom("audit_log")
    .select("id")
    .where("action", "not in", [...LOOKS, ...without])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1n)
    .executeTakeFirst();
  return newest?.id;
}

/** How often each act was done from a time on. */
export async function countActsSince(reader: Reader, from: Epoch): Promise<Map<string, number>> {
  const counts = await reader
    .selectFrom("audit_log")
    .select(({ fn }) => ["action", fn.countAll<bigint>().as("total")])
    .where("created_at", ">=", from)
    .groupBy("action")
    .execute();
  return new Map(counts.map(({ action, total }) => [action, Number(total)]));
}

/** The newest record of an act that was done to a subject; undefined if there is none. */
export async function newestAuditOf(
  reader: Reader,
  { action, subject }: Pick<AuditRecord, "action" | "subject">,
): Promise<AuditRecord | undefined> {
  return reader
    .selectFrom("audit_log")
    .selectAll()
    .where("subject", "=", subject)
    .where("action", "=", action)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1n)
    .executeTakeFirst();
}

/** When someone did one of some acts after a time: the newest `limit` of them, newest first. */
export async function listActTimes(
  reader: Reader,
  {
    actor,
    actions,
    after,
    limit,
  }: {
    readonly actor: string;
    readonly actions: readonly string[];
    readonly after: Epoch;
    readonly limit: number;
  },
): Promise<Epoch[]> {
  const rows = await reader
    .selectFrom("audit_log")
    .select("created_at")
    .where("actor", "=", actor)
    .where("action", "in", actions)
    .where("created_at", ">", after)
    .orderBy("created_at", "desc")
    .limit(BigInt(limit))
    .execute();
  return rows.map(({ created_at }) => created_at);
}

/** When others than its owner did an act to an account, from a time on, oldest first. */
export async function listActsByOthers(
  reader: Reader,
  { action, subject }: Pick<AuditRecord, "action" | "subject">,
  from: Epoch,
): Promise<Epoch[]> {
  const rows = await reader
    .selectFrom("audit_log")
    .select("created_at")
    .where("subject", "=", subject)
    .where("action", "=", action)
    .where("actor", "<>", subject)
    .where("created_at", ">=", from)
    .orderBy("created_at")
    .execute();
  return rows.map(({ created_at }) => created_at);
}

/** How often an act was done to each of some subjects; one to which it was not is left out. */
export async function countActs(
  reader: AnyReader,
  action: string,
  subjects: readonly string[],
): Promise<Map<string, number>> {
  if (subjects.length === 0) return new Map();
  const counts = await reader
    .selectFrom("audit_log")
    .select(({ fn }) => ["subject", fn.countAll<bigint>().as("total")])
    .where("subject", "in", subjects)
    .where("action", "=", action)
    .groupBy("subject")
    .execute();
  return new Map(counts.map(({ subject, total }) => [subject, Number(total)]));
}

/** The names of an identifier in the log. */
interface Named {
  /** The email address of an account, the reference of a transaction. */
  readonly name: string;
  /** A person's full name; undefined for a transaction, and for an erased account. */
  readonly fullName: string | undefined;
}

/** Accounts and transactions by their identifiers, as far as those are any. */
export async function namedBy(reader: AnyReader, ids: readonly string[]): Promise<Map<string, Named>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .selectFrom("users")
    .select(["id", "email as name", "first_name", "last_name"])
    .where("id", "in", ids)
    .unionAll(
      reader
        .selectFrom("transactions")
        .select((row) => [
          "id",
          "reference as name",
          row.val("").as("first_name"),
          row.val("").as("last_name"),
        ])
        .where("id", "in", ids),
    )
    .execute();
  return new Map(
    rows.map(({ id, name, first_name: first, last_name: last }) => [
      id,
      { name, fullName: `${first} ${last}`.trim() || undefined },
    ]),
  );
}

/** Meanings of identifiers in the log: the email address of an account, the reference of a transaction. */
export const namesOf = async (reader: Reader, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map([...(await namedBy(reader, ids))].map(([id, { name }]) => [id, name]));

/** The identifier of the account with an email address, or of the transaction with a reference; any other text unchanged. */
export async function idNamed(reader: AnyReader, name: string): Promise<string> {
  const found = await reader
    .selectFrom("users")
    .select("id")
    .where("email", "=", name.toLowerCase())
    .unionAll(reader.selectFrom("transactions").select("id").where("reference", "=", name.toUpperCase()))
    .executeTakeFirst();
  return found?.id ?? name;
}
