import type { BankLine, BankLineProposal } from "@wattle/contracts/bank-lines";
import {
  listDepositCandidates,
  listOpenLines,
  listUndoable,
  proposeForLine,
  type DepositCandidate,
} from "@wattle/db/bank-lines";
import type { Reader, WriteTx } from "@wattle/db/database";
import type { BankLineRow, SystemBankAccount } from "@wattle/db/tables";
import type { Services } from "../services.ts";
import { billReferenceOf } from "./bill-reference.ts";
import { judgeOutgoing, type EarlierLine, type OutgoingProposal } from "./match/judge-outgoing.ts";
import { indexCandidates, judgeIncoming, type Candidate, type CandidateIndex } from "./match/propose.ts";

/** What is kept of a line's proposal, as JSON. */
type Kept = Pick<BankLine, "proposal" | "remarks">;

const NOTHING: Kept = { proposal: null, remarks: [] };

/** What a line was proposed for. */
export const keptProposal = ({ proposal }: Pick<BankLineRow, "proposal">): Kept =>
  proposal === null ? NOTHING : (JSON.parse(proposal) as Kept);

const candidateOf = (row: DepositCandidate): Candidate => ({
  id: row.id,
  reference: row.reference,
  crn: row.payment_method === "post_billpay" ? billReferenceOf(row.id) : null,
  customer: row.user_id,
  first_name: row.first_name,
  last_name: row.last_name,
  currency: row.currency,
  status: row.status,
  announced: row.announced ?? row.credit,
  credited: row.status === "completed" ? row.credit : 0n,
  shown: row.shown,
});

function incoming(row: BankLineRow, index: CandidateIndex): Kept {
  const judged = judgeIncoming(row, index);
  if (judged.proposal === null) return { proposal: null, remarks: [...judged.reasons] };
  const { deposit, how, name, certain, reasons } = judged.proposal;
  const customer = { id: deposit.customer, first_name: deposit.first_name, last_name: deposit.last_name };
  const proposal: BankLineProposal = {
    kind: "deposit",
    found_by: how,
    reference: deposit.reference,
    line_id: null,
    customer,
    payer_name: name,
    certain,
    reasons: [...reasons],
  };
  return { proposal, remarks: [] };
}

const earlierOf = (row: BankLineRow): EarlierLine => ({
  id: row.id,
  amount: row.amount,
  bookedOn: row.booked_on,
  text: row.text,
  payer: row.payer,
  status: row.status === "returned" ? "returned" : "credited",
});

const judge = (
  { amount, booked_on: bookedOn, text, payer }: BankLineRow,
  undoable: readonly EarlierLine[],
): OutgoingProposal | undefined => judgeOutgoing({ amount: -amount, bookedOn, text, payer }, undoable);

/** Which earlier line money that went out undoes, as things are now. */
export async function judgeOutgoingLine(
  reader: Reader,
  line: BankLineRow,
): Promise<OutgoingProposal | undefined> {
  return judge(line, (await listUndoable(reader, line.deposit_account_id)).map(earlierOf));
}

function outgoing(row: BankLineRow, undoable: readonly EarlierLine[]): Kept {
  const judged = judge(row, undoable);
  if (judged === undefined) return NOTHING;
  const { kind, line: line_id, reasons } = judged;
  const unsaid = {
    found_by: null,
    reference: null,
    customer: null,
    payer_name: "unknown",
    certain: false,
  } as const;
  return { proposal: { kind, line_id, ...unsaid, reasons: [...reasons] }, remarks: [] };
}

/** Writes what a line seems to be for, where that has changed. */
async function keep(tx: WriteTx, row: BankLineRow, kept: Kept): Promise<void> {
  const proposal = kept.proposal === null && kept.remarks.length === 0 ? null : JSON.stringify(kept);
  if (proposal === row.proposal) return;
  await proposeForLine(tx, row.id, {
    proposal,
    customerId: kept.proposal?.customer?.id ?? null,
    isProposed: kept.proposal !== null,
  });
}

/** How far back deposits are looked for, and how many open lines are looked at again. */
const CANDIDATE_MILLISECONDS = 400 * 24 * 60 * 60_000;
const MOST_OPEN_LINES = 60_000;

/**
 * Says for each line that has not been used what it seems to be for, by the deposits there are now. Runs in the caller's transaction.
 * @returns identifiers of the lines whose proposals leave no doubt
 */
export async function proposeLines(
  tx: WriteTx,
  { clock }: Pick<Services, "clock">,
  { id, currency }: Pick<SystemBankAccount, "id" | "currency">,
): Promise<string[]> {
  const after = BigInt(clock.now() - CANDIDATE_MILLISECONDS);
  const index = indexCandidates((await listDepositCandidates(tx, after)).map(candidateOf));
  const undoable = (await listUndoable(tx, id)).map(earlierOf);
  const certain: string[] = [];
  for (const row of await listOpenLines(tx, currency, MOST_OPEN_LINES)) {
    const kept = row.amount > 0n ? incoming(row, index) : outgoing(row, undoable);
    if (kept.proposal?.certain === true) certain.push(row.id);
    await keep(tx, row, kept);
  }
  return certain;
}

/** The same for money that went out of one account alone: what it undoes changes as lines are returned. */
export async function proposeOutgoing(
  tx: WriteTx,
  { deposit_account_id, currency }: Pick<BankLineRow, "deposit_account_id" | "currency">,
): Promise<void> {
  const undoable = (await listUndoable(tx, deposit_account_id)).map(earlierOf);
  for (const row of await listOpenLines(tx, currency, MOST_OPEN_LINES)) {
    if (row.amount < 0n && row.deposit_account_id === deposit_account_id)
      await keep(tx, row, outgoing(row, undoable));
  }
}
