import { CASE_OUTCOMES, FILING_KINDS, RATINGS } from "@wattle/contracts/choices";
import type { CaseRecord } from "@wattle/contracts/cases";
import { isDay } from "@wattle/contracts/days";
import { actCall, type ActCall } from "../parts/act-call.ts";
import type { ActField } from "../parts/act-drawer.tsx";
import { NOTE } from "../parts/fields.ts";
import { FILING_WORDS, firedText } from "../parts/fired-words.ts";
import { isRatedCase, OUTCOME_WORDS, RATING_WORDS } from "./case-words.ts";

interface CaseAct {
  readonly name: string;
  readonly letter: string;
  readonly label: string;
  readonly main?: boolean;
  /** Seldom wanted. */
  readonly rare?: boolean;
  /** How it answers whether a hit is the customer. */
  readonly answer?: string;
  readonly title: string;
  readonly button: string;
  readonly fields?: readonly ActField[];
  readonly done: string;
  readonly call: (values: Readonly<Record<string, string>>) => ActCall;
}

const find = <T extends string>(known: readonly T[], value: string | undefined, otherwise: T): T =>
  known.find((each) => each === value) ?? otherwise;

type Possible = CaseAct & { readonly when: boolean };

/** From the alert to the decision. @param waits its closing waits for a second person */
function wayOf(found: CaseRecord, what: string, waits: boolean): readonly Possible[] {
  const { id, assignee, hits, filings } = found;
  const isNamed = hits.length > 0;
  const isRated = isRatedCase(found.rule);
  return [
    {
      name: "take",
      letter: "t",
      label: "Take it",
      main: true,
      when: assignee === null,
      title: `Take ${what}`,
      button: "Take the case",
      done: "Case taken",
      call: () => actCall("ops.cases.take", { id }),
    },
    {
      name: "report",
      letter: "r",
      label: "Draft a report",
      answer: "Yes, draft a report",
      main: assignee !== null && filings.length === 0 && !isNamed && !isRated,
      when: true,
      title: `Draft a report: ${what}`,
      button: "Draft the report",
      fields: [
        {
          name: "kind",
          label: "Report",
          initial: "smr",
          options: FILING_KINDS.map((value) => ({ value, label: FILING_WORDS[value] })),
        },
      ],
      done: "Report drafted",
      call: ({ kind }) => actCall("ops.filings.draft", { kind: find(FILING_KINDS, kind, "smr"), case: id }),
    },
    {
      name: "close",
      letter: "c",
      label: "Close it",
      answer: "No, close the case",
      main: assignee !== null && (isNamed || filings.length > 0),
      when: !waits,
      title: `Close ${what}`,
      button: "Close the case",
      fields: [
        {
          name: "outcome",
          label: "Outcome",
          initial: isNamed ? "not_this_person" : "nothing_found",
          options: CASE_OUTCOMES.map((value) => ({ value, label: OUTCOME_WORDS[value] })),
        },
        NOTE,
      ],
      done: "Case closed",
      call: ({ outcome, internal_note = "" }) =>
        actCall("ops.cases.close", {
          id,
          outcome: find(CASE_OUTCOMES, outcome, "nothing_found"),
          internal_note,
        }),
    },
  ];
}

/** Other acts on an open case. */
function othersOf(found: CaseRecord, what: string): readonly Possible[] {
  const { id, assignee, terrorism, colleagues } = found;
  return [
    {
      name: "note",
      letter: "n",
      label: "Note",
      when: true,
      title: `Note on ${what}`,
      button: "Add the note",
      fields: [{ name: "text", label: "Note", hint: "Only compliance and admin read it", lines: true }],
      done: "Note added",
      call: ({ text = "" }) => actCall("ops.cases.note", { id, text }),
    },
    {
      name: "rate",
      letter: "e",
      label: "Rate the customer",
      rare: !isRatedCase(found.rule),
      main: found.assignee !== null && found.filings.length === 0 && isRatedCase(found.rule),
      when: true,
      title: `Rate ${found.customer.name}`,
      button: "Set the rating",
      fields: [
        {
          name: "rating",
          label: "Risk",
          initial: "low",
          options: RATINGS.map((value) => ({ value, label: RATING_WORDS[value] })),
        },
        NOTE,
      ],
      done: "Rating set",
      call: ({ rating, internal_note = "" }) =>
        actCall("ops.customers.rate", {
          id: found.customer.id,
          rating: find(RATINGS, rating, "low"),
          internal_note,
        }),
    },
    {
      name: "snooze",
      letter: "z",
      label: "Snooze",
      rare: true,
      when: true,
      title: `Snooze ${what}`,
      button: "Snooze the case",
      fields: [
        {
          name: "until",
          label: "Until",
          hint: "A day like 2026-12-24, at most 180 days ahead",
          problem: (text) => (isDay(text.trim()) ? undefined : "Enter a day like 2026-12-24"),
        },
        NOTE,
      ],
      done: "Case snoozed",
      call: ({ until = "", internal_note = "" }) =>
        actCall("ops.cases.snooze", { id, until: until.trim(), internal_note }),
    },
    {
      name: "assign",
      letter: "s",
      label: "Assign",
      rare: true,
      when: true,
      title: `Assign ${what}`,
      button: "Assign the case",
      fields: [
        {
          name: "staff",
          label: "To",
          initial: assignee ?? colleagues[0]?.id ?? "",
          options: colleagues.map((member) => ({ value: member.id, label: member.name })),
        },
      ],
      done: "Case assigned",
      call: ({ staff = "" }) => actCall("ops.cases.assign", { id, staff }),
    },
    {
      name: "mark",
      letter: "m",
      label: terrorism ? "Not about terrorism" : "About terrorism",
      rare: true,
      when: true,
      title: terrorism ? `Not about terrorism: ${what}` : `About terrorism: ${what}`,
      button: terrorism ? "Take the mark off" : "Mark it",
      done: terrorism ? "Mark taken off" : "Marked, due within 24 hours",
      call: () => actCall("ops.cases.mark", { id, terrorism: !terrorism }),
    },
  ];
}

/** The acts that an open case allows, the likeliest first. @param waits its closing waits for a second person */
export function caseActs(found: CaseRecord, waits: boolean): readonly CaseAct[] {
  if (found.closed_at !== null) return [];
  const what = `${found.customer.name}, ${firedText(found).toLowerCase()}`;
  return [...wayOf(found, what, waits), ...othersOf(found, what)].filter(({ when }) => when);
}
