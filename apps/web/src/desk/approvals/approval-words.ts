import type { StaffRole } from "@wattle/contracts/accounts";
import type { AppRouter } from "@wattle/api/router";
import type { inferRouterOutputs } from "@trpc/server";
import { momentText } from "../parts/moment-text.ts";

const orList = new Intl.ListFormat("en-AU", { type: "disjunction" });

/** A request for a second person, as it arrives. */
export type ApprovalRequest = inferRouterOutputs<AppRouter>["ops"]["approvals"]["reject"];

/** A note as staff read it: its type keeps it from everyone else. */
export const noteText = (note: object): string => note as unknown as string;

/** Labels of amounts in the details of acts. */
const AMOUNTS = new Set(["Amount", "Amount that arrived", "Total"]);

/** How much money a request is about; nothing if it is about none. */
export function amountOf({ details }: Pick<ApprovalRequest, "details">): string {
  const amount = details.find(({ name }) => AMOUNTS.has(name));
  return amount === undefined ? "" : noteText(amount.value);
}

/** Subject of a request, as a line begins: 'Balance of pia@mail.example'. */
export function aboutText({ subject }: Pick<ApprovalRequest, "subject">): string {
  const text = subject.replace(/^the /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Changes of a request: those of a decided one are as of when it was asked for. */
export const changesText = ({ status }: Pick<ApprovalRequest, "status">): string =>
  status === "pending" ? "What changes" : "What would have changed";

/** Readers of a request's texts. */
const READERS: Readonly<Record<string, string>> = {
  Message: "The customer reads",
  "Internal note": "Only staff read",
};

/** A detail's label. A text's label says who reads it. */
export const labelOf = (name: string): string => READERS[name] ?? name;

/** State of a waiting request: 'Waiting for another admin', 'Waiting for a second person'. */
export const waitingText = (roles: readonly StaffRole[]): string =>
  roles.length === 1 ? `Waiting for another ${roles[0]}` : "Waiting for a second person";

/** Possible second people: 'Someone else in finance or admin can approve it.' */
export const approversText = (roles: readonly StaffRole[]): string =>
  `Someone else in ${orList.format(roles)} can approve it.`;

const OUTCOMES: Readonly<Record<ApprovalRequest["status"], string>> = {
  pending: "Waiting.",
  approved: "Approved and done.",
  rejected: "Rejected.",
  withdrawn: "Withdrawn.",
  failed: "This couldn’t be done any more.",
  expired: "Expired. It wasn’t decided in time.",
};

/** How a request has ended, and why where someone said so. */
export const outcomeText = ({ status, note }: Pick<ApprovalRequest, "status" | "note">): string =>
  [OUTCOMES[status], ...(note === null ? [] : [noteText(note)])].join(" ");

const DECIDED: Readonly<Partial<Record<ApprovalRequest["status"], readonly [string, string?]>>> = {
  approved: ["approved", "It’s done."],
  failed: ["approved", "It couldn’t be done any more."],
  rejected: ["rejected"],
};

/** How a colleague has ended a request: who, what and when; undefined if no colleague of the reader has. */
export function decidedText(request: ApprovalRequest, reader: string | undefined): string | undefined {
  const { status, decided_by: by, decided_at: at, note } = request;
  const words = DECIDED[status];
  if (words === undefined || by === null || at === null || by.id === reader) return undefined;
  const [did, then] = words;
  return [
    `${by.name} ${did} it, ${momentText(at)}.`,
    ...(then === undefined ? [] : [then]),
    ...(note === null ? [] : [noteText(note)]),
  ].join(" ");
}

const STATUS_WORDS: Readonly<Record<ApprovalRequest["status"], string>> = {
  pending: "Waiting",
  approved: "Approved",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
  failed: "Failed",
  expired: "Expired",
};

/** A request's state in a word; one of the reader’s own says so while it waits. */
export const statusText = ({
  status,
  own = false,
}: Pick<ApprovalRequest, "status"> & { readonly own?: boolean }): string =>
  status === "pending" && own ? "Yours, waiting for another" : STATUS_WORDS[status];

/** The same with who decided it: 'Approved by Frank Finance'. */
export const decisionText = (request: ApprovalRequest): string =>
  request.decided_by === null ? statusText(request) : `${statusText(request)} by ${request.decided_by.name}`;
