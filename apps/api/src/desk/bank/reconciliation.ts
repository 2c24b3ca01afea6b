import { addDays, localDay, startOfDay } from "@wattle/contracts/days";
import { pieceOf } from "@wattle/contracts/cursor";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import {
  closeDayInput,
  reconciliation,
  reopenDayInput,
  type DayPreview,
  type previewDayInput,
  type CloseDayInput,
  type ExplanationLine,
  type Reconciliation,
  type reconciliationsInput,
} from "@wattle/contracts/reconciliation";
import {
  firstLineDay,
  lockDepositAccount,
  sumOfBankLines,
  sumsOfDays,
  walkBankLines,
} from "@wattle/db/bank-lines";
import type { Reader, WriteTx } from "@wattle/db/database";
import {
  findReconciliation,
  firstEntry,
  firstUnstatedEntry,
  insertReconciliation,
  listClosedDays,
  listReconciliations,
  listUnstatedEntries,
  reopenReconciliation,
  sumOfUnstatedEntries,
} from "@wattle/db/reconciliations";
import { beginStatementImport } from "@wattle/db/statement-imports";
import { findSystemBankAccount } from "@wattle/db/system-bank-accounts";
import type { Epoch, ReconciliationRow, SystemBankAccount } from "@wattle/db/tables";
import type { z } from "zod";
import { amountText, signedUnits } from "../../amount-text.ts";
import { isoTime } from "../../clock.ts";
import type { Services } from "../../services.ts";
import type { ReviewedAct } from "../approvals/act.ts";
import { alone } from "../approvals/reviewed-act.ts";

/** A close keeps no more lines and no more entries than this. */
const MOST_KEPT = 10_000;
/** An answer has no more of either. */
const MOST_SHOWN = 200;

/** The first of the lines and of the entries that a close has kept, and how many more there are. */
function shownOf(kept: readonly ExplanationLine[]): Pick<Reconciliation, "lines" | "more_lines"> {
  const firstOf = (wanted: ExplanationLine["kind"]): ExplanationLine[] =>
    kept.filter(({ kind }) => kind === wanted).slice(0, MOST_SHOWN);
  const lines = [...firstOf("line"), ...firstOf("entry")];
  return { lines, more_lines: kept.length - lines.length };
}

/** @param addedSince what lines that were imported since have added, smallest units */
const recordOf = (row: ReconciliationRow, addedSince: bigint): Reconciliation => ({
  id: row.id,
  deposit_account_id: row.deposit_account_id,
  currency: row.currency,
  date: row.day,
  statement_balance: amountText(row.statement_balance, row.currency),
  ledger_balance: amountText(row.ledger_balance, row.currency),
  difference: amountText(row.statement_balance - row.ledger_balance, row.currency),
  unexplained: amountText(row.unexplained, row.currency),
  added_since: amountText(addedSince, row.currency),
  ...shownOf(JSON.parse(row.explanation) as ExplanationLine[]),
  closed_by: row.closed_by,
  closed_at: isoTime(row.created_at),
  reopened_by: row.reopened_by,
  reopened_at: row.reopened_at === null ? null : isoTime(row.reopened_at),
  reopen_note: row.reopen_note,
});

/** Smallest units, below zero for an overdrawn account. @throws DomainError at the field */
function balanceUnits(text: string, code: string, field = "statement_balance"): bigint {
  const units = signedUnits(text, code);
  if (units === undefined) throw DomainError.at(field, "validation_failed");
  return units;
}

/** A statement may begin so long before its first line: it is of a month at most. */
const EARLIER_DAYS = 31;

/** Whether a day is so long before anything in the books that it must be mistyped. @param today the local day */
async function isBeforeBooks(
  reader: Reader,
  { id, currency, method }: SystemBankAccount,
  day: string,
  { today, timeZone }: { readonly today: string; readonly timeZone: string },
): Promise<boolean> {
  const end = startOfDay(addDays(today, 1), timeZone);
  const begins = [
    () => today,
    () => firstLineDay(reader, id),
    async () => dayOrNone(await firstEntry(reader), timeZone),
    async () =>
      method === "bank_transfer"
        ? dayOrNone(await firstUnstatedEntry(reader, currency, end), timeZone)
        : undefined,
  ];
  for (const begin of begins) {
    const first = await begin();
    if (first !== undefined && day >= addDays(first, -EARLIER_DAYS)) return false;
  }
  return true;
}

const dayOrNone = (at: Epoch | null | undefined, timeZone: string): string | undefined =>
  at == null ? undefined : localDay(at, timeZone);

/** The books of a deposit account at the end of a day. */
interface Books {
  readonly balance: bigint;
  /** The part that no statement shows: its sum, how many entries, and the newest of them. */
  readonly unstated: bigint;
  readonly count: number;
  readonly entries: readonly ExplanationLine[];
}

/**
 * The balance of a deposit account in the books at the end of a day, and the part that no statement shows. Lines count
 * on the day the bank booked them. Entries booked without a line belong to the account for bank transfers.
 * @param most so many entries at most
 */
async function booksOf(
  reader: Reader,
  { id, currency, method }: SystemBankAccount,
  day: string,
  { timeZone, most }: { readonly timeZone: string; readonly most: number },
): Promise<Books> {
  const shown = await sumOfBankLines(reader, id, day);
  if (method !== "bank_transfer") return { balance: shown, unstated: 0n, count: 0, entries: [] };
  const end = startOfDay(addDays(day, 1), timeZone);
  const { sum: unstated, count: total } = await sumOfUnstatedEntries(reader, currency, end);
  const entries = await listUnstatedEntries(reader, currency, end, most);
  return {
    balance: shown + unstated,
    unstated,
    count: Number(total),
    entries: entries.map((entry) => ({
      kind: "entry",
      id: entry.id,
      text: entry.description,
      amount: amountText(entry.amount, currency),
      explains: amountText(-entry.amount, currency),
    })),
  };
}

/** The lines of a day's statement, which the books have as well. */
async function linesOf(
  reader: Reader,
  { id, currency }: SystemBankAccount,
  day: string,
): Promise<ExplanationLine[]> {
  const shown = await walkBankLines(
    reader,
    { depositAccountId: id, from: day, to: day },
    undefined,
    MOST_KEPT,
  );
  return shown.map((line) => ({
    kind: "line",
    id: line.id,
    text: line.text,
    amount: amountText(line.amount, currency),
    explains: amountText(0n, currency),
  }));
}

/**
 * Previews the close of a day as things are now: the running difference between statement and books.
 * @throws DomainError `not_found` at `deposit_account_id`; `validation_failed` at `statement_balance`
 */
export async function previewDay(
  { database, clock, config }: Pick<Services, "database" | "clock" | "config">,
  { deposit_account_id, date, statement_balance }: z.output<typeof previewDayInput>,
): Promise<DayPreview> {
  const reader = database.read;
  const account = await findSystemBankAccount(reader, deposit_account_id);
  if (account === undefined) throw DomainError.at("deposit_account_id", "not_found");
  const { id, currency } = account;
  const today = localDay(clock.now(), config.TIME_ZONE);
  const day = date ?? localDay(startOfDay(today, config.TIME_ZONE) - 1n, config.TIME_ZONE);
  const { balance, unstated, count, entries } = await booksOf(reader, account, day, {
    timeZone: config.TIME_ZONE,
    most: MOST_SHOWN,
  });
  const stated = statement_balance === undefined ? undefined : balanceUnits(statement_balance, currency);
  const text = (units: bigint): string => amountText(units, currency);
  return {
    date: day,
    currency,
    ledger_balance: text(balance),
    difference: stated === undefined ? null : text(stated - balance),
    unexplained: stated === undefined ? null : text(stated - balance + unstated),
    entries: [...entries],
    more_entries: count - entries.length,
    closable:
      day < today &&
      !(await listClosedDays(reader, id, day)).includes(day) &&
      !(await isBeforeBooks(reader, account, day, { today, timeZone: config.TIME_ZONE })),
  };
}

/**
 * Whether the books are as they were seen by who closes a day, who then says why there is a difference.
 * @throws DomainError `state_conflict`; `validation_failed` at `ledger_balance`, at `internal_note`
 */
function checkBooksSeen(
  { ledger_balance: seen, internal_note: note }: CloseDayInput,
  currency: string,
  { balance, difference }: { readonly balance: bigint; readonly difference: bigint },
): void {
  // A program that says nothing of the books learns of the difference by the answer.
  if (seen === undefined) return;
  if (balanceUnits(seen, currency, "ledger_balance") !== balance) throw new DomainError("state_conflict");
  if (difference !== 0n && note === undefined)
    throw DomainError.at("internal_note", "validation_failed", OWN_MESSAGES.sayWhy);
}

/** The account of a day that is closed, held until the transaction ends. @throws DomainError as `closeDay` */
async function lockClosableDay(
  tx: WriteTx,
  { clock, ids, config }: Pick<Services, "clock" | "ids" | "config">,
  { deposit_account_id, date }: CloseDayInput,
): Promise<SystemBankAccount> {
  const today = localDay(clock.now(), config.TIME_ZONE);
  if (date >= today) throw DomainError.at("date", "validation_failed", OWN_MESSAGES.dayNotOver);
  await lockDepositAccount(tx, deposit_account_id);
  const account = await findSystemBankAccount(tx, deposit_account_id);
  if (account === undefined) throw DomainError.at("deposit_account_id", "not_found");
  // Lines that an import adds to this day are in its close, or the import says that it was closed.
  const now = BigInt(clock.now());
  const turn = { deposit_account_id, import_id: ids.uuid(), now, held_until: 0n };
  if (!(await beginStatementImport(tx, turn))) throw new DomainError("state_conflict");
  if (await isBeforeBooks(tx, account, date, { today, timeZone: config.TIME_ZONE }))
    throw DomainError.at("date", "validation_failed", OWN_MESSAGES.dayBeforeBooks);
  return account;
}

/**
 * Closes a day of a deposit account: keeps what the statement says, what the books say, and what explains the difference. The plan
 * throws `not_found` at `deposit_account_id`; `validation_failed` at `date` for a day that is not over, or before the books begin, at
 * `statement_balance`, and at `internal_note` for a difference without a reason; `state_conflict` if the day is closed already, a
 * statement is being imported, or the books are not as they were seen.
 */
export const closeDay = alone({
  title: "Close a day",
  roles: ["finance"],
  errors: ["not_found", "state_conflict"],
  input: closeDayInput,
  output: reconciliation,
  plan: async (tx, { services, operator }, input) => {
    const { deposit_account_id, date, statement_balance, internal_note } = input;
    const account = await lockClosableDay(tx, services, input);
    const stated = balanceUnits(statement_balance, account.currency);
    const books = { timeZone: services.config.TIME_ZONE, most: MOST_KEPT };
    const { balance, unstated, entries } = await booksOf(tx, account, date, books);
    checkBooksSeen(input, account.currency, { balance, difference: stated - balance });
    // The account is held, so no one closes the day after this look.
    if ((await listClosedDays(tx, deposit_account_id, date)).includes(date))
      throw new DomainError("state_conflict");
    const row: ReconciliationRow = {
      id: services.ids.uuid(),
      deposit_account_id,
      currency: account.currency,
      day: date,
      statement_balance: stated,
      ledger_balance: balance,
      explanation: JSON.stringify([...(await linesOf(tx, account, date)), ...entries]),
      unexplained: stated - balance + unstated,
      closed_by: operator.id,
      created_at: BigInt(services.clock.now()),
      reopened_by: null,
      reopened_at: null,
      reopen_note: null,
    };
    const record = recordOf(row, 0n);
    return {
      subject: `the day ${date} of ${deposit_account_id}`,
      changes: [{ what: "Day", before: "Open", after: "Closed" }],
      log: {
        action: "reconciliation.closed",
        subject: row.id,
        details: {
          deposit_account: deposit_account_id,
          date,
          statement_balance: record.statement_balance,
          ledger_balance: record.ledger_balance,
          unexplained: record.unexplained,
          internal_note,
        },
      },
      run: async () => {
        await insertReconciliation(tx, row);
        return record;
      },
    };
  },
});

/**
 * The sums that lines imported since have added to the days of closes. A close keeps the sum of its lines: the
 * statement's balance minus the unexplained part.
 */
async function addedSince(
  reader: Reader,
  rows: readonly ReconciliationRow[],
): Promise<(row: ReconciliationRow) => bigint> {
  const sums = new Map<ReconciliationRow, bigint>();
  for (const closes of Map.groupBy(rows, ({ deposit_account_id }) => deposit_account_id).values()) {
    const [first, ...later] = closes.toSorted((a, b) => (a.day < b.day ? -1 : 1));
    if (first === undefined) continue;
    const { deposit_account_id: account, day } = first;
    let sum = await sumOfBankLines(reader, account, day);
    sums.set(first, sum);
    const days = await sumsOfDays(reader, account, { from: addDays(day, 1), to: later.at(-1)?.day ?? day });
    const left = days.toSorted((a, b) => (a.booked_on < b.booked_on ? 1 : -1));
    for (const row of later) {
      for (let next = left.at(-1); next !== undefined && next.booked_on <= row.day; next = left.at(-1)) {
        sum += next.sum;
        left.pop();
      }
      sums.set(row, sum);
    }
  }
  return (row) => (sums.get(row) ?? 0n) - (row.statement_balance - row.unexplained);
}

/** Closes of days, newest first. */
export async function listCloses(
  { database }: Pick<Services, "database">,
  { deposit_account_id, after, limit }: z.output<typeof reconciliationsInput>,
): Promise<{ data: Reconciliation[]; next: string | null }> {
  const wanted = { depositAccountId: deposit_account_id, after, limit: limit + 1 };
  const { piece, next } = pieceOf(await listReconciliations(database.standby, wanted), limit);
  const added = await addedSince(database.read, piece);
  return { data: piece.map((row) => recordOf(row, added(row))), next };
}

const REASON = "Every reopening of a day needs two people.";

/** Reopens a day, which can then be closed again; the close before is kept. The plan throws `not_found`, `state_conflict`. */
export const reopenDay: ReviewedAct<typeof reopenDayInput, typeof reconciliation> = {
  title: "Reopen a day",
  roles: ["finance"],
  errors: ["not_found", "state_conflict"],
  input: reopenDayInput,
  output: reconciliation,
  plan: async (tx, { services, operator }, { id, internal_note }) => {
    const row = await findReconciliation(tx, id);
    if (row === undefined) throw new DomainError("not_found");
    if (row.reopened_at !== null) throw new DomainError("state_conflict");
    return {
      subject: `the close of ${row.day} of ${row.deposit_account_id}`,
      details: { "Internal note": internal_note },
      changes: [{ what: "Day", before: "Closed", after: "Open again" }],
      state: "the day is closed",
      reasons: [REASON],
      worth: null,
      log: { action: "reconciliation.reopened", subject: id, details: { internal_note } },
      run: async () => {
        const by = operator.approvedBy ?? operator.id;
        const at = BigInt(services.clock.now());
        const reopened = await reopenReconciliation(tx, id, { by, at, note: internal_note });
        if (reopened === undefined) throw new DomainError("state_conflict");
        return recordOf(reopened, (await addedSince(tx, [reopened]))(reopened));
      },
    };
  },
};
