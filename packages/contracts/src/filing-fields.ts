/** The fields of reports to AUSTRAC, in the order of its forms. */
import type { FILING_KINDS } from "./choices.ts";

export type FilingKind = (typeof FILING_KINDS)[number];

/** Fields of the person, as each form asks for them. */
const PERSON = {
  full_name: "Full name",
  other_names: "Other names",
  date_of_birth: "Date of birth",
  address: "Residential address",
  phone: "Phone",
  email: "Email",
  occupation: "Occupation",
  account: "Account or customer number",
  document: "Identification document",
} as const;

const ENTITY = {
  entity: "Reporting entity",
  internal_reference: "Our reference",
} as const;

export const FILING_FIELDS = {
  smr: {
    service: "Designated service",
    reason: "Reason for the suspicion",
    ...PERSON,
    grounds: "Grounds for the suspicion",
    first_seen: "Date of the suspicion",
    transactions: "Transactions",
    total: "Total amount",
    offence: "Likely offence",
    ...ENTITY,
  },
  ttr: {
    ...PERSON,
    conducted_by: "Who paid the cash",
    recipient: "Who received it",
    date: "Date of the transaction",
    total_cash: "Total cash in AUD",
    method: "How it was paid",
    transaction: "Transaction reference",
    service: "Designated service",
    ...ENTITY,
  },
  ifti: {
    direction: "Into or out of Australia",
    received_on: "Date the money was received",
    available_on: "Date it was made available",
    currency: "Currency",
    amount: "Amount",
    transaction: "Transaction reference",
    ...PERSON,
    beneficiary: "Name of the beneficiary",
    beneficiary_account: "Account of the beneficiary",
    beneficiary_country: "Country of the beneficiary",
    purpose: "Reason for the transfer",
    ...ENTITY,
  },
} as const satisfies Record<FilingKind, Readonly<Record<string, string>>>;

/** Names and labels of a report's fields, in their order. */
export const filingFields = (kind: FilingKind): readonly (readonly [string, string])[] =>
  Object.entries(FILING_FIELDS[kind]);

/** Fields without which a report is not filed. */
export const isRequiredField = (name: string): boolean =>
  ["full_name", "grounds", "total_cash", "amount", "direction", "date"].includes(name);
