/** The lines of the bank's statements. */
import { sql } from "kysely";
import type { BankLineRow, BankLineStatus, Epoch, InternalNote } from "./tables.ts";
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";

/** The statuses of a line that has not been used. */
export const OPEN_LINE_STATUSES = ["unmatched", "proposed"] as const satisfies BankLineStatus[];

/** A line as it is imported. */
export type NewBankLine = Pick<
  BankLineRow,
  | "id"
  | "deposit_account_id"
  | "booked_on"
  | "amount"
  | "currency"
  | "text"
  | "payer"
  | "identity"
  | "entry_id"
  | "imported_at"
  | "imported_by"
  | "format"
  | "like_id"
  | "bank_key"
> &
  Partial<Pick<BankLineRow, "columns_by" | "proven">>;

/**
 * Holds a deposit account until the transaction ends, so that its statements are imported one after another.
 * @returns false if there is no such account
 */
export async function lockDepositAccount(tx: WriteTx, id: string): Promise<boolean> {
  const locked = await tx
    .updateTable("system_bank_accounts")
    .set((account) => ({ currency: account.ref("currency") }))
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return locked !== undefined;
}

/** Whether there are more lines of statements, or rows of customers' histories, than so many. */
export async function hasMoreRows(
  reader: Reader,
  table: "bank_lines" | "transactions",
  than: number,
): Promise<boolean> {
  const one = await reader
    .selectFrom(table)
    .select("id")
    .orderBy("id")
    .limit(1n)
    .offset(BigInt(than))
    .executeTakeFirst();
  return one !== undefined;
}

/** Which of these lines are known already. @param identities a few hundred at most */
export async function knownLines(reader: Reader, identities: readonly string[]): Promise<Set<string>> {
  if (identities.length === 0) return new Set();
  const rows = await reader
    .selectFrom("bank_lines")
    .select("identity")
    .where("identity", "in", identities)
    .execute();
  return new Set(rows.map(({ identity }) => identity));
}

/** The identities of known lines with these keys, by their keys. @param keys a few hundred at most */
export async function linesOfBankKeys(
  reader: Reader,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await reader
    .selectFrom("bank_lines")
    .select(["bank_key", "identity"])
    .where("bank_key", "in", keys)
    .execute();
  return new Map(rows.map(({ bank_key: key, identity }) => [key ?? "", identity]));
}

/** Lines of an account on these days that came in another format, or in one that was not noted. @param days a few hundred at most */
export async function linesInOtherFormats(
  reader: Reader,
  depositAccountId: string,
  { format, days }: { readonly format: string; readonly days: readonly string[] },
): Promise<Pick<BankLineRow, "id" | "booked_on" | "amount" | "text" | "payer" | "format" | "identity">[]> {
  return reader
    .selectFrom("bank_lines")
    .select(["id", "booked_on", "amount", "text", "payer", "format", "identity"])
    .where("deposit_account_id", "=", depositAccountId)
    .where("booked_on", "in", days)
    .where((line) => line.or([line("format", "is", null), line("format", "<>", format)]))
    .orderBy("id")
    .execute();
}

/** Adds lines, a few hundred at most; the caller books them in the same transaction. */
export async function insertBankLines(tx: WriteTx, lines: readonly NewBankLine[]): Promise<void> {
  if (lines.length === 0) return;
  await tx
    .insertInto("bank_lines")
    .values(lines.map((line) => ({ ...line, status: "unmatched" as const })))
    .execute();
}

export async function findBankLine(reader: Reader, id: string): Promise<BankLineRow | undefined> {
  return reader.selectFrom("bank_lines").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Holds a line until the transaction ends. */
export async function lockBankLine(tx: WriteTx, id: string): Promise<BankLineRow | undefined> {
  return tx
    .updateTable("bank_lines")
    .set((line) => ({ status: line.ref("status") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** Whether a line shows something that was paid: going out, or coming back. */
export async function isShownByLine(
  reader: Reader,
  matchedId: string,
  way: "out" | "back",
): Promise<boolean> {
  const line = await reader
    .selectFrom("bank_lines")
    .select("id")
    .where("matched_id", "=", matchedId)
    .where("amount", way === "out" ? "<" : ">", 0n)
    .executeTakeFirst();
  return line !== undefined;
}

/** How a line was used. */
export interface LineSettlement {
  readonly status: Exclude<BankLineStatus, (typeof OPEN_LINE_STATUSES)[number]>;
  /** Use of the line: a deposit, a withdrawal, a batch of payouts, another line. */
  readonly matchedId?: string | undefined;
  readonly customerId?: string | undefined;
  /** The ledger entry that moved its amount out of suspense. */
  readonly entryId?: string | undefined;
  readonly message?: string | undefined;
  readonly internalNote?: InternalNote | undefined;
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: Epoch;
}

/**
 * Uses a line. A line is used once: of two concurrent calls one gets it, and the other waits for the end of its
 * transaction.
 * @param from the statuses in which it may be
 * @returns the line as it is now; undefined, and nothing is written, if it is in another status
 */
export async function settleBankLine(
  tx: WriteTx,
  id: string,
  { status, matchedId, customerId, entryId, message, internalNote, by, at }: LineSettlement,
  from: readonly BankLineStatus[] = OPEN_LINE_STATUSES,
): Promise<BankLineRow | undefined> {
  return tx
    .updateTable("bank_lines")
    .set({
      status,
      settled_by: by,
      settled_at: at,
      ...(matchedId !== undefined && { matched_id: matchedId }),
      ...(customerId !== undefined && { customer_id: customerId }),
      ...(entryId !== undefined && { settled_entry_id: entryId }),
      ...(message !== undefined && { message }),
      ...(internalNote !== undefined && { internal_note: internalNote }),
    })
    .where("id", "=", id)
    .where("status", "in", from)
    .returningAll()
    .executeTakeFirst();
}

/** Which lines; each part narrows them down. */
export interface BankLineFilter {
  readonly status?: BankLineStatus | undefined;
  readonly depositAccountId?: string | undefined;
  /** The first and the last day, `2026-11-22`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Exactly so much, in or out; smallest units. */
  readonly amount?: bigint | undefined;
  readonly customerId?: string | undefined;
  /** Part of the text or of the payer's name, in whatever case. */
  readonly text?: string | undefined;
}

/** How far a walk is: the last line it has seen. */
export interface BankLinePosition {
  readonly bookedOn: string;
  readonly id: string;
}

/** Lines, newest first. A walk meets each line once, also when lines are imported meanwhile. */
export async function walkBankLines(
  reader: AnyReader,
  { status, depositAccountId, from, to, amount, customerId, text }: BankLineFilter,
  after: BankLinePosition | undefined,
  limit: number,
): Promise<BankLineRow[]> {
  let lines = reader.selectFrom("bank_lines");
  if (status !== undefined) lines = lines.where("status", "=", status);
  if (depositAccountId !== undefined) lines = lines.where("deposit_account_id", "=", depositAccountId);
  if (from !== undefined) lines = lines.where("booked_on", ">=", from);
  if (to !== undefined) lines = lines.where("booked_on", "<=", to);
  if (amount !== undefined) lines = lines.where("amount", "in", [amount, -amount]);
  if (customerId !== undefined) lines = lines.where("customer_id", "=", customerId);
  if (text !== undefined) {
    const pattern = `%${text.toLowerCase()}%`;
    lines = lines.where((line) =>
      line.or([
        line(line.fn<string>("lower", ["text"]), "like", pattern),
        line(line.fn<string>("lower", ["payer"]), "like", pattern),
      ]),
    );
  }
  if (after !== undefined) {
    lines = lines.where((line) =>
      line(line.refTuple("booked_on", "id"), "<", line.tuple(after.bookedOn, after.id)),
    );
  }
  return lines.selectAll().orderBy("booked_on", "desc").orderBy("id", "desc").limit(BigInt(limit)).execute();
}

/** Sum of a deposit account's lines up to and including a day; smallest units. */
export async function sumOfBankLines(reader: Reader, depositAccountId: string, to: string): Promise<bigint> {
  const { sum } = await reader
    .selectFrom("bank_lines")
    .select(sql<bigint>`cast(coalesce(sum(amount), 0) as bigint)`.as("sum"))
    .where("deposit_account_id", "=", depositAccountId)
    .where("booked_on", "<=", to)
    .executeTakeFirstOrThrow();
  return sum;
}

/** The day of a deposit account's first line; undefined if it has none. */
export async function firstLineDay(reader: Reader, depositAccountId: string): Promise<string | undefined> {
  const line = await reader
    .selectFrom("bank_lines")
    .select("booked_on")
    .where("deposit_account_id", "=", depositAccountId)
    .orderBy("booked_on")
    .limit(1n)
    .executeTakeFirst();
  return line?.booked_on;
}

/** Sum of a deposit account's lines on each day that has any, between two days inclusive; smallest units. */
export async function sumsOfDays(
  reader: Reader,
  depositAccountId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ readonly booked_on: string; readonly sum: bigint }[]> {
  return reader
    .selectFrom("bank_lines")
    .select(["booked_on", sql<bigint>`cast(sum(amount) as bigint)`.as("sum")])
    .where("deposit_account_id", "=", depositAccountId)
    .where("booked_on", ">=", from)
    .where("booked_on", "<=", to)
    .groupBy("booked_on")
    .execute();
}

/** Proposals of unused lines for one of these customers' deposits. */
export async function listOpenProposals(
  reader: Reader,
  customerIds: readonly string[],
): Promise<Pick<BankLineRow, "id" | "proposal">[]> {
  if (customerIds.length === 0) return [];
  return reader
    .selectFrom("bank_lines")
    .select(["id", "proposal"])
    .where("customer_id", "in", customerIds)
    .where("status", "in", OPEN_LINE_STATUSES)
    .execute();
}

/** Lines of a currency that have not been used, the newest first. @param goneOutOf only money that went out of this deposit account */
export async function listOpenLines(
  reader: Reader,
  currency: string,
  limit: number,
  { goneOutOf }: { readonly goneOutOf?: string } = {},
): Promise<BankLineRow[]> {
  let lines = reader.selectFrom("bank_lines").selectAll();
  if (goneOutOf !== undefined)
    lines = lines.where("deposit_account_id", "=", goneOutOf).where("amount", "<", 0n);
  return lines
    .where("status", "in", OPEN_LINE_STATUSES)
    .where("currency", "=", currency)
    .orderBy("booked_on", "desc")
    .orderBy("id", "desc")
    .limit(BigInt(limit))
    .execute();
}

/** Lines of an account with money that came in and that a line with money that goes out could undo. */
export async function listUndoable(reader: Reader, depositAccountId: string): Promise<BankLineRow[]> {
  return reader
    .selectFrom("bank_lines")
    .selectAll()
    .where("deposit_account_id", "=", depositAccountId)
    .where("amount", ">", 0n)
    .where("status", "in", ["credited", "returned"])
    .where((line) =>
      line.not(
        line.exists(
          line
            .selectFrom("bank_lines as later")
            .select("later.id")
            .whereRef("later.matched_id", "=", "bank_lines.id"),
        ),
      ),
    )
    .orderBy("booked_on", "desc")
    .limit(5000n)
    .execute();
}

/** Writes what a line seems to be for, as long as it has not been used. */
export async function proposeForLine(
  tx: WriteTx,
  id: string,
  proposed: {
    readonly proposal: string | null;
    readonly customerId: string | null;
    readonly isProposed: boolean;
  },
): Promise<void> {
  await tx
    .updateTable("bank_lines")
    .set({
      status: proposed.isProposed ? "proposed" : "unmatched",
      proposal: proposed.proposal,
      customer_id: proposed.customerId,
    })
    .where("id", "=", id)
    .where("status", "in", OPEN_LINE_STATUSES)
    .execute();
}

/** Marks the lines that have paid a deposit: their money goes back. */
export async function returnLinesOf(tx: WriteTx, transactionId: string, message: string): Promise<void> {
  await tx
    .updateTable("bank_lines")
    .set({ status: "returned", message })
    .where("matched_id", "=", transactionId)
    .where("status", "=", "credited")
    .execute();
}
