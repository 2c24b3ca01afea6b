import type {
  BankLinesImported,
  ImportBankLinesInput,
  StatementColumns,
  StatementFormat,
} from "@wattle/contracts/bank-lines";
import { LARGEST_STATEMENT_BYTES } from "@wattle/contracts/choices";
import { addDays, dayText } from "@wattle/contracts/recurring-days";
import { DomainError } from "@wattle/contracts/errors";
import {
  firstLineDay,
  insertBankLines,
  knownLines,
  linesOfBankKeys,
  linesInOtherFormats,
  lockDepositAccount,
  type NewBankLine,
} from "@wattle/db/bank-lines";
import type { WriteTx } from "@wattle/db/database";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry, type Posting } from "@wattle/db/ledger/post-entry";
import { listClosedDays } from "@wattle/db/reconciliations";
import { findStatementBalance, saveStatementBalance } from "@wattle/db/statement-balances";
import { findSystemBankAccount } from "@wattle/db/system-bank-accounts";
import type { SystemBankAccount } from "@wattle/db/tables";
import { recordAct, type Operator } from "../audit/record-act.ts";
import { localDay } from "../local-days.ts";
import type { Services } from "../services.ts";
import { creditCertain } from "./auto-credit.ts";
import type { LineServices } from "./credit-line.ts";
import { bankKeysOf, identitiesOf } from "./line-identity.ts";
import { judgeOtherFormat } from "./other-format.ts";
import { proposeLines, type CertainLines } from "./propose-lines.ts";
import { settleCertain } from "./settle-payout.ts";
import { columnsOf } from "./statement-columns.ts";
import { readStatement } from "./statements/read-statement.ts";
import {
  BrokenStatement,
  type FormattedStatement,
  type StatementLine,
  type StatementSettings,
} from "./statements/statement.ts";

type ImportServices = LineServices & Pick<Services, "rates" | "switches">;

/** Hears how far an import is. */
export type ImportProgress = (done: number, total: number) => void;

/** How many lines are written at a time, and how many postings one entry has. */
const CHUNK = 200;

/** Between the bank, which statements alone move, and suspense. */
const bookingOf = ({ amount, currency }: Pick<NewBankLine, "amount" | "currency">): Posting => {
  const [bank, suspense] = [houseAccount("bank", currency), houseAccount("suspense", currency)];
  return amount > 0n
    ? { source: bank, destination: suspense, currency, amount }
    : { source: suspense, destination: bank, currency, amount: -amount };
};

interface Importing {
  readonly account: SystemBankAccount;
  readonly operator: Operator;
}

/** Lines of one file as they are added. */
interface Adding extends Importing {
  readonly format: StatementFormat;
  readonly proven: boolean;
}

/** A line that is to be added. */
interface FreshLine {
  readonly line: StatementLine;
  readonly identity: string;
  readonly bankKey: string | null;
  readonly likeId: string | null;
}

/** Lines that no import had, each with the line of another format that it may be. */
interface Fresh {
  readonly lines: readonly FreshLine[];
  /** How many were left out since another format had them. */
  readonly same: number;
  /** How many were left out since their bank has reworded them. */
  readonly reworded: number;
}

type UnknownLine = Omit<FreshLine, "likeId">;

/** The lines of a file that are not known, word for word or by the bank's own identifier. */
async function unknownLines(
  tx: WriteTx,
  { id }: SystemBankAccount,
  lines: readonly StatementLine[],
  identities: readonly string[],
): Promise<{ readonly unknown: UnknownLine[]; readonly reworded: number }> {
  const [bankKeys, ofFile] = [bankKeysOf(id, lines), new Set(identities)];
  const unknown: UnknownLine[] = [];
  let reworded = 0;
  for (let start = 0; start < lines.length; start += CHUNK) {
    const chunk = lines.slice(start, start + CHUNK);
    const known = await knownLines(tx, identities.slice(start, start + CHUNK));
    const keys = bankKeys.slice(start, start + CHUNK).filter((key) => key !== null);
    const withKeys = await linesOfBankKeys(tx, keys);
    for (const [place, line] of chunk.entries()) {
      const [identity, bankKey] = [identities[start + place] ?? "", bankKeys[start + place] ?? null];
      const earlier = withKeys.get(bankKey ?? "");
      if (known.has(identity)) continue;
      if (earlier !== undefined && !ofFile.has(earlier)) reworded += 1;
      else unknown.push({ line, identity, bankKey });
    }
  }
  return { unknown, reworded };
}

/** The lines of a file that are not known yet. */
async function freshLines(
  tx: WriteTx,
  account: SystemBankAccount,
  { lines, format }: FormattedStatement,
): Promise<Fresh> {
  const identities = identitiesOf(account.id, lines);
  const { unknown, reworded } = await unknownLines(tx, account, lines, identities);
  const days = unknown.map(({ line }) => line.bookedOn).toSorted((a, b) => (a < b ? -1 : 1));
  const [from, to, ofFile] = [days[0], days.at(-1), new Set(identities)];
  const others =
    from === undefined || to === undefined
      ? []
      : await linesInOtherFormats(tx, account.id, { format, from, to });
  const judged = judgeOtherFormat(
    unknown.map(({ line }) => line),
    others
      .filter(({ identity }) => !ofFile.has(identity))
      .map(({ booked_on: bookedOn, ...other }) => ({ ...other, bookedOn })),
  );
  const fresh = unknown.filter(({ line }) => judged.get(line)?.is !== "same");
  return {
    lines: fresh.map((each) => ({ ...each, likeId: judged.get(each.line)?.id ?? null })),
    same: unknown.length - fresh.length,
    reworded,
  };
}

/** Adds a chunk of lines that are not known, and books them. */
async function importChunk(
  tx: WriteTx,
  { ids, clock }: ImportServices,
  { account, operator, format, proven }: Adding,
  chunk: readonly FreshLine[],
): Promise<void> {
  const [entryId, now] = [ids.uuid(), BigInt(clock.now())];
  const lines = chunk.map(
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
}

const counted = (lines: number, one: string, several: string): string =>
  lines === 1 ? `1 line ${one}` : `${lines} lines ${several}`;

/** How many days before an account's first line one is looked at. */
const LONG_BEFORE = 366;

/** What to say of an import: lines that another format had, or may have had, and days that were closed before. */
async function warningsOf(
  tx: WriteTx,
  depositAccountId: string,
  { lines, same, reworded }: Fresh,
  firstDay: string | undefined,
): Promise<string[]> {
  const like = lines.filter(({ likeId }) => likeId !== null).length;
  const days = lines.map(({ line }) => line.bookedOn).toSorted((a, b) => (a < b ? -1 : 1));
  const closed = await listClosedDays(tx, depositAccountId, days[0] ?? "9");
  const last = closed.at(-1) ?? "";
  const late = days.filter((day) => day <= last).length;
  const early = days.filter((day) => firstDay !== undefined && addDays(day, LONG_BEFORE) < firstDay).length;
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

/** What a statement of an account is read with. @param columns for this file; those of the account unless given */
export async function statementSettings(
  { database, config, clock }: Pick<Services, "database" | "config" | "clock">,
  account: SystemBankAccount,
  columns: StatementColumns | undefined,
): Promise<StatementSettings> {
  return {
    account,
    timeZone: config.TIME_ZONE,
    today: localDay(clock.now(), config.TIME_ZONE),
    columns: columns ?? (await columnsOf(database.read, account.id)) ?? undefined,
  };
}

/**
 * Whether a statement's new lines lead from what the account has, by the statements before it, to its own closing balance; and keeps what
 * it has since. An account's first statement follows none.
 */
async function proveBalance(
  tx: WriteTx,
  { id }: SystemBankAccount,
  { closing, refused }: FormattedStatement,
  { lines }: Fresh,
): Promise<boolean> {
  if (lines.length === 0) return false;
  const before = await findStatementBalance(tx, id);
  const after = lines.reduce((sum, { line }) => sum + line.amount, before ?? 0n);
  if (closing !== null || before !== undefined) await saveStatementBalance(tx, id, closing ?? after);
  return before !== undefined && refused.length === 0 && closing === after;
}

/** Writes a statement's lines: all of them, or none. */
async function write(
  services: ImportServices,
  importing: Importing,
  statement: FormattedStatement,
  onProgress: ImportProgress,
): Promise<Required<Omit<BankLinesImported, "refused">> & { readonly certain: CertainLines }> {
  const { account, operator } = importing;
  return services.database.write(
    async (tx) => {
      if (!(await lockDepositAccount(tx, account.id))) throw new DomainError("not_found");
      const total = statement.lines.length;
      const firstDay = await firstLineDay(tx, account.id);
      const fresh = await freshLines(tx, account, statement);
      const imported = fresh.lines.length;
      const duplicates = total - imported;
      const { format } = statement;
      const adding = { ...importing, format, proven: await proveBalance(tx, account, statement, fresh) };
      for (let start = 0; start < imported; start += CHUNK) {
        const chunk = fresh.lines.slice(start, start + CHUNK);
        await importChunk(tx, services, adding, chunk);
        onProgress(duplicates + start + chunk.length, total);
      }
      const certain = await proposeLines(tx, services, account);
      const warnings = await warningsOf(tx, account.id, fresh, firstDay);
      await recordAct(tx, services, operator, {
        action: "bank_lines.imported",
        subject: account.id,
        details: { imported, duplicates, ...(warnings.length > 0 && { warnings }) },
      });
      return { imported, duplicates, warnings, certain };
    },
    { patient: true },
  );
}

/**
 * Imports a statement: each line that is new is kept and booked between bank and suspense at once, so that the bank in the books is
 * what the statement says. The same file again, or one that overlaps, adds only what is new. A file that is broken as a whole imports
 * nothing, a line that cannot be read is left out; both are said with their line.
 * @throws DomainError `not_found` for the deposit account, `payload_too_large`
 */
export async function importBankLines(
  services: ImportServices,
  operator: Operator,
  input: ImportBankLinesInput,
  onProgress: ImportProgress = () => undefined,
): Promise<BankLinesImported> {
  const account = await findSystemBankAccount(services.database.read, input.deposit_account_id);
  if (account === undefined) throw new DomainError("not_found");
  try {
    const { content, format, columns } = input;
    if (Buffer.byteLength(content) > LARGEST_STATEMENT_BYTES) throw new DomainError("payload_too_large");
    const statement = readStatement(content, format, await statementSettings(services, account, columns));
    const { certain, warnings, ...written } = await write(
      services,
      { account, operator },
      statement,
      onProgress,
    );
    await settleCertain(services, operator, certain.payouts);
    if (services.config.AUTO_CREDIT) await creditCertain(services, certain.deposits);
    return { ...written, refused: [...statement.refused], ...(warnings.length > 0 && { warnings }) };
  } catch (thrown) {
    if (!(thrown instanceof BrokenStatement)) throw thrown;
    const { line, reason } = thrown;
    return { imported: 0, duplicates: 0, refused: [{ line, reason }] };
  }
}
