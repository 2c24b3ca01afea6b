import { z } from "zod";
import { CUSTOMER_ROLES, PERMISSIONS, USER_STATUSES, user } from "./accounts.ts";
import { bankAccount } from "./bank-accounts.ts";
import { HOLD_KINDS } from "./choices.ts";
import { accountClosure, closingPlan } from "./closing.ts";
import { emailField } from "./field-schemas.ts";
import { holdRecord } from "./holds.ts";
import { id, time } from "./ids.ts";
import { IDENTITY_CHECKS } from "./identity-checks.ts";
import { identityDocument, identityDraft, sinceLastTry } from "./identity.ts";
import { amountInput, amountOutput, checkAmountDecimals, currencyCode } from "./money.ts";
import { cursor } from "./cursor.ts";
import { countedMeta, paging } from "./paging.ts";
import { sessionItem } from "./sessions.ts";
import {
  customerMessageField,
  internalNote,
  internalNoteField,
  noteTextField,
  replyField,
} from "./staff-texts.ts";
import { ENQUIRY_TOPICS } from "./support.ts";
import { tokenItem } from "./tokens.ts";
import { transaction } from "./history.ts";

/** Facts that two customers may share although one person should have them. */
const SHARED_VALUES = ["document_number", "phone", "date_of_birth", "bank_account", "device"] as const;

export const customerInput = z.object({ id });
/** A decision of which the customer learns without words of our own. */
export const decideCustomerInput = z.object({ id, internal_note: internalNoteField.optional() });
/** `checks` is what was looked at: all of it or, where it was looked at elsewhere, left out. It is kept with the decision. */
export const verifyCustomerInput = decideCustomerInput.extend({
  checks: z
    .array(z.enum(IDENTITY_CHECKS, { error: "Choose a check" }))
    .refine((checks) => IDENTITY_CHECKS.every((check) => checks.includes(check)), "Answer every check")
    .optional(),
  /** `changed_at` of the identity provider's answer that was looked at: a newer one is looked at first. */
  answer_at: time.optional(),
});
/** The customer reads `message`. */
export const rejectCustomerInput = decideCustomerInput.extend({ message: customerMessageField });
/** The customer reads one fixed sentence. */
export const blockCustomerInput = z.object({ id, internal_note: internalNoteField });

/**
 * `query` is part of an email address or a name, or the whole of an identifier, a phone, document or account number (with or without its
 * bank), or a birth date.
 */
export const customersInput = paging.extend({
  query: z.string().trim().max(100, "Search for fewer letters").optional(),
  status: z.enum(USER_STATUSES, { error: "Choose a status" }).optional(),
});

export const customerSummary = z
  .object({
    id,
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    status: z.enum(USER_STATUSES),
    role: z.enum(CUSTOMER_ROLES),
    default_country: z.string(),
    email_verified_at: time.nullable(),
    created_at: time,
  })
  .meta({ id: "CustomerSummary" });
export type CustomerSummary = z.infer<typeof customerSummary>;
/** A customer in a list: what to know before the account is opened. */
const listedCustomer = customerSummary.extend({
  on_hold: z.array(z.enum(HOLD_KINDS)),
  /** Number of notes of staff. */
  notes: z.int(),
});
export type ListedCustomer = z.infer<typeof listedCustomer>;
export const customersPage = z.object({ data: z.array(listedCustomer), meta: countedMeta });

/** Customers whose identity waits, those who wait for longest first. */
export const waitingIdentities = z.object({
  data: z.array(
    customerSummary.extend({
      submitted_at: time.nullable(),
      /** When it is to be decided; null if the installation sets no time. */
      due_at: time.nullable(),
      /** Whether another customer has the same phone, document number, bank account or device, or the same birth date and last name. */
      possible_duplicate: z.boolean(),
      /** The most likely duplicate, with the shared facts, the surest first; null if there is none. */
      likely_duplicate: customerSummary
        .pick({ id: true, email: true, first_name: true, last_name: true })
        .extend({ shares: z.array(z.enum(SHARED_VALUES)) })
        .nullable(),
      /** How many times the identity was sent, this one among them. */
      tries: z.int(),
    }),
  ),
  meta: countedMeta,
});

/** Customers whose closed account has money, those who wait for longest first. */
export const closedBalances = z.object({
  data: z.array(
    customerSummary.extend({
      /** Amounts by currency. */
      balance: z.record(z.string(), amountOutput),
      /** Since when there has been something. */
      since: time,
      /** When it is to be paid back; null if the installation sets no time. */
      due_at: time.nullable(),
    }),
  ),
  meta: countedMeta,
});
export type ClosedBalance = z.infer<typeof closedBalances>["data"][number];

/** One line of the audit log. */
const auditRecord = z
  .object({
    id,
    /** Identifier of the operator, or the word for the part of the system that acted. */
    actor: z.string(),
    action: z.string(),
    subject: z.string(),
    details: z.record(z.string(), z.unknown()),
    created_at: time,
  })
  .meta({ id: "AuditRecord" });
export type AuditRecord = z.infer<typeof auditRecord>;

export const noteCustomerInput = z.object({ id, text: noteTextField });
/** A note of staff about a customer. */
export const customerNote = z
  .object({ id, author: z.string(), text: internalNote, created_at: time })
  .meta({ id: "CustomerNote" });
export type CustomerNote = z.infer<typeof customerNote>;

export const enquiryRecord = z
  .object({
    id,
    reference: z.string(),
    topic: z.enum(ENQUIRY_TOPICS),
    name: z.string(),
    email: z.string(),
    message: z.string(),
    created_at: time,
    handled_at: time.nullable(),
    handled_by: z.string().nullable(),
    /** Email address of the member of staff who answers it. */
    assigned_to: z.string().nullable(),
    /** The customer who wrote it while logged in; null for a guest, whose address anyone may have typed. */
    customer: z.object({ id, email: z.string() }).nullable(),
    /** When staff last replied. */
    replied_at: time.nullable(),
  })
  .meta({ id: "EnquiryRecord" });
export type EnquiryRecord = z.infer<typeof enquiryRecord>;
/** A reply of staff to an enquiry. */
const enquiryReply = z
  .object({
    id,
    message: z.string(),
    /** Email address of the member of staff. */
    sent_by: z.string().nullable(),
    created_at: time,
  })
  .meta({ id: "EnquiryReply" });
/** `replies` are the newest, newest first. */
export const enquiryFile = enquiryRecord
  .extend({ replies: z.array(enquiryReply) })
  .meta({ id: "EnquiryFile" });
export type EnquiryFile = z.infer<typeof enquiryFile>;

/** How an identity was decided last. */
const identityDecision = z.object({
  outcome: z.enum(["verified", "sent_back"]),
  decided_at: time,
  /** Email address of the member of staff; the identifier if it is not known. */
  decided_by: z.string(),
  /** Checks that were made; none if they were made elsewhere. */
  checks: z.array(z.enum(IDENTITY_CHECKS)),
  /** The message to the customer; null if the identity was verified. */
  message: z.string().nullable(),
});

const limits = z.object({ min: amountOutput, max: amountOutput }).nullable();
/** Smallest and largest amount of one exchange, deposit or card payment in a currency; null if it is not offered for that. */
const currencyLimits = z.object({ currency: z.string(), exchange: limits, deposit: limits, card: limits });

/** Everything an operator sees of a customer. */
export const customerFile = z
  .object({
    user,
    /** Why the account is blocked, which the customer never reads; null while it is not. */
    block_reason: internalNote.nullable(),
    balance: z.record(z.string(), amountOutput),
    held: z.record(z.string(), amountOutput),
    identity: z.object({
      form: identityDraft,
      documents: z.array(identityDocument),
      submitted_at: time.nullable(),
      decided_at: time.nullable(),
      /** Changes since it was sent back; null on a first try, and if it isn't waiting. */
      since_last_try: sinceLastTry.nullable(),
      /** The newest decision, also if it was sent again since; null before the first. */
      decision: identityDecision.nullable(),
    }),
    /**
     * Balances above zero, of the currencies that are offered in the customer's country. A withdrawal has no limit but
     * the balance.
     */
    limits: z.array(currencyLimits),
    referred_by: id.nullable(),
    /** The newest transactions; `total` counts all. `next` is what `ops.customers.history` takes to go on; null at the end. */
    history: z.object({ data: z.array(transaction), total: z.int(), next: z.string().nullable() }),
    bank_accounts: z.array(bankAccount),
    /** Open sessions of the customer. */
    sessions: z.array(sessionItem),
    tokens: z.array(tokenItem),
    /** Factors that a login needs next to the password, or accepts in its place. */
    second_steps: z.array(z.enum(["authenticator", "passkey"])),
    /** The customer's current holds. */
    on_hold: z.array(z.enum(HOLD_KINDS)),
    /** All holds, released ones too, newest first. */
    holds: z.array(
      holdRecord.extend({
        /** The person who put it on; the identifier if no name is known. */
        held_by_name: z.string(),
      }),
    ),
    /** Notes of staff, newest first. */
    notes: z.array(customerNote),
    /** The newest enquiries that the customer wrote while logged in, newest first. */
    enquiries: z.array(enquiryFile),
    /** How far the erasure is, where the account is closed for good; null if it is not. */
    closure: accountClosure.nullable(),
    /** Effects of closing it; null if it is closed. */
    closing: closingPlan.nullable(),
    /** Other customers with the same phone, document number, bank account or device, or the same birth date and last name. */
    duplicates: z.array(customerSummary.extend({ shares: z.array(z.enum(SHARED_VALUES)) })),
    /** The newest lines of the log. */
    audit: z.array(auditRecord),
    /** Value of `after` with which `ops.audit.list` goes on with this customer's lines; null at the end. */
    audit_next: z.string().nullable(),
  })
  .meta({ id: "CustomerFile" });
export type CustomerFile = z.infer<typeof customerFile>;

export const customerHistoryInput = z.object({
  id,
  /** The `next` of the answer before, or of the customer's file. */
  after: cursor.optional(),
});
export type CustomerHistoryInput = z.output<typeof customerHistoryInput>;
/** A customer's transactions, newest first. */
export const customerHistory = z.object({
  data: z.array(transaction),
  /** Value of `after` to go on; null at the end. */
  next: z.string().nullable(),
});
export type CustomerHistory = z.infer<typeof customerHistory>;

export const roleInput = z.object({ id, role: z.enum(CUSTOMER_ROLES, { error: "Choose a role" }) });
export const permissionsInput = z.object({
  id,
  permissions: z.array(z.enum(PERMISSIONS, { error: "Choose a permission" })).max(PERMISSIONS.length),
});

/**
 * A balance is set right: `credit` adds `amount` to what the customer can spend, `debit` takes it away. With a key
 * the same request changes the balance once, however often it is sent.
 */
export const adjustInput = z
  .object({
    id,
    direction: z.enum(["credit", "debit"], { error: "Choose credit or debit" }),
    currency: currencyCode,
    amount: amountInput,
    internal_note: internalNoteField,
    /** Message to the customer in the history; none if it is left out. */
    message: customerMessageField.optional(),
    idempotency_key: z.string().min(1).max(200).optional(),
  })
  .superRefine((input, context) => checkAmountDecimals(context, ["amount"], input.amount, input.currency));
export type AdjustInput = z.output<typeof adjustInput>;
export const adjustment = z.object({ transaction, balance: amountOutput });
export type Adjustment = z.infer<typeof adjustment>;

const ENQUIRY_FILTERS = ["open", "handled", "all"] as const;
const ENQUIRY_ASSIGNMENTS = ["anyone", "me", "none"] as const;
export const enquiriesInput = paging.extend({
  show: z.enum(ENQUIRY_FILTERS, { error: "Choose open, handled or all" }).default("open"),
  /** Assignee: the caller, no one, or anyone. */
  assigned: z.enum(ENQUIRY_ASSIGNMENTS, { error: "Choose anyone, me or none" }).default("anyone"),
  /** The customer who wrote while logged in; anyone if it is left out. */
  customer: id.optional(),
});
/** `due_at` is when one is to be answered; null if it is handled, or the installation sets no time. */
export const enquiriesPage = z.object({
  data: z.array(enquiryRecord.extend({ due_at: time.nullable() })),
  meta: countedMeta,
});
export type WaitingEnquiry = z.infer<typeof enquiriesPage>["data"][number];
export const enquiryReference = z.object({ reference: z.string().max(40) });
/**
 * `to` is the email address of who is to answer it: the caller if it is left out, no one where it is null. `from` is who the
 * caller believes has it; if it is given and someone else has it by now, nothing is changed.
 */
export const assignEnquiryInput = enquiryReference.extend({
  to: emailField.nullable().optional(),
  from: emailField.nullable().optional(),
});
/** `replied_at` is what the caller believes it is; if it is given and someone has replied by now, nothing is sent. */
export const replyInput = enquiryReference.extend({
  message: replyField,
  /** Marks it as handled, too. */
  close: z.boolean().default(false),
  replied_at: time.nullable().optional(),
});

/** A moment to look from or up to. */
const moment = z.iso.datetime({ offset: true, error: "Enter a time like 2026-01-31T09:30:00Z" }).optional();

/** People and transactions may be named by identifier, email address or reference. */
export const auditInput = paging.extend({
  subject: z.string().max(255).optional(),
  actor: z.string().max(255).optional(),
  action: z.string().max(100).optional(),
  /** Both ends are in it. */
  from: moment,
  to: moment,
  /** The `next` of the answer before, to walk through all of it. */
  after: cursor.optional(),
});
export const auditLine = auditRecord
  .extend({
    /** Email address of the person who acted, and what the subject is called; null if there is no name. */
    actor_name: z.string().nullable(),
    /** Email address of the second person: who approved it, or who asked for what was approved; null if one person acted. */
    second_name: z.string().nullable(),
    subject_name: z.string().nullable(),
    /** Full names of the people that the line has by identifier: who acted, the second person, the subject, and `customer` of its details. */
    people: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: "AuditLine" });
export type AuditLine = z.infer<typeof auditLine>;
export const auditPage = z.object({
  data: z.array(auditLine),
  meta: countedMeta,
  /** Value of `after` to go on; null at the end. */
  next: z.string().nullable(),
});
