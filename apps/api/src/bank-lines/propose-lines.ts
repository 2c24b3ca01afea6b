import { DAY_MILLISECONDS, addDays, localDay } from "@wattle/contracts/days";
import type { BankLine, BankLineProposal } from "@wattle/contracts/bank-lines";
import { listOpenLines, listUndoable, proposeForLine } from "@wattle/db/bank-lines";
import { listDepositCandidates, type DepositCandidate } from "@wattle/db/deposit-candidates";
import type { Reader, WriteTx } from "@wattle/db/database";
import { mayBeCredited } from "@wattle/db/holds";
import { listUnshownBatches, listUnshownWithdrawals } from "@wattle/db/payouts";
import type { BankLineRow, SystemBankAccount } from "@wattle/db/tables";
import { amountText } from "../amount-text.ts";
import { payoutReference } from "../withdrawals/payout-reference.ts";
import type { Services } from "../services.ts";
import { billReferenceOf } from "../transactions/bill-reference.ts";
import { indexReferences } from "./match/find-reference.ts";
import { judgeOutgoing, type EarlierLine, type OutgoingProposal } from "./match/judge-outgoing.ts";
import {
  judgeBounce,
  judgePayout,
  type Bounce,
  type Returnable,
  type ReturnableIndex,
  type Unshown,
} from "./match/judge-payout.ts";
import { indexCandidates, judgeIncoming, type Candidate, type CandidateIndex } from "./match/propose.ts";

/** Stored form of a line's proposal, as JSON. */
export type Kept = Pick<BankLine, "proposal" | "remarks">;

const NOTHING: Kept = { proposal: null, remarks: [] };

/** Kept proposal of a line. */
export const keptProposal = ({ proposal }: Pick<BankLineRow, "proposal">): Kept =>
  proposal === null ? NOTHING : (JSON.parse(proposal) as Kept);

/** A proposal without further facts. */
const UNSAID = {
  found_by: null,
  reference: null,
  deposit_id: null,
  payout_id: null,
  customer: null,
  expected: null,
  paid: null,
  returns_deposit: false,
  payer_name: "unknown",
  certain: false,
} as const;

export const candidateOf = (row: DepositCandidate, timeZone: string): Candidate => ({
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
  expiresOn: row.expires_at === null ? null : localDay(row.expires_at, timeZone),
  held: !mayBeCredited({ status: row.customer_status, on_hold: row.on_hold }),
});

/** Open amount of a deposit: if lines have paid a part, the rest. */
export function expectedOf({ status, announced, credited, shown, currency }: Candidate): string | null {
  if (status !== "completed") return amountText(announced, currency);
  return credited === shown && credited < announced ? amountText(announced - credited, currency) : null;
}

function bounced({ withdrawal, how, certain, reasons }: Bounce): Kept {
  const { customer: id, first_name, last_name, reference } = withdrawal;
  const customer = { id, first_name, last_name };
  return {
    proposal: {
      ...UNSAID,
      kind: "bounced",
      found_by: how,
      reference,
      line_id: null,
      customer,
      certain,
      reasons: [...reasons],
    },
    remarks: [],
  };
}

function incoming(row: BankLineRow, index: CandidateIndex, returnable: ReturnableIndex): Kept {
  const bounce = judgeBounce(row, returnable);
  if (bounce?.how === "exact") return bounced(bounce);
  const judged = judgeIncoming(row, index);
  if (judged.proposal === null && bounce !== undefined) return bounced(bounce);
  if (judged.proposal === null) return { proposal: null, remarks: [...judged.reasons] };
  const { deposit, how, name, certain, reasons } = judged.proposal;
  const customer = { id: deposit.customer, first_name: deposit.first_name, last_name: deposit.last_name };
  const proposal: BankLineProposal = {
    kind: "deposit",
    found_by: how,
    reference: deposit.reference,
    deposit_id: deposit.id,
    line_id: null,
    payout_id: null,
    customer,
    expected: expectedOf(deposit),
    paid: null,
    returns_deposit: false,
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

function outgoing(row: BankLineRow, undoable: readonly EarlierLine[], payouts: readonly Unshown[]): Kept {
  const { booked_on: bookedOn, text, payer } = row;
  const paid = judgePayout({ amount: -row.amount, bookedOn, text, payer }, payouts, undoable);
  if (paid !== undefined) {
    const { payout, how, certain, reasons } = paid;
    const what =
      payout.kind === "batch" ? { payout_id: payout.id } : { payout_id: null, reference: payout.reference };
    const proposal = { ...UNSAID, kind: "payout", found_by: how, line_id: null, ...what, certain } as const;
    return { proposal: { ...proposal, reasons: [...reasons] }, remarks: [] };
  }
  const judged = judge(row, undoable);
  if (judged === undefined) return NOTHING;
  const { kind, line: line_id, reasons } = judged;
  return { proposal: { ...UNSAID, kind, line_id, reasons: [...reasons] }, remarks: [] };
}

export const LIKE = "Another format has a line of this day and amount.";

/** A line that another format may have had is for staff: nothing about it is certain. */
function withDoubt({ like_id }: BankLineRow, kept: Kept): Kept {
  if (like_id === null) return kept;
  const { proposal, remarks } = kept;
  return proposal === null
    ? { proposal, remarks: [...remarks, LIKE] }
    : { proposal: { ...proposal, certain: false, reasons: [...proposal.reasons, LIKE] }, remarks };
}

export const ANOTHER_LINE = "Possible duplicate.";

/**
 * Only the oldest of the lines proposed for the same deposit can be certain: the rest to be paid is known once it was
 * credited.
 * @param judged the newest line first
 */
function withoutSeconds(judged: readonly (readonly [BankLineRow, Kept])[]): (readonly [BankLineRow, Kept])[] {
  const firstOf = new Map<string, string>();
  const wanted = judged.toReversed().filter(([, { proposal }]) => proposal?.kind === "deposit");
  for (const certain of [true, false])
    for (const [{ id }, { proposal }] of wanted)
      if (proposal?.certain === certain && !firstOf.has(proposal.reference ?? ""))
        firstOf.set(proposal.reference ?? "", id);
  return judged.map(([row, kept]) => {
    const { proposal, remarks } = kept;
    if (proposal?.kind !== "deposit" || firstOf.get(proposal.reference ?? "") === row.id) return [row, kept];
    // Weightier than a name that is not exact.
    const reasons = proposal.reasons.toSpliced(1, 0, ANOTHER_LINE);
    return [row, { proposal: { ...proposal, certain: false, reasons }, remarks }];
  });
}

/** A line's proposal, to be written. */
type Proposed = Parameters<typeof proposeForLine>[2] & { readonly id: string };

/** Proposals to write; a line that has not changed has none. */
function changeOf(row: BankLineRow, kept: Kept): Proposed[] {
  const proposal = kept.proposal === null && kept.remarks.length === 0 ? null : JSON.stringify(kept);
  if (proposal === row.proposal) return [];
  const customerId = kept.proposal?.customer?.id ?? null;
  return [{ id: row.id, proposal, customerId, isProposed: kept.proposal !== null }];
}

/** Writes what lines seem to be for, a hundred at most, as long as they have not been used. */
export async function keepProposals(tx: WriteTx, proposed: readonly Proposed[]): Promise<void> {
  for (const { id, ...said } of proposed) await proposeForLine(tx, id, said);
}

/** How far back deposits are looked for, and how many open lines are looked at again. */
const CANDIDATE_MILLISECONDS = 400 * DAY_MILLISECONDS;
const MOST_OPEN_LINES = 60_000;
/** How many lines with money that went out are looked at again as one is returned. */
const MOST_OUTGOING = 200;

/** How many lines' proposals are written at a time. */
const PIECE_LINES = 50;

type Account = Pick<SystemBankAccount, "id" | "currency">;

/** The account whose lines are proposed for, the time, and the time zone. */
export interface Judging {
  readonly account: Account;
  readonly now: number;
  readonly timeZone: string;
}

/** Piece by piece: what is to be written; at the end, what leaves no doubt. */
export type Proposals =
  | { readonly is: "changed"; readonly proposed: readonly Proposed[] }
  | { readonly is: "done"; readonly certain: CertainLines };

/** Payouts that a line can show. The bank may book one on the day before, by another clock. */
async function unshownPayouts(
  reader: Reader,
  { timeZone, account: { id, currency } }: Judging,
  after: bigint,
): Promise<Unshown[]> {
  const since = (at: bigint): string => addDays(localDay(at, timeZone), -1);
  const batches = await listUnshownBatches(reader, id);
  const singles = await listUnshownWithdrawals(reader, { currency, after, way: "out" });
  return [
    ...batches.map(({ id: batch, total, created_at, filed_at, status }) => ({
      kind: "batch" as const,
      id: batch,
      amount: total,
      since: since(filed_at ?? created_at),
      reference: payoutReference(batch),
      sent: status === "sent",
    })),
    ...singles.map(({ id: single, credit, created_at, reference }) => ({
      kind: "withdrawal" as const,
      id: single,
      amount: credit,
      since: since(created_at),
      reference,
      sent: true,
    })),
  ];
}

/** Withdrawals that can still come back. */
async function returnableIndex(reader: Reader, currency: string, after: bigint): Promise<ReturnableIndex> {
  const rows = await listUnshownWithdrawals(reader, { currency, after, way: "back" });
  const returnable = rows.map(
    ({ reference, user_id, credit, status, first_name, last_name }): Returnable => ({
      reference,
      customer: user_id,
      amount: credit,
      returned: status === "returned",
      first_name,
      last_name,
    }),
  );
  return {
    references: indexReferences(returnable.map(({ reference }) => reference)),
    byReference: new Map(returnable.map((row) => [row.reference, row])),
  };
}

/** Identifiers of lines whose proposals leave no doubt. */
export interface CertainLines {
  readonly deposits: readonly string[];
  readonly payouts: readonly string[];
}

/** If lines are proposed for the same payout, none is certain. */
function withoutRivals(found: readonly (readonly [line: string, payout: string])[]): string[] {
  const count = new Map<string, number>();
  for (const [, payout] of found) count.set(payout, (count.get(payout) ?? 0) + 1);
  return found.flatMap(([line, payout]) => (count.get(payout) === 1 ? [line] : []));
}

const candidatesAfter = (now: number): bigint => BigInt(now - CANDIDATE_MILLISECONDS);

/**
 * Says for each line that has not been used what it seems to be for, by the deposits and payouts there are now. Takes seconds where there
 * are many: see `proposals-worker.ts`.
 */
export async function* judgeOpenLines(reader: Reader, judging: Judging): AsyncGenerator<Proposals> {
  const { timeZone, now } = judging;
  const { id, currency } = judging.account;
  const after = candidatesAfter(now);
  const candidates = await listDepositCandidates(reader, after);
  const index = indexCandidates(candidates.map((row) => candidateOf(row, timeZone)));
  const undoable = (await listUndoable(reader, id)).map(earlierOf);
  const payouts = await unshownPayouts(reader, judging, after);
  const returnable = await returnableIndex(reader, currency, after);
  const deposits: string[] = [];
  const paid: (readonly [string, string])[] = [];
  // A line that went out of another account is judged by that account's payouts and earlier lines.
  const open = (await listOpenLines(reader, currency, MOST_OPEN_LINES)).filter(
    (row) => row.amount > 0n || row.deposit_account_id === id,
  );
  const judged = open.map((row) => {
    const found = row.amount > 0n ? incoming(row, index, returnable) : outgoing(row, undoable, payouts);
    return [row, withDoubt(row, found)] as const;
  });
  let proposed: Proposed[] = [];
  for (const [row, kept] of withoutSeconds(judged)) {
    const { proposal } = kept;
    if (proposal?.certain === true) {
      if (proposal.kind === "deposit") deposits.push(row.id);
      else paid.push([row.id, proposal.payout_id ?? proposal.reference ?? ""]);
    }
    proposed.push(...changeOf(row, kept));
    if (proposed.length < PIECE_LINES) continue;
    yield { is: "changed", proposed };
    proposed = [];
  }
  yield { is: "changed", proposed };
  yield { is: "done", certain: { deposits, payouts: withoutRivals(paid) } };
}

/**
 * The same for money that went out, within one account: what it undoes changes as lines are returned. Runs in the
 * caller's transaction.
 */
export async function proposeOutgoing(
  tx: WriteTx,
  { clock, config }: Pick<Services, "clock" | "config">,
  { deposit_account_id: id, currency }: Pick<BankLineRow, "deposit_account_id" | "currency">,
): Promise<void> {
  const [now, timeZone] = [clock.now(), config.TIME_ZONE];
  const payouts = await unshownPayouts(
    tx,
    { account: { id, currency }, now, timeZone },
    candidatesAfter(now),
  );
  const undoable = (await listUndoable(tx, id)).map(earlierOf);
  const open = await listOpenLines(tx, currency, MOST_OUTGOING, { goneOutOf: id });
  for (const row of open)
    await keepProposals(tx, changeOf(row, withDoubt(row, outgoing(row, undoable, payouts))));
}
