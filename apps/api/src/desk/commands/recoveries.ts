import { RECOVERY_STATUSES } from "@wattle/contracts/choices";
import type { RecoveryRecord } from "@wattle/contracts/recoveries";
import { calling } from "./calling.ts";
import type { Command } from "./command.ts";

const recoveryCells = ({ customer, photo, documents, note, ...row }: RecoveryRecord) => ({
  ...row,
  customer: customer.email,
  name: customer.name,
  photo: photo.id,
  compare_with: documents.map(({ side, id }) => `${side} ${id}`).join(", ") || "nothing",
  note,
});

const ONE = { words: ["recovery"], names: { id: "recovery" }, print: recoveryCells } as const;

/** Customers who lost their second factor. */
export const RECOVERY_COMMANDS: readonly Command[] = [
  calling("recoveries list", "ops.recoveries.list", {
    about: `lost second factors that wait for staff, or with another status: ${RECOVERY_STATUSES.join(", ")}, all`,
    usual: { status: "submitted" },
    row: recoveryCells,
    empty: "no recoveries",
  }),
  calling("recoveries approve", "ops.recoveries.approve", {
    ...ONE,
    about:
      "say that the new photo shows the same person (see customers document); two-step login goes off 72 hours after a second person agrees",
  }),
  calling("recoveries reject", "ops.recoveries.reject", {
    ...ONE,
    about: "refuse a recovery, also one that was approved; the customer reads the message",
  }),
];
