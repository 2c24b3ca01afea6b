import { daysBetween } from "@wattle/contracts/days";
import type { TransactionStatus } from "@wattle/contracts/history-rules";
import { exactMoney, exactText } from "../../amount-text.ts";
import { BILL_REFERENCE_LENGTH, isBillReference } from "../../transactions/bill-reference.ts";
import { isWholeName, nameFitOf, type NameFit, type PersonName } from "./name-fit.ts";
import { indexReferences, surestReferences, type Found, type ReferenceIndex } from "./find-reference.ts";

/** A deposit that a line could pay. Amounts are smallest units. */
export interface Candidate extends PersonName {
  readonly id: string;
  readonly reference: string;
  /** The numeric reference for paying a bill. */
  readonly crn: string | null;
  readonly customer: string;
  readonly currency: string;
  readonly status: TransactionStatus;
  /** The announced amount, … */
  readonly announced: bigint;
  /** … and what was credited so far, 0 before, … */
  readonly credited: bigint;
  /** … of which lines of statements have shown so much. */
  readonly shown: bigint;
  /** The local day, `2026-11-22`, on which it was to be paid at the latest. */
  readonly expiresOn: string | null;
  /** The customer may not deposit now: not verified, blocked, or on hold. */
  readonly held: boolean;
}

/** A line with money that came in. */
export interface IncomingLine {
  readonly amount: bigint;
  readonly currency: string;
  /** `2026-11-22`. */
  readonly booked_on: string;
  readonly text: string;
  readonly payer: string | null;
}

/** Likely use of a line. */
interface DepositProposal {
  readonly deposit: Candidate;
  readonly how: Found["how"] | "amount";
  readonly name: NameFit;
  /** Nothing speaks against it: it may be credited without anyone looking. */
  readonly certain: boolean;
  /** Why it is proposed, and what speaks against it. */
  readonly reasons: readonly string[];
}

/** A proposal; or why there is none, where something was found that staff should know. */
export type Judged =
  | { readonly proposal: DepositProposal }
  | { readonly proposal: null; readonly reasons: readonly string[] };

/** Candidates, ready to be looked for. */
export interface CandidateIndex {
  readonly references: ReferenceIndex;
  readonly byReference: ReadonlyMap<string, Candidate>;
  readonly byCrn: ReadonlyMap<string, Candidate>;
  /** Those that await payment, by currency and amount. */
  readonly byAmount: ReadonlyMap<string, readonly Candidate[]>;
}

const amountKey = (currency: string, amount: bigint): string => `${currency} ${amount}`;

export function indexCandidates(candidates: readonly Candidate[]): CandidateIndex {
  const byAmount = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    if (candidate.status !== "awaiting_payment") continue;
    const key = amountKey(candidate.currency, candidate.announced);
    const others = byAmount.get(key);
    if (others === undefined) byAmount.set(key, [candidate]);
    else others.push(candidate);
  }
  return {
    references: indexReferences(candidates.map(({ reference }) => reference)),
    byReference: new Map(candidates.map((candidate) => [candidate.reference, candidate])),
    byCrn: new Map(
      candidates.flatMap((candidate) => (candidate.crn === null ? [] : [[candidate.crn, candidate]])),
    ),
    byAmount,
  };
}

const HOW: Readonly<Record<DepositProposal["how"], (found: Found | undefined) => string>> = {
  exact: () => "Reference matches.",
  split: () => "Reference matches, in two parts.",
  corrected: (found) => `Reference off by one letter: ${found?.how === "corrected" ? found.written : ""}.`,
  cut: (found) =>
    `The text has the first ${found?.how === "cut" ? found.length : 0} characters of its reference.`,
  amount: () => "Only this deposit has this amount and payer's name.",
};

const STATUS: Readonly<Partial<Record<TransactionStatus, string>>> = {
  cancelled: "The customer has cancelled this deposit.",
  returned: "This deposit was returned.",
};

/** For a deposit whose whole credit earlier lines have shown: this one would be another payment. */
export const PAID_ALREADY = "Already paid.";

function lateText({ booked_on }: IncomingLine, { expiresOn }: Candidate): string {
  const days = daysBetween(expiresOn ?? booked_on, booked_on);
  if (days <= 0) return "This deposit has expired.";
  return `Paid ${days} day${days === 1 ? "" : "s"} after it expired.`;
}

/** For a deposit that other lines have paid in part: how much of it, and whether this one is more than the rest. */
function partDoubts(amount: bigint, { announced, credited, currency }: Candidate): string[] {
  const paid = `${exactText(credited, currency)} of ${exactMoney(announced, currency)} paid.`;
  const more = amount - (announced - credited);
  return more > 0n ? [paid, `${exactMoney(more, currency)} more than planned.`] : [paid];
}

/** How the amount differs from what is planned; of what has been credited, what that means. */
function amountDoubts({ amount }: IncomingLine, deposit: Candidate): string[] {
  const { status, announced, credited, shown, currency } = deposit;
  const money = (units: bigint): string => exactMoney(units, currency);
  if (status !== "completed") {
    if (amount === announced) return [];
    return amount < announced
      ? [`${money(announced - amount)} less than planned.`]
      : [`${money(amount - announced)} more than planned.`];
  }
  const byHand = credited - shown;
  if (byHand === 0n && credited < announced) return partDoubts(amount, deposit);
  if (byHand === 0n) return [PAID_ALREADY];
  return [`Credited by hand before: ${byHand === amount ? "no money moves again" : money(byHand)}.`];
}

/** So many characters of a payer's name at most: the rest is in the line. */
const LONGEST_PAYER = 40;

/** A payer's own text among facts, in marks that it cannot have itself: whatever it says, it reads as what the payer wrote. */
function quoted(payer: string): string {
  const text = payer.replaceAll(/\s+/gu, " ").replaceAll(/[“”"]/gu, "'").trim();
  return `“${text.length > LONGEST_PAYER ? `${text.slice(0, LONGEST_PAYER).toWellFormed()}…` : text}”`;
}

/** Doubts about crediting it without a look, with days and amounts: staff decide by them. */
export function doubts(line: IncomingLine, deposit: Candidate, name: NameFit): string[] {
  const { status } = deposit;
  return [
    ...(STATUS[status] === undefined ? [] : [STATUS[status]]),
    ...(status === "expired" ? [lateText(line, deposit)] : []),
    ...amountDoubts(line, deposit),
    ...(name === "differs" ? [`Payer differs: ${quoted(line.payer ?? "")}.`] : []),
    ...(name === "unknown" ? ["The bank does not name the payer."] : []),
    ...(name === "fits" && !isWholeName(line.payer, line.text, deposit)
      ? [line.payer ? `Name not exact: ${quoted(line.payer)}.` : "Name not exact."]
      : []),
    ...(deposit.held ? ["The customer may not deposit now."] : []),
  ];
}

function proposalOf(
  line: IncomingLine,
  deposit: Candidate,
  how: DepositProposal["how"],
  found?: Found,
): DepositProposal {
  const name = nameFitOf(line.payer, line.text)(deposit);
  const against = doubts(line, deposit, name);
  return {
    deposit,
    how,
    name,
    certain: how === "exact" && against.length === 0,
    reasons: [HOW[how](found), ...against],
  };
}

interface FoundDeposit {
  readonly deposit: Candidate;
  readonly how: Found;
}

/** How many digits of two numbers of one length differ. */
const differences = (a: string, b: string): number =>
  Array.from(a).filter((digit, place) => digit !== b[place]).length;

/**
 * Deposits whose numeric reference is a number of the text. One whose check digit holds is meant as it is; of one whose
 * doesn't, a digit is wrong, and no two references differ in only one.
 */
function byNumber({ text }: IncomingLine, { byCrn }: CandidateIndex): FoundDeposit[] {
  if (byCrn.size === 0) return [];
  const joined = (text.match(/\d[\d -]*\d/g) ?? []).map((number) => number.replaceAll(/[ -]/g, ""));
  const numbers = [...new Set([...joined, ...(text.match(/\d+/g) ?? [])])];
  const exact = numbers.flatMap((number) => {
    const deposit = isBillReference(number) ? byCrn.get(number) : undefined;
    return deposit === undefined ? [] : [{ deposit, how: { how: "exact" } as const }];
  });
  if (exact.length > 0) return exact;
  return numbers
    .filter((number) => number.length === BILL_REFERENCE_LENGTH && !isBillReference(number))
    .flatMap((written) =>
      [...byCrn]
        .filter(([crn]) => differences(crn, written) === 1)
        .map(([, deposit]) => ({ deposit, how: { how: "corrected", written } as const })),
    );
}

/** The one deposit that awaits this amount from someone of the payer's name. */
function byAmountAndName(line: IncomingLine, { byAmount }: CandidateIndex): Candidate | undefined {
  const awaiting = byAmount.get(amountKey(line.currency, line.amount));
  if (awaiting === undefined) return undefined;
  const fit = nameFitOf(line.payer, line.text);
  const fitting = awaiting.filter((candidate) => fit(candidate) === "fits");
  return fitting.length === 1 ? fitting[0] : undefined;
}

/**
 * Says which deposit a line is for. A reference decides, wherever it is in the text; without one, the amount and the
 * payer's name if they fit only one deposit. If two deposits are possible, there is no proposal: it would be a guess.
 */
export function judgeIncoming(line: IncomingLine, index: CandidateIndex): Judged {
  const payer = line.payer ?? "";
  const glued = payer === "" ? [] : [payer + line.text, line.text + payer];
  const references = surestReferences(line.text, glued, index.references);
  const numbers = byNumber(line, index);
  const found = [
    ...references.flatMap(([reference, how]) => {
      const deposit = index.byReference.get(reference);
      return deposit === undefined ? [] : [{ deposit, how }];
    }),
    ...(references.length > 0 ? numbers.filter(({ how }) => how.how === "exact") : numbers),
  ];
  const [first] = found;
  if (first === undefined) {
    const deposit = byAmountAndName(line, index);
    return deposit === undefined
      ? { proposal: null, reasons: [] }
      : { proposal: proposalOf(line, deposit, "amount") };
  }
  if (new Set(found.map(({ deposit }) => deposit.id)).size > 1) {
    const names = found.map(({ deposit }) => deposit.reference).toSorted((a, b) => a.localeCompare(b));
    return {
      proposal: null,
      reasons: [`The text fits several deposits: ${[...new Set(names)].join(", ")}.`],
    };
  }
  const { deposit, how } = first;
  if (deposit.currency !== line.currency) {
    return { proposal: null, reasons: [`The deposit ${deposit.reference} is in ${deposit.currency}.`] };
  }
  return { proposal: proposalOf(line, deposit, how.how, how) };
}
