import type { StaffProcedure } from "./staff-access.ts";

/** The number of people that an act with money takes. */
interface MoneyAct {
  /** The money it moves, in words. */
  readonly moves: string;
  /**
   * `two`: any sum. `by sum`: two from `APPROVAL_LIMIT` on, and above `APPROVAL_DAILY_LIMIT` of a person or of a customer within 24
   * hours. `one`: any sum.
   */
  readonly people: "two" | "by sum" | "one";
  /** Why it is two or one; what else takes two below the sums. */
  readonly why?: string;
}

/**
 * The one table of how many people the acts take that credit, return, adjust or pay: `ops.ledger.adjust` takes two whatever the sum, a
 * return as many as a credit. `docs/access.md` shows it. An act that moves money and has no row fails a test. Free of zod.
 */
export const MONEY_ACTS = {
  "ops.ledger.adjust": {
    moves: "a customer's balance, either way",
    people: "two",
    why: "Every balance adjustment needs two people.",
  },
  "ops.receivables.writeOff": {
    moves: "a customer's debt, to the operator's loss",
    people: "two",
    why: "Every write-off needs two people.",
  },
  "ops.payouts.release": {
    moves: "a batch of withdrawals, to customers' banks",
    people: "two",
    why: "Every release of a payout batch needs two people.",
  },
  "ops.deposits.confirm": {
    moves: "a credit by hand",
    people: "by sum",
    why: "more than 10 % or 1,000.00 from the planned amount; a line may have credited its money already",
  },
  "ops.bankLines.credit": {
    moves: "a credit of a bank line",
    people: "by sum",
    why: "the same person imported the line; no one answers for it; it names someone else; its money may be credited already",
  },
  "ops.bankLines.return": {
    moves: "a bank line's money, back to its payer",
    people: "by sum",
    why: "the same person imported the line; no one answers for it; its money may be credited already",
  },
  "ops.bankLines.ownMoney": {
    moves: "a bank line's money, to the operator",
    people: "by sum",
    why: "the same person imported the line; no one answers for it",
  },
  "ops.deposits.return": { moves: "a deposit, back to its payer", people: "by sum" },
  "ops.onramp.resolve": { moves: "a credit of a card payment", people: "by sum" },
  "ops.receivables.settle": { moves: "a customer's debt, from the balance", people: "by sum" },
  "ops.withdrawals.complete": { moves: "a single withdrawal, paid by hand", people: "by sum" },
  "ops.withdrawals.return": {
    moves: "a withdrawal that came back, to the balance",
    people: "by sum",
    why: "a line may have credited its money already",
  },
  "ops.withdrawals.reject": {
    moves: "a withdrawal, back to the customer's own balance",
    people: "one",
    why: "the money stays the customer's",
  },
  "ops.bankLines.payout": {
    moves: "nothing: says which payout a line shows",
    people: "one",
    why: "two people have released the batch, or the withdrawal was completed before",
  },
  "ops.payouts.sent": {
    moves: "a batch that was released",
    people: "one",
    why: "two people have released it",
  },
  "ops.position.recordTrade": {
    moves: "the operator's own coins and money",
    people: "one",
    why: "no customer's balance changes",
  },
} as const satisfies Readonly<Partial<Record<StaffProcedure, MoneyAct>>>;

/** The table's row of a procedure; undefined if it moves no money. */
export const moneyActOf = (procedure: string): MoneyAct | undefined =>
  Object.hasOwn(MONEY_ACTS, procedure) ? MONEY_ACTS[procedure as keyof typeof MONEY_ACTS] : undefined;
