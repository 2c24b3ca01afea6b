import type { BankLineStatus } from "@wattle/contracts/bank-lines";
import type { BankLineRecord } from "../answers.ts";
import { compareDecimals, negated, signedText, sumOf } from "../parts/signed-money.ts";

export const STATE_WORDS: Readonly<Record<BankLineStatus, string>> = {
  unmatched: "No proposal",
  proposed: "Proposed",
  credited: "Credited",
  returned: "Returned",
  own_money: "Own money",
  payout: "Payout",
};

/** The headings of the list, in their order. */
const GROUPS = ["Waiting for a second person", "Certain", "Look at these", "Not a deposit", "Done"] as const;
type Group = (typeof GROUPS)[number];

/** Not used yet. */
export const isOpen = ({ status }: Pick<BankLineRecord, "status">): boolean =>
  status === "unmatched" || status === "proposed";
export const cameIn = ({ amount }: Pick<BankLineRecord, "amount">): boolean => !amount.startsWith("-");

/** Whether the server has nothing against crediting what it proposes. */
export const isCertain = (line: BankLineRecord): boolean =>
  line.status === "proposed" && cameIn(line) && line.proposal?.certain === true;

export function groupOf(line: BankLineRecord, waits: boolean): Group {
  if (!isOpen(line)) return "Done";
  if (waits) return "Waiting for a second person";
  if (isCertain(line)) return "Certain";
  return cameIn(line) ? "Look at these" : "Not a deposit";
}
export const groupOrder = (group: Group): number => GROUPS.indexOf(group);

const FOUND_BY = {
  exact: "Exact reference",
  split: "Reference in pieces",
  corrected: "One letter put right",
  cut: "Cut reference",
  amount: "Amount and name",
} as const;
const KINDS = {
  paid_back: "We gave a payment back",
  reversal: "The bank took a payment back",
  payout: "Shows a payout",
  bounced: "A payout came back",
} as const;

type Reasoned = Pick<BankLineRecord, "amount" | "proposal" | "remarks">;

/** How far the amount is from what the deposit waits for: '10.00 less than 2,000.00'; undefined where it is just that. */
function differenceText({ amount, proposal }: Reasoned): string | undefined {
  const expected = proposal?.expected ?? amount;
  const order = compareDecimals(amount, expected);
  if (order === 0) return undefined;
  const [more, less] = order > 0 ? [amount, expected] : [expected, amount];
  return `${signedText(sumOf([more, negated(less)]))} ${order > 0 ? "more" : "less"} than ${signedText(expected)}`;
}

/** What speaks against a proposed deposit: its reasons begin with what speaks for it. */
const doubtText = ({ proposal }: Reasoned): string | undefined =>
  proposal?.kind === "deposit" && !proposal.certain ? proposal.reasons[1]?.replace(/\.$/, "") : undefined;

/** Why a line is not certain; of one that is, why it is proposed for what it is. */
export function whyText(line: Reasoned): string {
  const { proposal, remarks } = line;
  if (proposal === null) return remarks[0]?.replace(/\.$/, "") ?? "No proposal";
  const { kind, found_by: by, payer_name: name } = proposal;
  const difference = differenceText(line);
  const doubt = doubtText(line);
  if (difference === undefined && doubt !== undefined) return doubt;
  const what = difference ?? (kind === "deposit" ? FOUND_BY[by ?? "amount"] : KINDS[kind]);
  return name === "differs" ? `${what}, another payer` : what;
}

/** Whom or what the proposal names. */
export function goesTo({ proposal }: Pick<BankLineRecord, "proposal">): string {
  if (proposal === null) return "";
  const { customer, reference } = proposal;
  return customer === null ? (reference ?? "") : `${customer.first_name} ${customer.last_name}`;
}

export const lineMoney = ({ amount, currency }: BankLineRecord): string => signedText(amount, currency);
export const linesText = (count: number): string => `${count} line${count === 1 ? "" : "s"}`;
