/** Subject of a line with money that went out. Amounts are smallest units, above zero. */
export interface EarlierLine {
  readonly id: string;
  readonly amount: bigint;
  readonly bookedOn: string;
  readonly text: string;
  readonly payer: string | null;
  readonly status: "returned" | "credited";
}

export interface OutgoingLine {
  readonly amount: bigint;
  readonly bookedOn: string;
  readonly text: string;
  readonly payer: string | null;
}

/** Which earlier line it pays back: one that staff returned, or one that the bank itself takes back. */
export interface OutgoingProposal {
  readonly kind: "paid_back" | "reversal";
  readonly line: string;
  readonly reasons: readonly string[];
}

/** How banks say that a payment did not hold. */
export const TAKEN_BACK = /\b(REVERS\w*|DISHONOU?R\w*|RETURN\w*|RECALL\w*|CHARGE ?BACK|UNPAID|REJECT\w*)\b/i;

const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

/**
 * Says which earlier line of the same account a payment out undoes. The amounts are equal, and it is not earlier; of two possible lines
 * it is neither.
 * @param earlier lines with money that came in: returned ones that nothing has paid back yet, and credited ones
 */
export function judgeOutgoing(
  line: OutgoingLine,
  earlier: readonly EarlierLine[],
): OutgoingProposal | undefined {
  const possible = earlier.filter(
    ({ amount, bookedOn }) => amount === line.amount && bookedOn <= line.bookedOn,
  );
  const returned = only(possible.filter(({ status }) => status === "returned"));
  if (returned !== undefined) {
    const reasons = ["It is the amount of a payment that was to be returned."];
    return { kind: "paid_back", line: returned.id, reasons };
  }
  if (!TAKEN_BACK.test(line.text)) return undefined;
  const credited = only(possible.filter(({ status }) => status === "credited"));
  return credited === undefined
    ? undefined
    : { kind: "reversal", line: credited.id, reasons: ["The bank has taken back a payment of this amount."] };
}
