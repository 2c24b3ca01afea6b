import { RECOVERY_STATUSES } from "@wattle/contracts/choices";
import type { RecoveryRecord } from "@wattle/contracts/recoveries";
import {
  DECISION_OPTIONS,
  NOTE_OPTION,
  noteOf,
  oneOf,
  PAGE_OPTIONS,
  pageOf,
  printOutcome,
  type Command,
} from "./command.ts";

const recoveryCells = ({ customer, photo, documents, note, ...row }: RecoveryRecord) => ({
  ...row,
  customer: customer.email,
  name: customer.name,
  photo: photo.id,
  compare_with: documents.map(({ side, id }) => `${side} ${id}`).join(", ") || "nothing",
  note,
});

/** Customers who lost their second factor. */
export const RECOVERY_COMMANDS: readonly Command[] = [
  {
    name: "recoveries list",
    takes: "[--status STATUS|all]",
    about: `lost second factors that wait for staff, or with another status: ${RECOVERY_STATUSES.join(", ")}`,
    options: { ...PAGE_OPTIONS, status: { type: "string" } },
    async run(context) {
      const status = oneOf([...RECOVERY_STATUSES, "all"], context.option("status") ?? "submitted");
      const { data } = await context.ops.recoveries.list({
        ...pageOf(context),
        ...(status !== "all" && { status }),
      });
      context.table(data.map(recoveryCells), "no recoveries");
    },
  },
  {
    name: "recoveries approve",
    takes: "<recovery> [--internal-note TEXT]",
    about:
      "say that the new photo shows the same person (see customers document); two-step login goes off 72 hours after a second person agrees",
    options: NOTE_OPTION,
    async run(context) {
      const input = { id: context.word(0), ...noteOf(context) };
      printOutcome(context, await context.ops.recoveries.approve(input), (done) => recoveryCells(done));
    },
  },
  {
    name: "recoveries reject",
    takes: "<recovery> --message TEXT [--internal-note TEXT]",
    about: "refuse a recovery, also one that was approved; the customer reads the message",
    options: DECISION_OPTIONS,
    async run(context) {
      const input = { id: context.word(0), message: context.needed("message"), ...noteOf(context) };
      context.record(recoveryCells(await context.ops.recoveries.reject(input)));
    },
  },
];
