import { dayText, localDay } from "@wattle/contracts/days";
import type { BankLineProposal } from "@wattle/contracts/bank-lines";
import { mayChange } from "@wattle/contracts/transaction-transitions";
import { listOpenProposals, OPEN_LINE_STATUSES } from "@wattle/db/bank-lines";
import { listDepositsNow, type DepositNow } from "@wattle/db/deposit-candidates";
import type { Reader } from "@wattle/db/database";
import type { BankLineRow } from "@wattle/db/tables";
import { amountText, exactMoney } from "../amount-text.ts";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";
import { nameFitOf } from "./match/name-fit.ts";
import { doubts, PAID_ALREADY } from "./match/propose.ts";
import { ANOTHER_LINE, candidateOf, expectedOf, keptProposal, LIKE, type Kept } from "./propose-lines.ts";

const isOpen = ({ status }: BankLineRow): boolean => OPEN_LINE_STATUSES.some((open) => open === status);

/** The deposit that a line is proposed for; undefined if the line was used. */
function openProposal(row: BankLineRow): BankLineProposal | undefined {
  const { proposal } = keptProposal(row);
  return isOpen(row) && proposal?.kind === "deposit" ? proposal : undefined;
}

interface Now {
  readonly deposit: DepositNow;
  /** Another line that has not been used is proposed for the same deposit. */
  readonly isShared: boolean;
  readonly timeZone: string;
}

/** A line's proposal, judged by its deposit and its customer as they are now. */
function judgedNow(
  row: BankLineRow,
  kept: BankLineProposal,
  { deposit, isShared, timeZone }: Now,
): BankLineProposal {
  const candidate = candidateOf(deposit, timeZone);
  const { reference, status, credited, shown, currency } = candidate;
  const name = nameFitOf(row.payer, row.text)(candidate);
  const against = doubts(row, candidate, name);
  const isPaid = status === "completed" && credited === shown;
  const day = dayText(localDay(deposit.updated_at, timeZone));
  const reasons = [
    ...kept.reasons.slice(0, 1),
    ...(kept.reasons.includes(ANOTHER_LINE) && isShared && !isPaid ? [ANOTHER_LINE] : []),
    ...against.map((doubt) =>
      doubt === PAID_ALREADY
        ? `Already paid: ${reference}, ${exactMoney(credited, currency)} on ${day}.`
        : doubt,
    ),
    ...(row.like_id === null ? [] : [LIKE]),
  ];
  return {
    ...kept,
    deposit_id: deposit.id,
    expected: expectedOf(candidate),
    paid: isPaid ? { amount: amountText(credited, currency), at: isoTime(deposit.updated_at) } : null,
    returns_deposit:
      kept.found_by === "exact" &&
      !isShared &&
      status !== "completed" &&
      mayChange("deposit", status, "returned", "operator"),
    payer_name: name,
    certain: kept.found_by === "exact" && reasons.length === 1,
    reasons,
  };
}

/** Which deposits more than one line is proposed for that has not been used. */
async function sharedReferences(reader: Reader, customerIds: readonly string[]): Promise<Set<string>> {
  const [once, shared] = [new Set<string>(), new Set<string>()];
  for (const line of await listOpenProposals(reader, customerIds)) {
    const { proposal } = keptProposal(line);
    if (proposal?.kind !== "deposit" || proposal.reference === null) continue;
    (once.has(proposal.reference) ? shared : once).add(proposal.reference);
  }
  return shared;
}

/**
 * Proposals as things are now: since an import kept them, a deposit may have been paid by another line, cancelled or
 * returned, and its customer put on hold or blocked. So what is listed, judged and called certain is the same.
 */
export async function proposalsNow(
  reader: Reader,
  { config }: Pick<Services, "config">,
  rows: readonly BankLineRow[],
): Promise<(row: BankLineRow) => Kept> {
  const references = new Set(rows.flatMap((row) => openProposal(row)?.reference ?? []));
  const deposits = await listDepositsNow(reader, [...references]);
  const shared = await sharedReferences(reader, [...new Set(deposits.map(({ user_id: id }) => id))]);
  const byReference = new Map(deposits.map((deposit) => [deposit.reference, deposit]));
  return (row) => {
    const kept = keptProposal(row);
    const proposal = openProposal(row);
    const deposit = byReference.get(proposal?.reference ?? "");
    if (proposal === undefined || deposit === undefined) return kept;
    const now = { deposit, isShared: shared.has(deposit.reference), timeZone: config.TIME_ZONE };
    return { ...kept, proposal: judgedNow(row, proposal, now) };
  };
}
