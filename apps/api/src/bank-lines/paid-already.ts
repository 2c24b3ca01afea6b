import type { BankLineProposal } from "@wattle/contracts/bank-lines";
import { dayText } from "@wattle/contracts/recurring-days";
import { listPaidDeposits, OPEN_LINE_STATUSES } from "@wattle/db/bank-lines";
import type { Reader } from "@wattle/db/database";
import type { BankLineRow } from "@wattle/db/tables";
import { amountText, exactMoney } from "../amount-text.ts";
import { isoTime } from "../clock.ts";
import { localDay } from "../local-days.ts";
import type { Services } from "../services.ts";
import { PAID_ALREADY } from "./match/propose.ts";
import { ANOTHER_LINE, keptProposal, type Kept } from "./propose-lines.ts";

const isOpen = ({ status }: BankLineRow): boolean => OPEN_LINE_STATUSES.some((open) => open === status);

/** The deposit that a line is proposed for; undefined of one that was used. */
const depositFor = (row: BankLineRow): string | undefined => {
  const { proposal } = keptProposal(row);
  return isOpen(row) && proposal?.kind === "deposit" ? (proposal.reference ?? undefined) : undefined;
};

/**
 * What lines are proposed for as things are now: what was kept with an import may have been paid by another line since, and would look
 * like the first payment.
 */
export async function proposalsNow(
  reader: Reader,
  { config }: Pick<Services, "config">,
  rows: readonly BankLineRow[],
): Promise<(row: BankLineRow) => Kept> {
  const references = [...new Set(rows.flatMap((row) => depositFor(row) ?? []))];
  const paid = references.length === 0 ? [] : await listPaidDeposits(reader, references);
  const byReference = new Map(paid.map((deposit) => [deposit.reference, deposit]));
  return (row) => {
    const kept = keptProposal(row);
    const deposit = byReference.get(depositFor(row) ?? "");
    if (deposit === undefined || kept.proposal === null) return kept;
    const { reference, credit, credit_currency: currency, updated_at: at } = deposit;
    const [how, ...doubts] = kept.proposal.reasons;
    const day = dayText(localDay(at, config.TIME_ZONE));
    const proposal: BankLineProposal = {
      ...kept.proposal,
      certain: false,
      expected: null,
      paid: { amount: amountText(credit, currency), at: isoTime(at) },
      reasons: [
        ...(how === undefined ? [] : [how]),
        `Paid already: ${reference}, ${exactMoney(credit, currency)} on ${day}.`,
        ...doubts.filter((doubt) => doubt !== PAID_ALREADY && doubt !== ANOTHER_LINE),
      ],
    };
    return { ...kept, proposal };
  };
}
