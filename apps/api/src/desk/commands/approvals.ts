import type { ApprovalRecord } from "@wattle/contracts/approvals";
import { APPROVAL_STATUSES } from "@wattle/contracts/choices";
import { calling } from "./calling.ts";
import type { Command } from "./command.ts";
import { effectLines } from "./ask-before.ts";

const listRow = ({ created_at, id, status, title, subject, proposed_by, expires_at }: ApprovalRecord) => ({
  created_at,
  id,
  status,
  title,
  subject,
  proposed_by: proposed_by.email || proposed_by.name,
  expires_at,
});

/** All there is to say of one request. */
const recordLines = ({
  details,
  reasons,
  warnings,
  proposed_by,
  decided_by,
  ...approval
}: ApprovalRecord) => ({
  id: approval.id,
  status: approval.status,
  act: approval.act,
  title: approval.title,
  subject: approval.subject,
  reasons: reasons.join(" "),
  warnings: warnings.join(" "),
  details,
  proposed_by: proposed_by.email || proposed_by.name,
  created_at: approval.created_at,
  expires_at: approval.expires_at,
  decided_by: decided_by === null ? null : decided_by.email || decided_by.name,
  decided_at: approval.decided_at,
  note: approval.note,
});

const ONE = { words: ["approval"], names: { id: "approval" }, print: recordLines } as const;

/** Requests that need a second person. */
export const APPROVAL_COMMANDS: readonly Command[] = [
  calling("approvals list", "ops.approvals.list", {
    about: `requests that wait for a second person, or with another status: ${APPROVAL_STATUSES.join(", ")}, all`,
    usual: { status: "pending" },
    row: listRow,
    empty: "no requests",
  }),
  {
    name: "approvals approve",
    takes: "<approval>",
    about: "approve what someone else has asked for, and do it; exit code 1 where it cannot be done any more",
    async run(context) {
      const id = context.word(0);
      await context.accepts(async () => {
        const request = await context.ops.approvals.find({ id });
        const { status, proposed_by: proposer } = request;
        return { ...effectLines(request), "asked for by": proposer.email || proposer.name, status };
      });
      const { result, ...approval } = await context.ops.approvals.approve({ id });
      context.record({ ...recordLines(approval), result });
      return approval.status === "approved" ? 0 : 1;
    },
  },
  calling("approvals reject", "ops.approvals.reject", {
    ...ONE,
    about: "refuse what someone else has asked for; staff read the reason",
  }),
  calling("approvals withdraw", "ops.approvals.withdraw", {
    ...ONE,
    about: "take back what you have asked for yourself",
  }),
];
