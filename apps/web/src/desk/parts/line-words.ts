import { isNegative } from "@wattle/exchange-core/decimal";
import type { BankLineStatus } from "@wattle/contracts/bank-lines";
import type { BankLineRecord } from "./answers.ts";
import { countText, signedText, sumOf } from "./signed-money.ts";

export const STATE_WORDS: Readonly<Record<BankLineStatus, string>> = {
  unmatched: "No proposal",
  proposed: "Proposed",
  credited: "Credited",
  returned: "Returned",
  own_money: "Own money",
  payout: "Payout",
};

/** The headings of the list, in their order. */
const GROUPS = ["Waiting for a second person", "Certain", "Needs review", "Not a deposit", "Done"] as const;
type Group = (typeof GROUPS)[number];

/** Not used yet. */
export const isOpen = ({ status }: Pick<BankLineRecord, "status">): boolean =>
  status === "unmatched" || status === "proposed";
export const cameIn = ({ amount }: Pick<BankLineRecord, "amount">): boolean => !isNegative(amount);

/** Whether the server has nothing against crediting what it proposes. */
export const isCertain = (line: BankLineRecord): boolean =>
  line.status === "proposed" && cameIn(line) && line.proposal?.certain === true;

export function groupOf(line: BankLineRecord, waits: boolean): Group {
  if (!isOpen(line)) return "Done";
  if (waits) return "Waiting for a second person";
  if (isCertain(line)) return "Certain";
  return cameIn(line) ? "Needs review" : "Not a deposit";
}
export const groupOrder = (group: Group): number => GROUPS.indexOf(group);

const FOUND_BY = {
  exact: "Reference matches",
  split: "Reference in two parts",
  corrected: "Reference off by one letter",
  cut: "Partial reference",
  amount: "Amount and name",
} as const;
const KINDS = {
  paid_back: "We returned a payment",
  reversal: "The bank took a payment back",
  payout: "Shows a payout",
  bounced: "A payout came back",
} as const;

type Reasoned = Pick<BankLineRecord, "proposal" | "remarks">;

/** Facts that speak against what is proposed, the weightiest first: reasons begin with what speaks for it. Then how it was found. */
export function whysOf({ proposal, remarks }: Reasoned): readonly string[] {
  if (proposal === null) return remarks.length === 0 ? ["No proposal"] : remarks;
  const { kind, found_by: by, certain, reasons } = proposal;
  const doubts = certain ? [] : reasons.slice(1);
  if (kind !== "deposit") return [KINDS[kind], ...doubts];
  return by === "exact" && doubts.length > 0 ? doubts : [...doubts, FOUND_BY[by ?? "amount"]];
}

/** Why a line is not certain. For a certain line, why it is matched. */
export const whyText = (line: Reasoned): string =>
  whysOf(line)
    .map((why) => why.replace(/\.$/, ""))
    .join(". ");

/** Whom or what the proposal names. */
export function goesTo({ proposal }: Pick<BankLineRecord, "proposal">): string {
  if (proposal === null) return "";
  const { customer, reference } = proposal;
  return customer === null ? (reference ?? "") : `${customer.first_name} ${customer.last_name}`;
}

export const lineMoney = ({ amount, currency }: BankLineRecord): string => signedText(amount, currency);
export const linesText = (count: number): string => `${countText(count)} line${count === 1 ? "" : "s"}`;
export const sumText = (some: readonly BankLineRecord[]): string =>
  signedText(sumOf(some.map(({ amount }) => amount)), some[0]?.currency);
/** How many lines there are, and their sum. */
export const openText = (some: readonly BankLineRecord[], currency: string): string =>
  `${linesText(some.length)}, ${some.length === 0 ? signedText("0.00", currency) : sumText(some)}`;
