import { addDays, dayText, localDay } from "@wattle/contracts/days";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type {
  BankLinesImported,
  ImportBankLinesInput,
  StatementColumns,
  StatementFormat,
} from "@wattle/contracts/bank-lines";
import { LARGEST_STATEMENT_BYTES } from "@wattle/contracts/choices";
import { DomainError } from "@wattle/contracts/errors";
import { firstLineDay, insertBankLines, type NewBankLine } from "@wattle/db/bank-lines";
import type { Reader, WriteTx } from "@wattle/db/database";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry, type Posting } from "@wattle/db/ledger/post-entry";
import { listClosedDays } from "@wattle/db/reconciliations";
import {
  addToStatementBalance,
  findStatementBalance,
  saveStatementBalance,
} from "@wattle/db/statement-balances";
import { findSystemBankAccount } from "@wattle/db/system-bank-accounts";
import type { SystemBankAccount } from "@wattle/db/tables";
import { recordAct, type Operator } from "../audit/record-act.ts";
import type { Services } from "../services.ts";
import { creditCertain } from "./auto-credit.ts";
import type { LineServices } from "./credit-line.ts";
import { placeFor } from "./aside.ts";
import type { FreshLine } from "./fresh-lines.ts";
import { holdingImport, type Hold } from "./hold-import.ts";
import type { NewLines, StatementFile, StatementSummary } from "./new-lines.ts";
import { keepProposals, type CertainLines, type Proposals } from "./propose-lines.ts";
import { settleCertain } from "./settle-payout.ts";
import { keptColumns } from "./statement-columns.ts";
import type { Refusal, StatementSettings } from "./statements/statement.ts";

type ImportServices = LineServices & Pick<Services, "rates" | "switches">;

/** Hears how far an import is. */
export type ImportProgress = (done: number, total: number) => void;

/** Between the bank, which only statements move, and suspense. */
const bookingOf = ({ amount, currency }: Pick<NewBankLine, "amount" | "currency">): Posting => {
  const [bank, suspense] = [houseAccount("bank", currency), houseAccount("suspense", currency)];
  return amount > 0n
    ? { source: bank, destination: suspense, currency, amount }
    : { source: suspense, destination: bank, currency, amount: -amount };
};

interface Importing {
  readonly account: SystemBankAccount;
  readonly operator: Operator;
  /** Set the account's columns, unless the importer says what is where. */
  readonly columnsBy: string | null;
}

/** Lines of one file as they are added. */
interface Adding extends Importing {
  readonly format: StatementFormat;
  readonly proven: boolean;
}

/** Adds lines, and books them. */
async function addLines(
  tx: WriteTx,
  { ids, clock }: ImportServices,
  { account, operator, columnsBy, format, proven }: Adding,
  fresh: readonly FreshLine[],
): Promise<void> {
  if (fresh.length === 0) return;
  const [entryId, now] = [ids.uuid(), BigInt(clock.now())];
  const lines = fresh.map(
    ({ line: { bookedOn, amount, text, payer }, identity, bankKey, likeId }): NewBankLine => ({
      id: ids.uuid(),
      deposit_account_id: account.id,
      booked_on: bookedOn,
      amount,
      currency: account.currency,
      text,
      payer,
      identity,
      entry_id: entryId,
      imported_at: now,
      imported_by: operator.id,
      // Other formats say themselves what is what.
      columns_by: format === "csv" ? columnsBy : null,
      format,
      like_id: likeId,
      bank_key: bankKey,
      proven: proven ? 1n : 0n,
    }),
  );
  await postEntry(tx, {
    id: entryId,
    kind: "bank_lines",
    description: `Statement of ${account.id}`,
    createdBy: operator.id,
    createdAt: now,
    postings: lines.map(bookingOf),
  });
  await insertBankLines(tx, lines);
  const added = lines.reduce((sum, { amount }) => sum + amount, 0n);
  await addToStatementBalance(tx, account.id, added);
}

const counted = (lines: number, one: string, several: string): string =>
  lines === 1 ? `1 line ${one}` : `${lines} lines ${several}`;

/** How many days before an account's first line one is looked at. */
const LONG_BEFORE = 366;

/** Warnings of an import: lines that another format had, or may have had, and days that were closed before. */
async function warningsOf(
  reader: Reader,
  depositAccountId: string,
  { same, reworded, like, days }: StatementSummary,
  firstDay: string | undefined,
): Promise<string[]> {
  const all = [...days.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  const linesOn = (some: readonly string[]): number =>
    some.reduce((sum, day) => sum + (days.get(day) ?? 0), 0);
  const closed = await listClosedDays(reader, depositAccountId, all[0] ?? "9");
  const last = closed.at(-1) ?? "";
  const late = linesOn(all.filter((day) => day <= last));
  const early = linesOn(all.filter((day) => firstDay !== undefined && addDays(day, LONG_BEFORE) < firstDay));
  return [
    ...(reworded > 0 ? [`${counted(reworded, "was", "were")} imported before with another text.`] : []),
    ...(early > 0
      ? [`${counted(early, "is", "are")} of long before this account's first, of ${dayText(firstDay ?? "")}.`]
      : []),
    ...(same > 0 ? [`${counted(same, "was", "were")} imported from another format before.`] : []),
    ...(like > 0
      ? [
          `${counted(like, "may be one that was", "may be ones that were")} imported from another format: staff decide.`,
        ]
      : []),
    ...(late > 0
      ? [
          `${counted(late, "changes", "change")} the books of closed days, from ${dayText(closed[0] ?? last)} on.`,
        ]
      : []),
  ];
}

/** Settings for reading a statement of an account. @param columns which of them has what, if its headings don't say so */
export const statementSettings = (
  { config, clock }: Pick<Services, "config" | "clock">,
  account: SystemBankAccount,
  columns: StatementColumns | null | undefined,
): StatementSettings => ({
  account,
  timeZone: config.TIME_ZONE,
  today: localDay(clock.now(), config.TIME_ZONE),
  columns: columns ?? undefined,
});

/**
 * Whether a statement's new lines lead from what the account has, by the statements before it, to its own closing balance. An account's
 * first statement follows none.
 */
async function isProven(
  reader: Reader,
  { id }: SystemBankAccount,
  { fresh, sum, closing, refused }: StatementSummary,
): Promise<boolean> {
  const before = await findStatementBalance(reader, id);
  return fresh > 0 && before !== undefined && refused.length === 0 && closing === before + sum;
}

type Written = Required<Omit<BankLinesImported, "refused">>;

/** Nothing of a file is imported. */
class NothingRead extends Error {
  readonly refused: readonly Refusal[];
  constructor(refused: readonly Refusal[]) {
    super("nothing of the statement is read");
    this.refused = refused;
  }
}

/** A statement's report before its lines. @throws NothingRead */
async function summaryOf(pieces: AsyncGenerator<NewLines>): Promise<StatementSummary> {
  const { value } = await pieces.next();
  if (value?.is === "read") return value.summary;
  throw new NothingRead(value?.is === "broken" ? value.refused : []);
}

/**
 * Writes a statement's new lines, piece by piece, each with its entry in a transaction of its own: others write and read between them. A
 * process that dies has written whole pieces, and the same file again adds the rest.
 */
async function writeLines(
  services: ImportServices,
  importing: Importing,
  { pieces, hold }: { readonly pieces: AsyncGenerator<NewLines>; readonly hold: Hold },
  onProgress: ImportProgress,
): Promise<Written & Pick<BankLinesImported, "refused">> {
  const { account, operator } = importing;
  const { database } = services;
  const summary = await summaryOf(pieces);
  const { fresh, total, format, refused, closing } = summary;
  const adding = { ...importing, format, proven: await isProven(database.read, account, summary) };
  const duplicates = total - fresh;
  const firstDay = await firstLineDay(database.read, account.id);
  const warnings = await warningsOf(database.read, account.id, summary, firstDay);
  const act = (action: "bank_lines.import_begun" | "bank_lines.imported") => ({
    action,
    subject: account.id,
    details: { imported: fresh, duplicates, ...(warnings.length > 0 && { warnings }) },
  });
  let written = 0;
  const write = (lines: readonly FreshLine[]) =>
    writeAndPause(services, async (tx) => {
      await hold(tx);
      if (written === 0 && lines.length < fresh)
        await recordAct(tx, services, operator, act("bank_lines.import_begun"));
      await addLines(tx, services, adding, lines);
      if (written + lines.length < fresh) return;
      if (fresh > 0 && closing !== null) await saveStatementBalance(tx, account.id, closing);
      await recordAct(tx, services, operator, act("bank_lines.imported"));
    });
  if (fresh === 0) await write([]);
  for await (const piece of pieces) {
    if (piece.is === "broken")
      return { imported: written, duplicates, warnings, refused: [...refused, ...piece.refused] };
    if (piece.is === "read") continue;
    await write(piece.lines);
    written += piece.lines.length;
    onProgress(duplicates + written, total);
  }
  if (written < fresh) throw new Error(`reading the statement ended after ${written} of ${fresh} lines`);
  return { imported: fresh, duplicates, warnings, refused: [...refused] };
}

/** How long others go first after a piece, in parts of its own time: on SQLite they wait for it, on PostgreSQL they only share processors. */
const OTHERS_SHARE = { sqlite: 1, postgres: 0.25 } as const;

/** Writes a piece, then lets others have the database. */
async function writeAndPause(
  { database }: ImportServices,
  work: (tx: WriteTx) => Promise<void>,
): Promise<void> {
  const began = performance.now();
  await database.write(work);
  await pause((performance.now() - began) * OTHERS_SHARE[database.dialect]);
}

/** Says of all open lines what they are for, piece by piece. */
async function propose(
  services: ImportServices,
  proposals: AsyncGenerator<Proposals>,
  hold: Hold,
): Promise<CertainLines> {
  for await (const piece of proposals) {
    if (piece.is === "done") return piece.certain;
    await writeAndPause(services, async (tx) => {
      await hold(tx);
      await keepProposals(tx, piece.proposed);
    });
  }
  return { deposits: [], payouts: [] };
}

/** Reads a statement and writes it, while no other import of its account is under way. */
async function importInTurn(
  services: ImportServices,
  importing: Importing,
  file: StatementFile,
  onProgress: ImportProgress,
): Promise<BankLinesImported> {
  const { account, operator } = importing;
  const { clock, config } = services;
  const place = await placeFor(services, file.content.length);
  try {
    const { certain, warnings, ...written } = await holdingImport(services, account.id, async (hold) => {
      const pieces = place.newLines(file);
      const written = writeLines(services, importing, { pieces, hold }, onProgress);
      const done = await written.finally(() => pieces.return(undefined));
      const judging = {
        account: { id: account.id, currency: account.currency },
        now: clock.now(),
        timeZone: config.TIME_ZONE,
      };
      return { ...done, certain: await propose(services, place.proposals(judging), hold) };
    });
    await settleCertain(services, operator, certain.payouts);
    if (config.AUTO_CREDIT) await creditCertain(services, certain.deposits);
    return { ...written, ...(warnings.length > 0 && { warnings }) };
  } finally {
    place.leave();
  }
}

/** A file to import, as it was uploaded or is in the inbox. */
export type StatementToImport = Omit<ImportBankLinesInput, "content"> & Pick<StatementFile, "content">;

/**
 * Imports a statement: each line that is new is kept and booked between bank and suspense at once, so that the bank in the books is
 * what the statement says. The same file again, or one that overlaps, adds only what is new. A file that is broken as a whole imports
 * nothing, a line that cannot be read is left out; both are said with their line.
 * @throws DomainError `not_found` for the deposit account, `payload_too_large`; `state_conflict` if it took so long that another
 *   import has begun: what is written is whole, and the same file again adds the rest
 */
export async function importBankLines(
  services: ImportServices,
  operator: Operator,
  input: StatementToImport,
  onProgress: ImportProgress = () => undefined,
): Promise<BankLinesImported> {
  const account = await findSystemBankAccount(services.database.read, input.deposit_account_id);
  if (account === undefined) throw new DomainError("not_found");
  const { content, format, columns } = input;
  const bytes = typeof content === "string" ? Buffer.byteLength(content) : content.byteLength;
  if (bytes > LARGEST_STATEMENT_BYTES) throw new DomainError("payload_too_large");
  const kept = await keptColumns(services.database.read, account.id);
  // A colleague who confirms what was set has not said it.
  const isKept = kept !== undefined && (columns === undefined || isDeepStrictEqual(columns, kept.columns));
  const settings = statementSettings(services, account, columns ?? kept?.columns);
  const file = { depositAccountId: account.id, content, format, settings };
  try {
    return await importInTurn(
      services,
      { account, operator, columnsBy: isKept ? kept.setBy : null },
      file,
      onProgress,
    );
  } catch (thrown) {
    if (!(thrown instanceof NothingRead)) throw thrown;
    return { imported: 0, duplicates: 0, refused: [...thrown.refused] };
  }
}
