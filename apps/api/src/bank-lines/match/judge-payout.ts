import type { PersonName } from "./name-fit.ts";
import { squeeze, surestReferences, type ReferenceIndex } from "./find-reference.ts";
import { TAKEN_BACK, type EarlierLine, type OutgoingLine } from "./judge-outgoing.ts";
import type { IncomingLine } from "./propose.ts";

/** Something that was paid, and that no line has shown yet. */
export interface Unshown {
  readonly kind: "batch" | "withdrawal";
  readonly id: string;
  /** Smallest units, above zero. */
  readonly amount: bigint;
  /** The first day on which it can be on a statement. */
  readonly since: string;
  /** The bank's text for it. */
  readonly reference: string;
  /** Staff have said that the bank has it. */
  readonly sent: boolean;
}

/** Payment that an outgoing line shows. */
export interface PayoutFound {
  readonly payout: Unshown;
  readonly how: "exact" | "amount";
  readonly certain: boolean;
  readonly reasons: readonly string[];
}

const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

/**
 * Says which payout a line with money that went out shows: one of its amount that the text names, or else the only one of that amount.
 * The total of a batch that was sent leaves no doubt; the amount of a single withdrawal does, as does a batch that the bank may not have.
 * @param earlier lines that it could undo: if one of the same amount is to be given back, the amount by itself says
 * nothing
 */
export function judgePayout(
  line: OutgoingLine,
  payouts: readonly Unshown[],
  earlier: readonly EarlierLine[],
): PayoutFound | undefined {
  const possible = payouts.filter(({ amount, since }) => amount === line.amount && since <= line.bookedOn);
  const text = squeeze(line.text);
  const named = only(possible.filter(({ reference }) => text.includes(squeeze(reference))));
  if (named !== undefined)
    return { payout: named, how: "exact", certain: true, reasons: ["Reference matches."] };
  const payout = only(possible);
  const toReturn = earlier.some(({ amount, status }) => amount === line.amount && status === "returned");
  if (payout === undefined || toReturn || TAKEN_BACK.test(line.text)) return undefined;
  const isBatch = payout.kind === "batch";
  const reason = isBatch
    ? "Matches the total of a payout batch."
    : "Matches the amount of a paid withdrawal.";
  const reasons = [reason, ...(payout.sent ? [] : ["Not marked as sent yet."])];
  return { payout, how: "amount", certain: isBatch && payout.sent, reasons };
}

/** A withdrawal that was paid, and whose money no line has shown coming back. */
export interface Returnable extends PersonName {
  readonly reference: string;
  readonly customer: string;
  readonly amount: bigint;
  /** Staff have put it back on the balance already. */
  readonly returned: boolean;
}

/** Those of one currency, ready to be looked for. */
export interface ReturnableIndex {
  readonly references: ReferenceIndex;
  readonly byReference: ReadonlyMap<string, Returnable>;
}

/** A withdrawal that has come back. */
export interface Bounce {
  readonly withdrawal: Returnable;
  readonly how: "exact" | "amount";
  /** No one has to decide anything. */
  readonly certain: boolean;
  readonly reasons: readonly string[];
}

/**
 * Says which withdrawal has come back with a line: the one of its amount whose reference the text has, or, where the bank says that
 * it is a payment returned, the only one of that amount.
 */
export function judgeBounce(
  line: IncomingLine,
  { references, byReference }: ReturnableIndex,
): Bounce | undefined {
  const named = surestReferences(line.text, [], references).flatMap(([reference, { how }]) => {
    const withdrawal = how === "exact" ? byReference.get(reference) : undefined;
    return withdrawal?.amount === line.amount ? [withdrawal] : [];
  });
  const done = (withdrawal: Returnable): string[] =>
    withdrawal.returned ? ["It is on the balance again already."] : [];
  const [one] = named;
  if (one !== undefined && named.length === 1) {
    const reasons = ["The text has the reference of a withdrawal that was paid.", ...done(one)];
    return { withdrawal: one, how: "exact", certain: one.returned, reasons };
  }
  if (!TAKEN_BACK.test(line.text)) return undefined;
  const fitting = only([...byReference.values()].filter(({ amount }) => amount === line.amount));
  if (fitting === undefined) return undefined;
  const reasons = ["A payment of this amount has come back.", ...done(fitting)];
  return { withdrawal: fitting, how: "amount", certain: false, reasons };
}
