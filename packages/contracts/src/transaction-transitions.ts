/**
 * Which way a deposit or withdrawal may go, and who may send it there: the one table that use cases, screens and the
 * command line go by. Exchanges and adjustments are completed as they are made and never change.
 */
import type {
  BankTransactionType,
  TransactionActor,
  TransactionStatus,
  TransactionType,
} from "./history-rules.ts";

type Transitions = Partial<
  Record<TransactionStatus, Partial<Record<TransactionStatus, readonly TransactionActor[]>>>
>;

const TRANSITIONS = {
  deposit: {
    awaiting_payment: {
      // The system where a line of a statement leaves no doubt.
      completed: ["operator", "system"],
      cancelled: ["customer"],
      expired: ["operator", "system"],
      returned: ["operator"],
    },
    // Money that comes late is still the customer's: an operator credits it or sends it back.
    cancelled: { completed: ["operator"], returned: ["operator"] },
    expired: { completed: ["operator"], returned: ["operator"] },
    // A payment its bank calls back or its provider refunds, as long as the customer still has the money.
    completed: { returned: ["operator", "system"] },
    // Paid once more, or sent back by mistake.
    returned: { completed: ["operator"] },
  },
  withdraw: {
    requested: {
      // Coins, once their signed transaction is with the network.
      sent: ["system"],
      completed: ["operator"],
      rejected: ["operator"],
      cancelled: ["customer"],
    },
    // A settled block decides which: the payment, or the one that cancels it.
    sent: { completed: ["system"], requested: ["system"] },
    // The bank has sent the payment back; or the chain has undone the block.
    completed: { returned: ["operator"], sent: ["system"] },
  },
} as const satisfies Record<BankTransactionType, Transitions>;

/** The statuses in which nothing has been decided yet. */
export const PENDING_STATUSES: ReadonlySet<TransactionStatus> = new Set([
  "awaiting_payment",
  "requested",
  "sent",
]);

/** Whether `actor` may bring a transaction of this type from one status to another. */
export function mayChange(
  type: TransactionType,
  from: TransactionStatus,
  to: TransactionStatus,
  actor: TransactionActor,
): boolean {
  if (type !== "deposit" && type !== "withdraw") return false;
  const transitions: Transitions = TRANSITIONS[type];
  return transitions[from]?.[to]?.includes(actor) ?? false;
}
