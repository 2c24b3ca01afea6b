import type { CaseSummary } from "@wattle/contracts/cases";
import type { FilingKind } from "@wattle/contracts/filing-fields";

export const KIND_WORDS: Readonly<Record<CaseSummary["kind"], string>> = {
  screening: "Screening",
  monitoring: "Monitoring",
  filing: "Filing",
};

export const FILING_WORDS: Readonly<Record<FilingKind, string>> = {
  smr: "Suspicious matter",
  ttr: "Threshold transaction",
  ifti: "International transfer",
};

const isFilingKind = (rule: string): rule is FilingKind => Object.hasOwn(FILING_WORDS, rule);

/** The name of a rule in words. */
export function ruleName(rule: string): string {
  const words = rule.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The reason for a case: 'Name on a list', 'In and out', 'Threshold transaction'. */
export function firedText({ kind, rule }: Pick<CaseSummary, "kind" | "rule">): string {
  if (rule === null) return kind === "screening" ? "Name on a list" : KIND_WORDS[kind];
  if (isFilingKind(rule)) return `${FILING_WORDS[rule]} to report`;
  return ruleName(rule);
}
