import type { ReturnBankLineInput } from "@wattle/contracts/bank-lines";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { lockUser } from "@wattle/db/accounts";
import { balancesOf } from "@wattle/db/balances";
import { findBankLine, isShownByLine, lockBankLine, settleBankLine } from "@wattle/db/bank-lines";
import { findBankTransaction, findTransactionById, type BankTransaction } from "@wattle/db/bank-transactions";
import type { WriteTx } from "@wattle/db/database";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry, reversePostings } from "@wattle/db/ledger/post-entry";
import { deleteReferralOf } from "@wattle/db/partners";
import type { BankLineRow } from "@wattle/db/tables";
import type { Logged, Operator } from "../audit/record-act.ts";
import {
  creditPosting,
  returnedLetter,
  returnedLine,
  returnRow,
  creditText,
} from "../deposits/settle-deposit.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { recordReferral } from "../partners/record-referral.ts";
import { changeCredited } from "../transactions/change-status.ts";
import { openReceivable } from "../transactions/open-receivable.ts";
import { checkSeen } from "./check-seen.ts";
import type { LineServices } from "./credit-line.ts";
import { proposalsNow } from "./proposals-now.ts";
import { judgeOutgoingLine, keptProposal, proposeOutgoing } from "./propose-lines.ts";

interface Returning {
  readonly line: BankLineRow;
  readonly input: ReturnBankLineInput;
}

/** Marks a line as returned. @throws DomainError `state_conflict` if it is (no longer) in one of these statuses */
async function take(
  tx: WriteTx,
  { clock }: LineServices,
  operator: Operator,
  { line, input }: Returning,
  matchedId?: string,
): Promise<BankLineRow> {
  const at = BigInt(clock.now());
  const { message, internal_note: internalNote } = input;
  const settlement = { status: "returned", by: operator.id, at, message, internalNote, matchedId } as const;
  const taken = await settleBankLine(tx, line.id, settlement, [line.status]);
  if (taken === undefined) throw new DomainError("state_conflict");
  return taken;
}

/** Takes one of a deposit's payments out of the customer's balance again. @throws InsufficientFundsError */
async function takeBackPart(
  tx: WriteTx,
  services: LineServices,
  operator: Operator,
  { line, input }: Returning,
  row: BankTransaction,
): Promise<void> {
  const { clock, ids } = services;
  const [entryId, at] = [ids.uuid(), BigInt(clock.now())];
  const record = { eventId: ids.uuid(), actor: operator.id, reason: input.message, at, entryId };
  await changeCredited(tx, services, row, -line.amount, record);
  await postEntry(tx, {
    id: entryId,
    kind: "deposit_returned",
    description: `Return of a payment of deposit ${row.reference}`,
    createdBy: operator.id,
    approvedBy: operator.approvedBy,
    createdAt: at,
    postings: reversePostings([creditPosting(row, line.amount)]),
  });
  const left = row.credit - line.amount;
  await deleteReferralOf(tx, row.id);
  await recordReferral(tx, services, { ...row, credit: left, debit: left });
  await queueMail(tx, services, returnedLetter(services, row, input.message));
}

/** The deposit that a credited line has paid. */
async function depositPaidBy(tx: WriteTx, line: BankLineRow): Promise<BankTransaction> {
  const row = line.matched_id === null ? undefined : await findTransactionById(tx, line.matched_id);
  if (row === undefined) throw new Error(`the credited line ${line.id} names no deposit`);
  return row;
}

/** Sends a whole deposit back. @throws InsufficientFundsError */
async function sendBack(
  tx: WriteTx,
  services: Logged<LineServices>,
  operator: Operator,
  row: BankTransaction,
  input: ReturnBankLineInput,
): Promise<void> {
  await returnRow(tx, services, operator, row, input);
  await services.log(returnedLine(row, input));
  await queueMail(tx, services, returnedLetter(services, row, input.message));
}

/**
 * Takes a credited line's money from the customer again.
 * @throws InsufficientFundsError if the customer no longer has it
 */
async function takeBack(
  tx: WriteTx,
  services: Logged<LineServices>,
  operator: Operator,
  returning: Returning,
): Promise<void> {
  const { line, input } = returning;
  const row = await depositPaidBy(tx, line);
  if (row.credit > line.amount) await takeBackPart(tx, services, operator, returning, row);
  else await sendBack(tx, services, operator, row, input);
}

/**
 * The deposit that is returned with a line that was not used: the one it names whole, which nothing has paid and no other line is about to
 * pay. Its customer is held, so that of two lines at once the second sees that the first is returned.
 * @throws DomainError `state_conflict` if it is not as it was seen
 */
async function depositOfOpen(
  tx: WriteTx,
  services: LineServices,
  { line, input }: Returning,
): Promise<BankTransaction | undefined> {
  const { reference } = keptProposal(line).proposal ?? {};
  const find = () => findBankTransaction(tx, "deposit", reference ?? "");
  const meant = await find();
  if (meant !== undefined) await lockUser(tx, meant.user_id);
  const { proposal } = (await proposalsNow(tx, services, [line]))(line);
  checkSeen(input.seen, { proposal });
  return proposal?.returns_deposit === true ? find() : undefined;
}

/** Sends back what came in. */
async function returnIncoming(
  tx: WriteTx,
  services: Logged<LineServices>,
  operator: Operator,
  returning: Returning,
): Promise<BankLineRow> {
  const { line, input } = returning;
  if (line.status === "credited") {
    const taken = await take(tx, services, operator, returning);
    await takeBack(tx, services, operator, returning);
    return taken;
  }
  const deposit = await depositOfOpen(tx, services, returning);
  const taken = await take(tx, services, operator, returning);
  if (deposit !== undefined) await sendBack(tx, services, operator, deposit, input);
  return taken;
}

/**
 * Takes from the customer the money that the bank has taken back. If it is spent, the customer owes it and can withdraw
 * nothing until staff release the hold.
 */
async function reverse(
  tx: WriteTx,
  services: Logged<LineServices>,
  operator: Operator,
  { line, input }: Returning,
  credited: BankLineRow,
): Promise<void> {
  const row = await depositPaidBy(tx, credited);
  await lockUser(tx, row.user_id);
  const has = (await balancesOf(tx, row.user_id)).get(line.currency) ?? 0n;
  const undone = { line: credited, input };
  await take(tx, services, operator, undone);
  if (has >= credited.amount) return takeBack(tx, services, operator, undone);
  await openReceivable(tx, services, {
    user_id: row.user_id,
    currency: line.currency,
    amount: credited.amount,
    of: { bank_line_id: line.id },
    destination: houseAccount("suspense", line.currency),
    description: `Taken back by the bank: deposit ${row.reference}`,
    by: operator,
    note: `The bank took back ${creditText(row, credited.amount)} of deposit ${row.reference}, which is spent.`,
  });
}

/** The earlier line that money which went out undoes, held. @throws DomainError at `id` if it undoes none; `state_conflict` */
async function undoneLine(tx: WriteTx, { line, input }: Returning): Promise<BankLineRow> {
  checkSeen(input.seen, keptProposal(line));
  const meant = await judgeOutgoingLine(tx, line);
  const undone = meant === undefined ? undefined : await lockBankLine(tx, meant.line);
  // Another line may have undone it before it was held.
  if (undone !== undefined && !(await isShownByLine(tx, undone.id, "out"))) return undone;
  // Someone else has just used it, and with it what it undoes.
  const now = await findBankLine(tx, line.id);
  if (now !== undefined && now.settled_at !== null) throw new DomainError("state_conflict");
  throw DomainError.at("id", "validation_failed", OWN_MESSAGES.nothingToReturn);
}

/** Settles what went out by the earlier line that it undoes. @throws DomainError at `id` if it undoes none */
async function returnOutgoing(
  tx: WriteTx,
  services: Logged<LineServices>,
  operator: Operator,
  returning: Returning,
): Promise<BankLineRow> {
  const undone = await undoneLine(tx, returning);
  const taken = await take(tx, services, operator, returning, undone.id);
  if (undone.status === "credited") await reverse(tx, services, operator, returning, undone);
  else if (undone.status !== "returned") throw new DomainError("state_conflict");
  return taken;
}

/** Subject of returning a line. */
export interface ReturnTarget {
  /** Customer whose balance or deposit it changes. */
  readonly customer: string | undefined;
  /** The deposit that is returned with a line that was not used. */
  readonly deposit: BankTransaction | undefined;
  /** The deposit whose customer gets an email. */
  readonly told: BankTransaction | undefined;
  /** The earlier line that it undoes. */
  readonly undoes: string | undefined;
  /** Amount taken from the customer, smallest units. */
  readonly takesBack: bigint;
}

/**
 * Subject of a line's return, held until the transaction ends.
 * @throws DomainError `state_conflict` for a line that is not as it was seen; `validation_failed` at `id` for money that went out and
 *   undoes nothing
 */
export async function returnTarget(
  tx: WriteTx,
  services: LineServices,
  returning: Returning,
): Promise<ReturnTarget> {
  const { line } = returning;
  if (line.amount < 0n) {
    const undone = await undoneLine(tx, returning);
    const customer = undone.status === "credited" ? (undone.customer_id ?? undefined) : undefined;
    const takesBack = customer === undefined ? 0n : undone.amount;
    // A customer who has spent it owes it, and is told nothing.
    const has = customer === undefined ? 0n : ((await balancesOf(tx, customer)).get(line.currency) ?? 0n);
    const isTold = customer !== undefined && has >= takesBack;
    const told = isTold ? await depositPaidBy(tx, undone) : undefined;
    return { customer, deposit: undefined, told, undoes: undone.id, takesBack };
  }
  if (line.status === "credited") {
    const customer = line.customer_id ?? undefined;
    const told = await depositPaidBy(tx, line);
    return { customer, deposit: undefined, told, undoes: undefined, takesBack: line.amount };
  }
  const deposit = await depositOfOpen(tx, services, returning);
  return { customer: deposit?.user_id, deposit, told: deposit, undoes: undefined, takesBack: 0n };
}

/**
 * Gives a line's money back, in the caller's transaction. An incoming line is marked to be sent back, and its money
 * leaves the customer's balance if it was credited. An outgoing line is settled by the earlier line that it pays back.
 * If the bank itself has taken a payment back, it is taken from the customer; if it is spent, the customer owes it.
 * @throws DomainError as `returnTarget`; InsufficientFundsError if what was credited is spent
 */
export async function returnLine(
  tx: WriteTx,
  services: Logged<LineServices>,
  operator: Operator,
  returning: Returning,
): Promise<BankLineRow> {
  const { line } = returning;
  const settle = line.amount > 0n ? returnIncoming : returnOutgoing;
  const returned = await settle(tx, services, operator, returning);
  await proposeOutgoing(tx, services, line);
  return returned;
}
