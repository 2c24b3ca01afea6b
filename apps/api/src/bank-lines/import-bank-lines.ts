import {
  LARGEST_STATEMENT_BYTES,
  type BankLinesImported,
  type ImportBankLinesInput,
} from "@wattle/contracts/bank-lines";
import { DomainError } from "@wattle/contracts/errors";
import { insertBankLines, knownLines, lockDepositAccount, type NewBankLine } from "@wattle/db/bank-lines";
import type { WriteTx } from "@wattle/db/database";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry, type Posting } from "@wattle/db/ledger/post-entry";
import { listClosedDays } from "@wattle/db/reconciliations";
import { findSystemBankAccount } from "@wattle/db/system-bank-accounts";
import type { SystemBankAccount } from "@wattle/db/tables";
import { recordAct, type Operator } from "../audit/record-act.ts";
import type { Services } from "../services.ts";
import { creditCertain } from "./auto-credit.ts";
import type { LineServices } from "./credit-line.ts";
import { identitiesOf } from "./line-identity.ts";
import { proposeLines, type CertainLines } from "./propose-lines.ts";
import { settleCertain } from "./settle-payout.ts";
import { columnsOf } from "./statement-columns.ts";
import { readStatement } from "./statements/read-statement.ts";
import { BrokenStatement, type Statement, type StatementLine } from "./statements/statement.ts";

type ImportServices = LineServices & Pick<Services, "rates">;

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

/** Adds the lines of one chunk that are not known, and books them. @returns those that were new */
async function importChunk(
  tx: WriteTx,
  { ids, clock }: ImportServices,
  { account, operator }: Importing,
  chunk: readonly (readonly [StatementLine, string])[],
): Promise<readonly NewBankLine[]> {
  const known = await knownLines(
    tx,
    chunk.map(([, identity]) => identity),
  );
  const [entryId, now] = [ids.uuid(), BigInt(clock.now())];
  const lines = chunk
    .filter(([, identity]) => !known.has(identity))
    .map(([{ bookedOn, amount, text, payer }, identity]): NewBankLine => ({
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
    }));
  if (lines.length === 0) return [];
  await postEntry(tx, {
    id: entryId,
    kind: "bank_lines",
    description: `Statement of ${account.id}`,
    createdBy: operator.id,
    createdAt: now,
    postings: lines.map(bookingOf),
  });
  await insertBankLines(tx, lines);
  return lines;
}

const counted = (lines: number, one: string, several: string): string =>
  lines === 1 ? `1 line ${one}` : `${lines} lines ${several}`;

/** What to say of days that were closed before these lines came. */
async function closedDayWarnings(
  tx: WriteTx,
  depositAccountId: string,
  added: readonly NewBankLine[],
): Promise<string[]> {
  const days = added.map(({ booked_on }) => booked_on).toSorted((a, b) => (a < b ? -1 : 1));
  const closed = await listClosedDays(tx, depositAccountId, days[0] ?? "9");
  const [first, last] = [closed[0], closed.at(-1)];
  if (first === undefined || last === undefined) return [];
  const late = days.filter((day) => day <= last).length;
  return [`${counted(late, "changes", "change")} the books of closed days, from ${first} on.`];
}

/** @throws BrokenStatement */
function read({ content, format, columns }: ImportBankLinesInput, account: SystemBankAccount): Statement {
  if (Buffer.byteLength(content) > LARGEST_STATEMENT_BYTES) throw new DomainError("payload_too_large");
  return readStatement(content, format, account, columns);
}

/** Writes a statement's lines: all of them, or none. */
async function write(
  services: ImportServices,
  importing: Importing,
  { lines }: Statement,
  onProgress: ImportProgress,
): Promise<Required<Omit<BankLinesImported, "refused">> & { readonly certain: CertainLines }> {
  const { account, operator } = importing;
  const identities = identitiesOf(account.id, lines);
  const named = lines.map((line, place) => [line, identities[place] ?? ""] as const);
  return services.database.write(
    async (tx) => {
      if (!(await lockDepositAccount(tx, account.id))) throw new DomainError("not_found");
      const added: NewBankLine[] = [];
      for (let start = 0; start < named.length; start += CHUNK) {
        added.push(...(await importChunk(tx, services, importing, named.slice(start, start + CHUNK))));
        onProgress(Math.min(start + CHUNK, named.length), named.length);
      }
      const certain = await proposeLines(tx, services, account);
      const imported = added.length;
      const duplicates = named.length - imported;
      const warnings = await closedDayWarnings(tx, account.id, added);
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
    const kept = input.columns ?? (await columnsOf(services.database.read, account.id)) ?? undefined;
    const statement = read({ ...input, columns: kept }, account);
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
