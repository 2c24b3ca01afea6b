import type { TransactionStatus } from "@wattle/contracts/history-rules";
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
  /** What was announced, … */
  readonly announced: bigint;
  /** … and what was credited so far, 0 before, … */
  readonly credited: bigint;
  /** … of which lines of statements have shown so much. */
  readonly shown: bigint;
  /** The customer may not deposit now: not verified, blocked, or on hold. */
  readonly held: boolean;
}

/** A line with money that came in. */
export interface IncomingLine {
  readonly amount: bigint;
  readonly currency: string;
  readonly text: string;
  readonly payer: string | null;
}

/** What a line is probably for. */
export interface DepositProposal {
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
  exact: () => "The text has its reference.",
  split: () => "The text has its reference in two parts.",
  corrected: (found) =>
    `The text has its reference with one wrong character: ${found?.how === "corrected" ? found.written : ""}.`,
  cut: (found) =>
    `The text has the first ${found?.how === "cut" ? found.length : 0} characters of its reference.`,
  amount: () => "The amount and the payer's name are those of this deposit alone.",
};

const STATUS: Readonly<Partial<Record<TransactionStatus, string>>> = {
  cancelled: "The customer has cancelled this deposit.",
  expired: "This deposit has expired.",
  returned: "This deposit was returned.",
};

/** What speaks against crediting it without a look. */
function doubts(line: IncomingLine, deposit: Candidate, name: NameFit): string[] {
  const { status, announced, credited, shown } = deposit;
  const byHand = credited - shown;
  const settled = status === "completed";
  const differs = !settled && line.amount !== announced;
  return [
    ...(STATUS[status] === undefined ? [] : [STATUS[status]]),
    ...(settled && byHand > 0n ? ["This deposit was credited by hand."] : []),
    ...(settled && byHand === 0n ? ["This deposit was paid before: this is another payment."] : []),
    ...(differs && line.amount < announced ? ["The amount is less than planned."] : []),
    ...(differs && line.amount > announced ? ["The amount is more than planned."] : []),
    ...(name === "differs" ? ["The payer's name is not the customer's."] : []),
    ...(name === "unknown" ? ["The bank does not name the payer."] : []),
    ...(name === "fits" && !isWholeName(line.payer, line.text, deposit)
      ? ["The payer's whole name is not there."]
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

/** Deposits whose numeric reference is a number of the text. */
function byNumber({ text }: IncomingLine, { byCrn }: CandidateIndex): Candidate[] {
  if (byCrn.size === 0) return [];
  const numbers = text.match(/\d[\d ]*\d/g) ?? [];
  const found = numbers.flatMap((number) => byCrn.get(number.replaceAll(" ", "")) ?? []);
  const words = (text.match(/\d+/g) ?? []).flatMap((number) => byCrn.get(number) ?? []);
  return [...new Set([...found, ...words])];
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
 * Says which deposit a line is for. A reference decides, wherever it is in the text; without one, the amount and the payer's name where
 * they fit one deposit alone. Where two deposits are possible there is no proposal: it would be a guess.
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
    ...numbers.map((deposit) => ({ deposit, how: { how: "exact" } as const })),
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
