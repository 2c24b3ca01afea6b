import type { CaseSummary } from "@wattle/contracts/cases";
import type { ListSource } from "@wattle/contracts/lists";
import type { StateWord, StatusKind } from "../../controls/status.tsx";
import { ageText } from "../../staff/staff-words.ts";
import { momentText } from "../parts/moment-text.ts";
import { lateness } from "../parts/queue-due.ts";

export const SOURCE_WORDS: Readonly<Record<ListSource, string>> = {
  dfat: "DFAT, Australia",
  un: "UN Security Council",
  ofac: "OFAC, US Treasury",
  opensanctions: "OpenSanctions",
  own: "Our own list",
};

/** A list without a version of its own goes by the moment of its import. */
const MOMENT = /^\d{4}-\d\d-\d\dT/;
export const versionText = (version: string): string =>
  MOMENT.test(version) ? momentText(version) : version;

export const STATUS_WORDS: Readonly<Record<CaseSummary["status"], string>> = {
  open: "Open",
  snoozed: "Snoozed",
  closed: "Closed",
};

export const OUTCOME_WORDS: Readonly<Record<NonNullable<CaseSummary["outcome"]>, string>> = {
  nothing_found: "Nothing found",
  not_this_person: "Not this person",
  reported: "Reported",
};

export const RATING_WORDS = { low: "Low", medium: "Medium", high: "High" } as const;

/** Cases that rating the customer ends. */
const RATED = {
  review: "The customer’s review is due. Rate the customer.",
  source_of_funds:
    "The customer was asked where the money comes from. Rate the customer once the answer is there.",
} as const;

export const isRatedCase = (rule: string | null): rule is keyof typeof RATED =>
  Object.hasOwn(RATED, rule ?? "");

const LOST_APPROVAL =
  "The identity provider doesn’t approve the customer any more. Its answer is next to the customer’s identity.";

/** The reason for a case that has neither transactions nor hits nor reports. */
export const reasonText = ({ rule }: Pick<CaseSummary, "rule">): string =>
  isRatedCase(rule)
    ? RATED[rule]
    : rule === "lost_approval"
      ? LOST_APPROVAL
      : "Nothing is attached to this case.";

interface Due {
  readonly opened: string;
  readonly due: string;
}

/** How much time is left, and how urgent that is. @param now the server's time, 0 as long as it is not known */
export function dueText({ opened, due }: Due, now: number): { kind?: StatusKind; word: string } {
  if (now === 0) return { word: "" };
  const left = Date.parse(due) - now;
  if (left < 0) return { kind: "failed", word: `${ageText(-left)} over` };
  const late = lateness({ oldest_at: opened, due_at: due }, now);
  return { ...(late === "soon" && { kind: "waiting" }), word: `${ageText(left)} left` };
}

/** A case's state, in words. */
export function caseState(row: CaseSummary): StateWord {
  if (row.outcome !== null) return { kind: "done", word: OUTCOME_WORDS[row.outcome] };
  if (row.status === "snoozed") return { kind: "stopped", word: "Snoozed" };
  return { kind: "waiting", word: row.assignee === null ? "Not taken" : "In work", quiet: true };
}

/** Names of colleagues, by their identifiers. */
export function namesOf(
  colleagues: readonly { readonly id: string; readonly name: string }[],
): (id: string) => string {
  const names = new Map(colleagues.map(({ id, name }) => [id, name]));
  return (id) => (id === "system" ? "System" : (names.get(id) ?? "Former colleague"));
}
