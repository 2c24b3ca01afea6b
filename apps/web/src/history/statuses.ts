import type { Transaction } from "@wattle/contracts/history";
import type { StateWord } from "../controls/status.tsx";

/** Icon and word of each status. */
export const STATUS_WORDS: Readonly<Record<Transaction["status"], StateWord>> = {
  completed: { kind: "done", word: "Completed" },
  awaiting_payment: { kind: "waiting", word: "Awaiting payment" },
  requested: { kind: "waiting", word: "Requested" },
  sent: { kind: "waiting", word: "Sent" },
  cancelled: { kind: "stopped", word: "Cancelled" },
  expired: { kind: "stopped", word: "Expired" },
  rejected: { kind: "failed", word: "Rejected" },
  returned: { kind: "stopped", word: "Returned" },
};
