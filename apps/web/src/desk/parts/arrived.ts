import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { shortDayText } from "../../ui/moments.ts";
import type { BankLineRecord } from "./answers.ts";
import { lineMoney } from "./line-words.ts";

type Arrived = BankLineRecord & { readonly proposal: NonNullable<BankLineRecord["proposal"]> };

const isArrived = (line: BankLineRecord): line is Arrived => line.proposal?.kind === "deposit";

/** Bank lines that are proposed for a customer's deposits, and not used yet, newest first. None of no customer. */
export function useArrived(customer: string | undefined): readonly Arrived[] {
  const lines = trpc.ops.bankLines.list.useQuery(
    { status: "proposed", ...(customer !== undefined && { customer }) },
    { enabled: customer !== undefined, ...SHOWN_IN_PLACE },
  );
  return customer === undefined ? [] : (lines.data?.data ?? []).filter(isArrived);
}

/** Screen of a line. */
export const linePlace = ({ id, deposit_account_id: account }: BankLineRecord): string =>
  `/teamaccess/bank?account=${account}&id=${id}`;

const FOUND_BY = {
  exact: "reference matches",
  split: "reference in two parts",
  corrected: "reference off by one letter",
  cut: "partial reference",
  amount: "amount and name match",
} as const;

/** Amount, day, match and strongest doubt of a line: '275.00 AUD arrived 26 Nov, reference off by one letter'. */
export function arrivedText(line: Arrived): string {
  const { found_by: by, reasons, certain } = line.proposal;
  const [doubt] = certain ? [] : reasons.slice(1);
  return [
    `${lineMoney(line)} arrived ${shortDayText(Date.parse(line.booked_on), "UTC")}`,
    FOUND_BY[by ?? "amount"],
    ...(doubt === undefined ? [] : [doubt.charAt(0).toLowerCase() + doubt.slice(1).replace(/\.$/, "")]),
  ].join(", ");
}
