import type { EnquiryTopic } from "@wattle/contracts/support";
import type { CustomerFile } from "../parts/answers.ts";
import { TYPE_WORDS } from "../../history/history-search.ts";
import { STATUS_WORDS } from "../../history/statuses.ts";
import { amountText } from "../../money/price-figures.ts";
import { actText } from "../../staff/staff-words.ts";
import { noteText } from "../approvals/approval-words.ts";
import { dayOf } from "../parts/moment-text.ts";

export const DOERS = ["customer", "us", "system"] as const;
type Doer = (typeof DOERS)[number];

/** One thing that happened to a customer. */
export interface TimelineEntry {
  readonly key: string;
  readonly at: string;
  readonly by: Doer;
  /** Which of us, if that is known. */
  readonly who?: string | undefined;
  readonly text: string;
  /** The words under it: a note, a message. */
  readonly detail?: string | undefined;
  readonly amount?: string;
  readonly reference?: string;
  /** Reference of an enquiry. */
  readonly enquiry?: string;
}

/** Actor of a line of the log: the customer, the system, or a member of staff. */
function doerOf(actor: string, customer: string): Doer {
  if (actor === customer) return "customer";
  return /^system(?::|$)/.test(actor) ? "system" : "us";
}

const SENT = "identity.sent";
/** The notes are all there by themselves. */
const NOTED = "customer.noted";

const ENQUIRED: Readonly<Record<EnquiryTopic, string>> = {
  support: "Wrote to support",
  otc: "Wrote to the OTC desk",
};

type Row = CustomerFile["history"]["data"][number];

const wordOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Amount that a customer got; for an exchange the given amount, too. */
function movedText({ transaction_type: type, credit, credit_currency, debit, debit_currency }: Row): string {
  const got = amountText(debit, debit_currency);
  return type === "exchange" ? `${amountText(credit, credit_currency)} → ${got}` : got;
}

/** Kind of a transaction, and its state if it is not done: 'Deposit, awaiting payment'. */
const doneText = ({ transaction_type: type, status }: Row): string =>
  status === "completed"
    ? TYPE_WORDS[type]
    : `${TYPE_WORDS[type]}, ${STATUS_WORDS[status].word.toLowerCase()}`;

/** Acts of a customer, of staff and of the system, newest first. */
export function timelineOf({
  user,
  history,
  audit,
  notes,
  identity,
  sessions,
  enquiries,
}: CustomerFile): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...(user.email_verified_at === null
      ? []
      : [
          {
            key: "email",
            at: user.email_verified_at,
            by: "customer" as const,
            text: "Confirmed the email address",
          },
        ]),
    ...(identity.submitted_at === null || audit.some(({ action }) => action === SENT)
      ? []
      : [{ key: "identity", at: identity.submitted_at, by: "customer" as const, text: "Sent the identity" }]),
    ...sessions.map(({ id, created_at: at, ip }) => ({
      key: id,
      at,
      by: "customer" as const,
      text: ip === null ? "Logged in" : `Logged in from ${ip}`,
    })),
    ...history.data.map((row) => ({
      key: row.id,
      at: row.created_at,
      by: row.transaction_type === "adjustment" ? ("us" as const) : ("customer" as const),
      text: doneText(row),
      detail: row.note ?? undefined,
      amount: movedText(row),
      reference: row.reference,
    })),
    ...enquiries.flatMap(({ id, reference, topic, message, created_at, replies }) => [
      {
        key: id,
        at: created_at,
        by: "customer" as const,
        text: ENQUIRED[topic],
        detail: message,
        enquiry: reference,
      },
      ...replies.map((reply) => ({
        key: reply.id,
        at: reply.created_at,
        by: "us" as const,
        who: reply.sent_by ?? undefined,
        text: "Replied to enquiry",
        detail: reply.message,
        enquiry: reference,
      })),
    ]),
    ...audit
      .filter(({ action }) => action !== NOTED)
      .map(({ id, actor, action, details, created_at: at }) => ({
        key: id,
        at,
        by: doerOf(actor, user.id),
        text: actText(action),
        detail: wordOf(details["internal_note"]) ?? wordOf(details["message"]),
      })),
    ...notes.map(({ id, text, created_at: at }) => ({
      key: id,
      at,
      by: "us" as const,
      text: "Note",
      detail: noteText(text),
    })),
    // Among lines of one time the last here is the oldest, and nothing is before it.
    { key: "joined", at: user.created_at, by: "customer", text: "Signed up" },
  ];
  return entries.toSorted((a, b) => b.at.localeCompare(a.at));
}

/** Whether two entries say the same, of nothing that has an amount or a page of its own. */
const saysSame = (one: TimelineEntry, other: TimelineEntry | undefined): boolean =>
  one.by === other?.by &&
  one.who === other.who &&
  one.text === other.text &&
  one.detail === other.detail &&
  [one, other].every(
    ({ amount, reference, enquiry }) =>
      amount === undefined && reference === undefined && enquiry === undefined,
  );

/** An entry, or several that say the same. */
export type FoldedEntry = TimelineEntry & { readonly times: number };

/** Entries that follow each other and say the same become one, at the time of the newest, with how many they are. */
export const folded = (entries: readonly TimelineEntry[]): readonly FoldedEntry[] =>
  entries.reduce<FoldedEntry[]>((all, entry) => {
    const last = all.at(-1);
    return last !== undefined && saysSame(entry, last)
      ? [...all.slice(0, -1), { ...last, times: last.times + 1 }]
      : [...all, { ...entry, times: 1 }];
  }, []);

/** The days of entries in the installation's time zone, in their order. Equal entries are one line on each day. */
export const daysOf = (
  entries: readonly TimelineEntry[],
): readonly { readonly day: string; readonly entries: readonly FoldedEntry[] }[] =>
  [...Map.groupBy(entries, ({ at }) => dayOf(at))].map(([day, some]) => ({ day, entries: folded(some) }));
