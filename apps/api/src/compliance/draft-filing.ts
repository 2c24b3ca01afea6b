import { leavesHome, otherSideOf, REPORTED_CASH } from "@wattle/contracts/bank-formats/reported-money";
import { localDay, startOfDay } from "@wattle/contracts/days";
import { filingFields, type FilingKind } from "@wattle/contracts/filing-fields";
import { findUserById } from "@wattle/db/accounts";
import { findCase } from "@wattle/db/cases";
import type { WriteTx } from "@wattle/db/database";
import { bookedDay, cameInSince, insertFiling, isReported } from "@wattle/db/filings";
import { findIdentity } from "@wattle/db/identity";
import type { Transaction, User } from "@wattle/db/tables";
import { openForm } from "../open-form.ts";
import { amountText } from "../amount-text.ts";
import { recordAct } from "../audit/record-act.ts";
import type { Services } from "../services.ts";
import { caseDueAt, openCase } from "./open-case.ts";

type FilingServices = Pick<Services, "clock" | "config" | "ids" | "vault">;
/** A payment that may have to be reported. */
export type Reported = Pick<
  Transaction,
  | "user_id"
  | "reference"
  | "credit"
  | "credit_currency"
  | "payment_method"
  | "created_at"
  | "bank_account_snapshot"
  | "id"
>;

const DAY = 24 * 60 * 60_000;
/** Business days after which a report is due: sections 41, 43 and 45 of the AML/CTF Act. */
const DUE_DAYS: Readonly<Record<FilingKind, number>> = { smr: 3, ttr: 10, ifti: 10 };
/** Money that goes out this long after it came in is one transfer. */
const TRANSFER_DAYS = 30;

const METHOD_WORDS: Readonly<Record<string, string>> = { post_billpay: "Cash at a post office" };

/** Known facts of the customer, under the names of the fields. */
async function personTexts(
  tx: WriteTx,
  { vault }: FilingServices,
  user: User,
): Promise<Readonly<Record<string, string>>> {
  const identity = await findIdentity(tx, user.id);
  const form = openForm(vault, user.id, identity?.form);
  const middle = vault.open("users.middle_name", user.id, user.middle_name) ?? "";
  const place = [form.city, form.state, form.postcode].filter(Boolean).join(" ");
  return {
    full_name: [user.first_name, middle, user.last_name].filter((word) => word !== "").join(" "),
    date_of_birth: form.date_of_birth ?? "",
    address: [form.street, place, form.address_country].filter(Boolean).join(", "),
    phone: vault.open("users.phone", user.id, user.phone) ?? "",
    email: user.email,
    occupation: form.about?.occupation?.replaceAll("_", " ") ?? "",
    account: user.id,
    document: [form.document_type, form.document_number, form.document_country].filter(Boolean).join(", "),
  };
}

/** Known facts of the transaction. */
function transactionTexts(
  { config: { TIME_ZONE }, vault }: FilingServices,
  row: Reported,
  { at, paidOn, receivedOn }: { at: bigint; paidOn: string | undefined; receivedOn: string | undefined },
): Readonly<Record<string, string>> {
  const amount = amountText(row.credit, row.credit_currency);
  const kept = vault.open("transactions.bank_account_snapshot", row.id, row.bank_account_snapshot);
  const account = kept === null ? {} : (JSON.parse(kept) as Readonly<Record<string, string | null>>);
  const { account_name: beneficiary, ...numbers } = account;
  return {
    transaction: row.reference,
    transactions: row.reference,
    date: paidOn ?? localDay(row.created_at, TIME_ZONE),
    total_cash: amount,
    total: `${amount} ${row.credit_currency}`,
    method: METHOD_WORDS[row.payment_method ?? ""] ?? row.payment_method ?? "",
    direction: leavesHome(row.credit_currency) ? "Out of Australia" : "Into Australia",
    received_on: receivedOn ?? localDay(row.created_at, TIME_ZONE),
    available_on: localDay(at, TIME_ZONE),
    currency: row.credit_currency,
    amount,
    beneficiary: beneficiary ?? "",
    beneficiary_account: ["bsb", "bank_code", "account_number"]
      .map((name) => numbers[name] ?? "")
      .filter((text) => text !== "")
      .join(" "),
  };
}

/**
 * The time from which the days of a report count: for cash, the day on which the bank booked it, however late it is
 * credited; without a line of the bank, the announcement, before which no one paid. For others it is now.
 */
function countsFrom(
  { clock, config: { TIME_ZONE } }: Pick<FilingServices, "clock" | "config">,
  kind: FilingKind,
  transaction: Reported | undefined,
  paidOn: string | undefined,
): bigint {
  if (kind !== "ttr" || transaction === undefined) return BigInt(clock.now());
  return paidOn === undefined ? transaction.created_at : startOfDay(paidOn, TIME_ZONE);
}

interface Draft {
  readonly kind: FilingKind;
  readonly customer: string;
  readonly case: string | null;
  readonly transaction?: Reported | undefined;
  /** The bank line of the payment. */
  readonly line?: string | undefined;
  /** The day on which the money came in that a transfer sends on. */
  readonly receivedOn?: string | undefined;
  /** The member of staff who asked for it, or the system. */
  readonly by: string;
}

/** Adds a draft with what is known. @returns its identifier, or undefined if the transaction has one of the kind */
export async function draftFiling(
  tx: WriteTx,
  services: FilingServices,
  { kind, customer, case: case_id, transaction, line, receivedOn, by }: Draft,
): Promise<string | undefined> {
  const { clock, config, ids, vault } = services;
  if (kind !== "smr" && transaction !== undefined) {
    if (await isReported(tx, { kind, reference: transaction.reference, line })) return undefined;
  }
  const user = await findUserById(tx, customer);
  if (user === undefined) return undefined;
  const of = case_id === null ? undefined : await findCase(tx, case_id);
  const id = ids.uuid();
  const created_at = BigInt(clock.now());
  const paidOn = transaction && (await bookedDay(tx, { deposit: transaction.id, line }));
  const known: Readonly<Record<string, string>> = {
    ...(await personTexts(tx, services, user)),
    ...(transaction !== undefined &&
      transactionTexts(services, transaction, { at: created_at, paidOn, receivedOn })),
    service: "Exchange of digital currency",
    entity: config.brand.legalEntity,
    internal_reference: id,
    ...(kind === "smr" && { first_seen: localDay(created_at, config.TIME_ZONE) }),
    ...(kind === "ttr" && { conducted_by: "The customer" }),
  };
  const fields = Object.fromEntries(filingFields(kind).map(([name]) => [name, known[name] ?? ""]));
  const added = await insertFiling(tx, {
    id,
    kind,
    case_id,
    customer_id: customer,
    reference: transaction?.reference ?? null,
    line_id: line ?? null,
    fields: vault.seal("filings.fields", id, JSON.stringify(fields)),
    created_at,
    due_at:
      (kind === "smr" ? of?.due_at : undefined) ??
      caseDueAt(countsFrom(services, kind, transaction, paidOn), config, DUE_DAYS[kind]),
  });
  if (!added) return undefined;
  const details = { customer, kind, case: case_id, reference: transaction?.reference };
  await recordAct(tx, services, { id: by }, { action: "filing.drafted", subject: id, details });
  return id;
}

async function draftBySystem(
  tx: WriteTx,
  services: FilingServices,
  kind: FilingKind,
  row: Reported,
  { line, receivedOn }: Pick<Draft, "line" | "receivedOn">,
): Promise<void> {
  // A case of its own would have nothing to report.
  if (await isReported(tx, { kind, reference: row.reference, line })) return;
  const days = DUE_DAYS[kind];
  const paidOn = await bookedDay(tx, { deposit: row.id, line });
  const since = countsFrom(services, kind, row, paidOn);
  const about = { kind: "filing", rule: kind, customer: row.user_id, holds: false, days, since } as const;
  const opened = await openCase(tx, services, about);
  await draftFiling(tx, services, {
    kind,
    customer: row.user_id,
    case: opened,
    transaction: row,
    line,
    receivedOn,
    by: "system",
  });
}

/**
 * Opens the draft that cash of a customer makes necessary.
 * @param row a deposit as it was credited
 * @param line the bank line of the payment
 */
export async function reportCash(
  tx: WriteTx,
  services: FilingServices,
  row: Reported,
  line?: string,
): Promise<void> {
  const { credit, credit_currency: currency, payment_method: method } = row;
  if (currency === REPORTED_CASH.currency && method === REPORTED_CASH.method && credit >= REPORTED_CASH.from)
    await draftBySystem(tx, services, "ttr", row, { line });
}

/** Opens the draft that money across the border makes necessary. @param row a withdrawal as it was paid */
export async function reportTransfer(tx: WriteTx, services: FilingServices, row: Reported): Promise<void> {
  const currencies = otherSideOf(row.credit_currency);
  const since = BigInt(services.clock.now() - TRANSFER_DAYS * DAY);
  const deposit = await cameInSince(tx, row.user_id, { currencies, since });
  if (deposit === undefined) return;
  const receivedOn =
    (await bookedDay(tx, { deposit: deposit.id })) ?? localDay(deposit.updated_at, services.config.TIME_ZONE);
  await draftBySystem(tx, services, "ifti", row, { receivedOn });
}
