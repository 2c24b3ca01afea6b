import type { CreditBankLineInput } from "@wattle/contracts/bank-lines";
import { DomainError } from "@wattle/contracts/errors";
import { ownMessage, OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { InternalNote } from "@wattle/contracts/staff-texts";
import { lockUser } from "@wattle/db/accounts";
import { findBankLine, settleBankLine } from "@wattle/db/bank-lines";
import { shownOfDeposit } from "@wattle/db/deposit-candidates";
import type { BankTransaction } from "@wattle/db/bank-transactions";
import { findBankTransaction } from "@wattle/db/bank-transactions";
import { findClosure } from "@wattle/db/closures";
import { findCustomerById } from "@wattle/db/customers";
import type { Reader, WriteTx } from "@wattle/db/database";
import { creditedDepositRow } from "@wattle/db/history-rows";
import { postEntry } from "@wattle/db/ledger/post-entry";
import { lookAt } from "@wattle/db/monitoring";
import { screenLater } from "@wattle/db/screening";
import { deleteReferralOf } from "@wattle/db/partners";
import { findSystemBankAccount } from "@wattle/db/system-bank-accounts";
import type { BankLineRow, User } from "@wattle/db/tables";
import { reportCash, type Reported } from "../compliance/draft-filing.ts";
import type { Logged, Operator } from "../audit/record-act.ts";
import { creditPosting, depositOf, creditText } from "../deposits/settle-deposit.ts";
import { depositArrivedMail } from "../mail/money-mails.ts";
import { queueMail, type Letter, type MailServices } from "../mail/queue-mail.ts";
import { recordReferral } from "../partners/record-referral.ts";
import { readReference } from "../reference.ts";
import type { Services } from "../services.ts";
import { changeCredited, changeStatus, type Actor } from "../transactions/change-status.ts";
import { beginTransaction, newOrigin, postRowEntry } from "../transactions/new-transaction.ts";
import { bouncedLetter, creditBounce } from "./credit-bounce.ts";
import { keptProposal } from "./propose-lines.ts";

export type LineServices = MailServices & Pick<Services, "database">;

/** Creditor of a line. */
export type LineActor = Operator & Pick<Actor, "kind">;

/** Target of a line's credit. */
export type LineTarget =
  /** A deposit that nothing has paid, or nothing since it was returned. */
  | { readonly how: "deposit"; readonly deposit: BankTransaction }
  /** One that other lines have paid before. */
  | { readonly how: "more"; readonly deposit: BankTransaction }
  /** One that staff credited with just this amount before the line was there: no money moves again. */
  | { readonly how: "shown"; readonly deposit: BankTransaction }
  /** A withdrawal that has come back. */
  | { readonly how: "bounced"; readonly withdrawal: BankTransaction }
  /** A customer who has announced nothing. */
  | { readonly how: "customer"; readonly customer: User };

/** A line with money that came in and that has not been used. @throws DomainError `not_found`, `state_conflict` */
export async function creditableLine(reader: Reader, id: string): Promise<BankLineRow> {
  const line = await findBankLine(reader, id);
  if (line === undefined) throw new DomainError("not_found");
  if (line.amount <= 0n || (line.status !== "unmatched" && line.status !== "proposed"))
    throw new DomainError("state_conflict");
  return line;
}

async function referenceTarget(tx: WriteTx, line: BankLineRow, reference: string): Promise<LineTarget> {
  const withdrawal = await findBankTransaction(tx, "withdraw", readReference(reference) ?? "");
  if (withdrawal !== undefined) return { how: "bounced", withdrawal };
  // Its customer is held first: of two lines at once the second then sees what the first one has shown.
  await lockUser(tx, (await depositOf(tx, reference)).user_id);
  const deposit = await depositOf(tx, reference);
  if (deposit.credit_currency !== line.currency)
    throw DomainError.at("reference", "validation_failed", OWN_MESSAGES.otherDepositCurrency);
  if (deposit.status !== "completed") return { how: "deposit", deposit };
  const byHand = deposit.credit - (await shownOfDeposit(tx, deposit.id));
  if (byHand === 0n) return { how: "more", deposit };
  if (byHand === line.amount) return { how: "shown", deposit };
  throw DomainError.at("reference", "validation_failed", OWN_MESSAGES.creditedOtherwise);
}

/**
 * Whom or what a line is to be credited to. The customer of a deposit is held until the transaction ends.
 * @throws DomainError `validation_failed` at `reference`, also if neither the input nor a proposal names anyone; `not_found`;
 * `state_conflict` for a customer whose account is closed: the money goes back
 */
export async function targetOf(
  tx: WriteTx,
  line: BankLineRow,
  { reference, customer: customerId }: Pick<CreditBankLineInput, "reference" | "customer">,
): Promise<LineTarget> {
  const meant = reference ?? (customerId === undefined ? keptProposal(line).proposal?.reference : undefined);
  if (typeof meant === "string") return referenceTarget(tx, line, meant);
  if (customerId === undefined)
    throw DomainError.at("reference", "validation_failed", OWN_MESSAGES.noLineTarget);
  const customer = await findCustomerById(tx, customerId);
  if (customer === undefined) throw new DomainError("not_found");
  if ((await findClosure(tx, customerId)) !== undefined)
    throw new DomainError("state_conflict", { message: ownMessage.accountIs("closed") });
  return { how: "customer", customer };
}

/**
 * The email to the customer whom a line credits; undefined if the money is on the balance already.
 * @param reference of a deposit that is made for the line
 */
export function creditLetter(
  services: Pick<MailServices, "config">,
  { amount, currency }: BankLineRow,
  target: LineTarget,
  reference = "follows once it’s credited",
): Letter | undefined {
  if (target.how === "shown") return undefined;
  if (target.how === "bounced")
    return target.withdrawal.status === "completed" ? bouncedLetter(services, target.withdrawal) : undefined;
  const row = { reference, credit: amount, credit_currency: currency };
  if (target.how === "customer") {
    const { email, first_name } = target.customer;
    return { to: email, mail: depositArrivedMail(first_name, row, undefined, services.config) };
  }
  const { deposit } = target;
  const announced = deposit.announced ?? deposit.credit;
  const planned = target.how === "more" || announced === amount ? undefined : announced;
  const arrived = { ...row, reference: deposit.reference };
  return {
    to: deposit.customer_email,
    mail: depositArrivedMail(deposit.customer_first_name, arrived, planned, services.config),
  };
}

/** Credits a deposit that was announced, whatever became of it since, with what has come. */
async function creditAnnounced(
  tx: WriteTx,
  services: LineServices,
  by: LineActor,
  line: BankLineRow,
  row: BankTransaction,
): Promise<Reported> {
  const { amount } = line;
  await changeStatus(tx, services, row, {
    to: "completed",
    by,
    reason: null,
    set: { credit: amount, debit: amount },
    entry: {
      kind: "deposit",
      description: `Deposit ${row.reference}`,
      postings: [creditPosting(row, amount)],
    },
  });
  const deposit = { ...row, credit: amount, debit: amount };
  await recordReferral(tx, services, deposit);
  return deposit;
}

/** Adds another payment to a deposit. */
async function creditMore(
  tx: WriteTx,
  services: LineServices,
  by: LineActor,
  line: BankLineRow,
  row: BankTransaction,
): Promise<Reported> {
  const { clock, ids } = services;
  const [entryId, at] = [ids.uuid(), BigInt(clock.now())];
  const record = { eventId: ids.uuid(), actor: by.id, reason: null, at, entryId };
  await changeCredited(tx, services, row, line.amount, record);
  await postEntry(tx, {
    id: entryId,
    kind: "deposit",
    description: `Deposit ${row.reference}`,
    createdBy: by.id,
    approvedBy: by.approvedBy,
    createdAt: at,
    postings: [creditPosting(row, line.amount)],
  });
  const total = row.credit + line.amount;
  await deleteReferralOf(tx, row.id);
  await recordReferral(tx, services, { ...row, credit: total, debit: total });
  return { ...row, credit: line.amount };
}

/** Credits a customer who has announced nothing, with a deposit of its own. */
async function creditCustomer(
  tx: WriteTx,
  services: LineServices,
  by: LineActor,
  line: BankLineRow,
  customer: User,
): Promise<Reported> {
  await lockUser(tx, customer.id);
  const account = await findSystemBankAccount(tx, line.deposit_account_id);
  const money = { units: line.amount, currency: line.currency };
  const row = creditedDepositRow({
    ...newOrigin(services, customer.id),
    entryId: services.ids.uuid(),
    paid: money,
    arrived: money,
    paymentMethod: account?.method ?? "bank_transfer",
    bankReference: null,
  });
  await postRowEntry(tx, row, by, {
    kind: "deposit",
    description: `Deposit ${row.reference}`,
    postings: [creditPosting(row, line.amount)],
  });
  await beginTransaction(tx, services, row, by.id);
  await recordReferral(tx, services, row);
  return row;
}

function credit(
  tx: WriteTx,
  services: LineServices,
  by: LineActor,
  line: BankLineRow,
  target: Exclude<LineTarget, { readonly how: "bounced" }>,
): Promise<Reported> {
  switch (target.how) {
    case "deposit":
      return creditAnnounced(tx, services, by, line, target.deposit);
    case "more":
      return creditMore(tx, services, by, line, target.deposit);
    case "shown":
      return Promise.resolve(target.deposit);
    case "customer":
      return creditCustomer(tx, services, by, line, target.customer);
  }
}

/**
 * Credits a line, once, tells the customer and writes it down: all or nothing, in the caller's transaction. The line is taken first, so
 * that of two concurrent calls the second waits and then finds it used.
 * @throws DomainError `state_conflict`
 */
export async function creditLine(
  tx: WriteTx,
  services: Logged<LineServices>,
  by: LineActor,
  {
    line,
    target,
    note,
  }: { readonly line: BankLineRow; readonly target: LineTarget; readonly note?: InternalNote | undefined },
): Promise<BankLineRow> {
  if (target.how === "bounced")
    return creditBounce(tx, services, by, { line, withdrawal: target.withdrawal, note });
  const used = {
    status: "credited",
    by: by.id,
    at: BigInt(services.clock.now()),
    internalNote: note,
  } as const;
  if ((await settleBankLine(tx, line.id, used)) === undefined) throw new DomainError("state_conflict");
  const deposit = await credit(tx, services, by, line, target);
  // The ledger has no entry for money that was credited by hand, but only now its payer is known.
  if (target.how === "shown") {
    const look = { user_id: deposit.user_id, kind: "look", about: line.id, created_at: used.at } as const;
    await lookAt(tx, look);
  } else await reportCash(tx, services, deposit, line.id);
  if (line.payer !== "") await screenLater(tx, deposit.user_id, used.at);
  const settled = await settleBankLine(
    tx,
    line.id,
    { ...used, matchedId: deposit.id, customerId: deposit.user_id },
    ["credited"],
  );
  await services.log({
    action: "bank_line.credited",
    subject: deposit.id,
    details: {
      line: line.id,
      reference: deposit.reference,
      customer: deposit.user_id,
      amount: creditText(deposit, line.amount),
      how: target.how,
      internal_note: note,
    },
  });
  const letter = creditLetter(services, line, target, deposit.reference);
  if (letter !== undefined) await queueMail(tx, services, letter);
  if (settled === undefined) throw new DomainError("state_conflict");
  return settled;
}
