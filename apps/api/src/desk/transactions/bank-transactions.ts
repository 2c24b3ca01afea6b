import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import type { BankTransactionType } from "@wattle/contracts/history-rules";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type {
  BankTransactionRecord,
  BankTransactionsInput,
  BankTransactionsPage,
  BankTransactionSummary,
  TransactionsInput,
  TransactionsPage,
} from "@wattle/contracts/bank-operations";
import { DomainError } from "@wattle/contracts/errors";
import { parseAmount } from "@wattle/exchange-core/amount";
import { currencyOf } from "@wattle/contracts/markets";
import { countedMetaOf } from "../counted-meta.ts";
import type { TransactionRecord } from "@wattle/contracts/transaction-record";
import { listAudit } from "@wattle/db/audit";
import { listBillDeposits } from "@wattle/db/deposit-candidates";
import {
  findBankTransaction,
  findTransactionByReference,
  listBankTransactions,
  listTransactionsOfAll,
  type BankTransaction,
} from "@wattle/db/bank-transactions";
import { findOrderOfTransaction } from "@wattle/db/onramp";
import { entriesOfTransaction } from "@wattle/db/receipts";
import type { Reader } from "@wattle/db/database";
import { listTransactionEvents } from "@wattle/db/transaction-states";
import { priceAt } from "@wattle/db/prices";
import type { Vault } from "@wattle/db/sealed/vault";
import type { TransactionEvent } from "@wattle/db/tables";
import { isoTime } from "../../clock.ts";
import { orderFileOfRow } from "../../onramp/order-of-row.ts";
import { placeOf } from "@wattle/contracts/cursor";
import { quoteOf } from "../../receipts/read-receipt.ts";
import type { Services } from "../../services.ts";
import { SYSTEM } from "../../switches/switches.ts";
import { transactionOfRow } from "../../transactions/transaction-of-row.ts";
import { transactionDetailOf } from "../../transactions/transaction-detail.ts";
import { readReference } from "../../reference.ts";
import { billReferenceOf, isBillReference } from "../../transactions/bill-reference.ts";
import { readUnits } from "../../bank-lines/statements/amounts.ts";
import { daysOf } from "../parts/period.ts";
import { AUDIT_LINES, auditRecordOf } from "../customers/customer-file.ts";
import { nameLines } from "../audit/name-lines.ts";
import { entryOf } from "../ledger/read-entries.ts";

const customerOf = (row: BankTransaction): BankTransactionRecord["customer"] => ({
  id: row.user_id,
  email: row.customer_email,
  first_name: row.customer_first_name,
  last_name: row.customer_last_name,
});

function recordOf(
  vault: Vault,
  row: BankTransaction,
  events: readonly TransactionEvent[],
): BankTransactionRecord {
  return {
    ...transactionDetailOf(vault, row, events),
    customer: customerOf(row),
  };
}

/** A deposit or withdrawal as it is shown in a list of the desk. */
function summaryOf(vault: Vault, row: BankTransaction): BankTransactionSummary {
  const { events: _left, ...summary } = recordOf(vault, row, []);
  return summary;
}

/**
 * A page of all customers' deposits or withdrawals.
 * @param payable only withdrawals of customers who may be paid, or only of those who may not
 */
export async function readBankTransactionsPage(
  { config, database, vault }: Pick<Services, "config" | "database" | "vault">,
  type: BankTransactionType,
  { per_page: perPage, page, customer, newest_first, from, to, amount, ...filter }: BankTransactionsInput,
  payable?: boolean,
): Promise<BankTransactionsPage> {
  const units = amount === undefined ? undefined : readUnits(amount);
  const { rows, total } = await listBankTransactions(database.standby, {
    ...filter,
    ...daysOf(config, from, to),
    type,
    payable,
    userId: customer,
    amount: units?.ok === true ? units.value : undefined,
    newestFirst: newest_first,
    page,
    perPage,
  });
  const last = rows.length === perPage ? rows.at(-1) : undefined;
  return {
    data: rows.map((row) => summaryOf(vault, row)),
    meta: countedMetaOf(page, perPage, total),
    next: last === undefined ? null : placeOf(last),
  };
}

/** An amount in smallest units of each currency that can have it. */
async function amountsOf(
  { markets }: Pick<Services, "markets">,
  amount: string,
): Promise<Map<string, bigint>> {
  const { currencies } = await markets();
  return new Map(
    currencies.flatMap((currency) => {
      const parsed = parseAmount(amount, currency);
      return parsed.ok ? [[currency.code, parsed.amount] as const] : [];
    }),
  );
}

/** Transactions of all customers and of every kind, newest first. */
export async function readTransactions(
  services: Pick<Services, "config" | "database" | "markets">,
  { amount, from, to, per_page: limit, ...filter }: TransactionsInput,
): Promise<TransactionsPage> {
  const amounts = amount === undefined ? undefined : await amountsOf(services, amount);
  const rows = await listTransactionsOfAll(services.database.standby, {
    ...filter,
    ...daysOf(services.config, from, to),
    amounts,
    limit,
  });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    data: rows.map((row) => ({ ...transactionOfRow(row), customer: customerOf(row) })),
    next: last === undefined ? null : placeOf(last),
  };
}

/** @param typed the reference as people type it @throws DomainError `validation_failed` if it is mistyped */
function writtenReference(typed: string): string {
  const reference = readReference(typed);
  if (reference !== undefined) return reference;
  throw DomainError.at("reference", "validation_failed", OWN_MESSAGES.mistypedReference);
}

/** How long ago a deposit was begun that is still found by the number of its bill. */
const BILLS_FOUND_MILLISECONDS = 365 * DAY_MILLISECONDS;

/** @param typed the reference as people type it, or the number that a bill is paid with */
async function referenceOf(
  { database: { read }, clock }: Pick<Services, "database" | "clock">,
  typed: string,
): Promise<string | undefined> {
  const digits = typed.replaceAll(/[\s-]/g, "");
  if (!isBillReference(digits)) return writtenReference(typed);
  const bills = await listBillDeposits(read, BigInt(clock.now() - BILLS_FOUND_MILLISECONDS));
  return bills.find(({ id }) => billReferenceOf(id) === digits)?.reference;
}

/**
 * A transaction of whatever kind, of any customer, with all that proves it: the signed rate, the books' entries, the order
 * at the payment provider, and what staff did.
 * @param typed the reference as people type it, or the number that a bill is paid with
 * @throws DomainError `validation_failed` if it is mistyped, `not_found`
 */
export async function findTransactionRecord(
  services: Pick<Services, "database" | "vault" | "config" | "clock">,
  typed: string,
): Promise<TransactionRecord> {
  const {
    database: { read },
    vault,
    config,
  } = services;
  const reference = await referenceOf(services, typed);
  const row = reference === undefined ? undefined : await findTransactionByReference(read, reference);
  if (row === undefined) throw new DomainError("not_found");
  const { id, user_id } = row;
  const order = await findOrderOfTransaction(read, row);
  const { rows: audit } = await listAudit(read, { subject: id, page: 1, perPage: AUDIT_LINES });
  return {
    ...recordOf(vault, row, await listTransactionEvents(read, user_id, id)),
    quote: quoteOf(row.quote, config.APP_ORIGIN),
    market_price: await marketPriceOf(read, row),
    entries: (await entriesOfTransaction(read, user_id, id)).map(entryOf),
    order: order === undefined ? null : orderFileOfRow(order),
    audit: await nameLines(read, audit.map(auditRecordOf)),
  };
}

type Doubt = NonNullable<NonNullable<TransactionRecord["market_price"]>["doubt"]>;

/** The worth of an exchange's coin in the currency it was exchanged with, as far as that was recorded. */
async function marketPriceOf(
  read: Reader,
  { transaction_type: type, credit_currency: from, debit_currency: to, created_at: at }: BankTransaction,
): Promise<TransactionRecord["market_price"]> {
  if (type !== "exchange") return null;
  const [coin, fiat] = currencyOf(from)?.kind === "crypto" ? [from, to] : [to, from];
  const point = await priceAt(read, coin, fiat, at);
  if (point === undefined) return null;
  const doubt = await doubtOf(read, `${coin}/${fiat}`, at);
  return { rate: point.rate, recorded_at: isoTime(point.recorded_at), doubt };
}

/** A wrong price is noticed within minutes, and no longer used after that. */
const NEAR_MILLISECONDS = 15n * 60_000n;

/** Why the system paused a market nearest to a moment; null if it did not do so near it. */
async function doubtOf(read: Reader, pair: string, at: bigint): Promise<Doubt | null> {
  const { rows } = await listAudit(read, {
    subject: `pair:${pair}`,
    actor: SYSTEM,
    action: "switch.set",
    from: at - NEAR_MILLISECONDS,
    to: at + NEAR_MILLISECONDS,
    page: 1,
    perPage: AUDIT_LINES,
  });
  const awayOf = ({ created_at: text }: { readonly created_at: string }): bigint => {
    const moment = BigInt(Date.parse(text));
    return moment < at ? at - moment : moment - at;
  };
  const [nearest] = rows
    .map(auditRecordOf)
    .filter(({ details }) => details["paused"] === true)
    .toSorted((a, b) => (awayOf(a) < awayOf(b) ? -1 : 1));
  return nearest === undefined
    ? null
    : { pair, at: nearest.created_at, reason: String(nearest.details["reason"]) };
}

/**
 * The deposit or withdrawal with a reference, of any customer.
 * @param typed the reference as people type it
 * @throws DomainError `validation_failed` if it is mistyped, `not_found`
 */
export async function readBankTransaction(
  reader: Reader,
  vault: Vault,
  type: BankTransactionType,
  typed: string,
): Promise<BankTransactionRecord> {
  const row = await findBankTransaction(reader, type, writtenReference(typed));
  if (row === undefined) throw new DomainError("not_found");
  return recordOf(vault, row, await listTransactionEvents(reader, row.user_id, row.id));
}
