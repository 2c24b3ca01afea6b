import type { Transaction } from "@wattle/contracts/history";
import type { StatusKind } from "../controls/status.tsx";

/** Icon and word of each status. */
export const STATUS_WORDS: Readonly<Record<Transaction["status"], readonly [StatusKind, string]>> = {
  completed: ["done", "Completed"],
  awaiting_payment: ["waiting", "Awaiting payment"],
  requested: ["waiting", "Requested"],
  sent: ["waiting", "Sent"],
  cancelled: ["stopped", "Cancelled"],
  expired: ["stopped", "Expired"],
  rejected: ["failed", "Rejected"],
  returned: ["stopped", "Returned"],
};
