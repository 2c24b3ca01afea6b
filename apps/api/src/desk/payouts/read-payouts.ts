import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { FIRST_PAYMENT } from "@wattle/contracts/choices";
import { pieceOf } from "@wattle/contracts/cursor";
import { bankFormat } from "@wattle/contracts/bank-formats/formats";
import { payoutFormat } from "@wattle/contracts/bank-formats/payout-files";
import { hasName, losesLetters } from "@wattle/contracts/bank-formats/plain-letters";
import { DomainError } from "@wattle/contracts/errors";
import type { BankAccountCopy } from "@wattle/contracts/history";
import { ownMessage } from "@wattle/contracts/own-messages";
import type { Payout, PayoutRow, payoutsInput, PayoutSummary } from "@wattle/contracts/payouts";
import type { Reader } from "@wattle/db/database";
import { mayBePaid } from "@wattle/db/holds";
import {
  countSharers,
  findBatch,
  findPayments,
  listBatches,
  listBatchMembers,
  type Batch,
  type Payment,
} from "@wattle/db/payouts";
import type { Vault } from "@wattle/db/sealed/vault";
import type { Standing } from "@wattle/db/tables";
import type { z } from "zod";
import { amountText } from "../../amount-text.ts";
import { isoTime } from "../../clock.ts";
import { nameFitOf } from "../../bank-lines/match/name-fit.ts";
import { daysOf } from "../parts/period.ts";
import type { Services } from "../../services.ts";
import { keptBankAccount } from "../../transactions/transaction-detail.ts";

/** Services for checks of withdrawals. */
type CheckServices = Pick<Services, "vault" | "searchHashes" | "clock">;
type ReadServices = CheckServices & Pick<Services, "database">;

/** An account that was added more recently is looked at. */
const NEW_ACCOUNT_DAYS = 7;

const timeOrNull = (at: bigint | null): string | null => (at === null ? null : isoTime(at));

const payoutSummaryOf = (batch: Batch): PayoutSummary => ({
  id: batch.id,
  currency: batch.currency,
  status: batch.status,
  deposit_account_id: batch.deposit_account_id,
  count: Number(batch.entries),
  total: amountText(batch.total, batch.currency),
  created_by: batch.created_by,
  created_at: isoTime(batch.created_at),
  released_by: batch.released_by,
  released_at: timeOrNull(batch.released_at),
  filed_at: timeOrNull(batch.filed_at),
  sent_at: timeOrNull(batch.sent_at),
  settled_at: timeOrNull(batch.settled_at),
  cancelled_at: timeOrNull(batch.cancelled_at),
});

/** The account that a withdrawal goes to, as it was when it was requested. */
export function payeeOf(vault: Vault, member: Payment): BankAccountCopy {
  const account = keptBankAccount(vault, member);
  if (account === null) throw new Error(`the withdrawal ${member.id} has no bank account`);
  return account;
}

export const standingOf = (member: Payment): Parameters<typeof mayBePaid>[0] => ({
  status: member.customer_status as Standing["status"],
  on_hold: member.customer_on_hold,
  withdrawals_held_until: member.customer_held_until,
});

/** Warns of letters in a payee's name that the bank's file can't contain. */
function nameWarnings({ account_name: name, currency }: BankAccountCopy): string[] {
  const written = payoutFormat(currency)?.writtenName(name) ?? name;
  if (!hasName(written)) return ["The bank's file can't have this name"];
  return losesLetters(name) ? [`The bank's file says “${written}”`] : [];
}

/** Warnings for staff before they release a payment. @param sharers how many customers have the account */
function warningsOf(member: Payment, payee: BankAccountCopy, sharers: number, now: number): string[] {
  const {
    customer_first_name: first_name,
    customer_last_name: last_name,
    account_created_at: added_at,
  } = member;
  const fit = nameFitOf(payee.account_name, "")({ first_name, last_name });
  const days = added_at === null ? null : Math.floor((now - Number(added_at)) / DAY_MILLISECONDS);
  const checks: readonly (readonly [boolean, string])[] = [
    [!mayBePaid(standingOf(member)), "The customer is blocked or on hold"],
    [member.booked !== member.credit, "The books have another amount"],
    [member.customer_status !== "verified", `The customer is ${member.customer_status}`],
    [fit !== "fits", "Account in another name"],
    [sharers > 1, `${sharers} customers have this account`],
    [(member.paid_before ?? 0n) === 0n, FIRST_PAYMENT],
    [days === null, "The customer has removed this account"],
    [days !== null && days < NEW_ACCOUNT_DAYS, `The account was added ${days} days ago`],
  ];
  return [...nameWarnings(payee), ...checks.flatMap(([applies, text]) => (applies ? [text] : []))];
}

/** @throws DomainError `validation_failed` at `id` for a payment whose payee's name a bank's file can't have */
export function requireNames(vault: Vault, currency: string, members: readonly Payment[]): void {
  const format = payoutFormat(currency);
  for (const member of members) {
    const { account_name: name } = payeeOf(vault, member);
    if (format !== undefined && !hasName(format.writtenName(name)))
      throw DomainError.at("id", "validation_failed", ownMessage.takeOutNameless(member.reference));
  }
}

/** Withdrawals with the accounts that they go to, and what to look at in each. */
async function checked(
  reader: Reader,
  { vault, searchHashes, clock }: CheckServices,
  members: readonly Payment[],
) {
  const payees = members.map((member) => {
    const account = payeeOf(vault, member);
    const number = `${account.bsb ?? account.bank_code ?? ""}${account.account_number}`;
    return { member, account, hash: searchHashes.of("bank_account", number) };
  });
  const hashes = payees.flatMap(({ hash }) => (hash === undefined ? [] : [hash]));
  const sharers = await countSharers(reader, "bank_account", hashes);
  return payees.map(({ member, account, hash }) => ({
    member,
    account,
    warnings: warningsOf(member, account, (hash === undefined ? 0 : sharers.get(hash)) ?? 0, clock.now()),
  }));
}

/** Warnings about withdrawals before they are paid, by identifier. @param ids of withdrawals */
export async function paymentWarnings(
  reader: Reader,
  services: CheckServices,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const payments = await checked(reader, services, await findPayments(reader, ids));
  return new Map(payments.map(({ member, warnings }) => [member.id, warnings]));
}

async function rowsOf(
  reader: Reader,
  services: CheckServices,
  members: readonly Payment[],
): Promise<PayoutRow[]> {
  return (await checked(reader, services, members)).map(({ member, account, warnings }) => ({
    reference: member.reference,
    amount: amountText(member.credit, member.credit_currency),
    status: member.status,
    customer: {
      id: member.user_id,
      email: member.customer_email,
      name: `${member.customer_first_name} ${member.customer_last_name}`,
    },
    account_name: account.account_name,
    account: bankFormat(account.currency)?.numbers(account) ?? account.account_number,
    account_added_at: timeOrNull(member.account_created_at),
    payable: mayBePaid(standingOf(member)),
    warnings,
  }));
}

/** A batch with its withdrawals, and what to look at in each. @throws DomainError `not_found` */
export async function payoutOf(reader: Reader, services: CheckServices, id: string): Promise<Payout> {
  const batch = await findBatch(reader, id);
  if (batch === undefined) throw new DomainError("not_found");
  return {
    ...payoutSummaryOf(batch),
    rows: await rowsOf(reader, services, await listBatchMembers(reader, id)),
  };
}

export const readPayout = (services: ReadServices, id: string): Promise<Payout> =>
  payoutOf(services.database.read, services, id);

/** Batches, newest first. */
export async function listPayouts(
  { config, database }: Pick<Services, "config" | "database">,
  { from, to, customer: userId, limit, ...filter }: z.output<typeof payoutsInput>,
): Promise<{ data: PayoutSummary[]; next: string | null }> {
  const rows = await listBatches(database.standby, {
    status: filter.status,
    currency: filter.currency,
    after: filter.after,
    ...daysOf(config, from, to),
    userId,
    limit: limit + 1,
  });
  const { piece, next } = pieceOf(rows, limit);
  return { data: piece.map(payoutSummaryOf), next };
}
