import type { ApprovalRecord } from "@wattle/contracts/approvals";
import { APPROVAL_STATUSES } from "@wattle/contracts/choices";
import { PAGE_OPTIONS, pageOf, UsageError, type Command } from "./command.ts";
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

/** Requests that need a second person. */
export const APPROVAL_COMMANDS: readonly Command[] = [
  {
    name: "approvals list",
    takes: "[--status STATUS|all]",
    about: `requests that wait for a second person, or with another status: ${APPROVAL_STATUSES.join(", ")}`,
    options: { ...PAGE_OPTIONS, status: { type: "string" } },
    async run(context) {
      const text = context.option("status") ?? "pending";
      const status = APPROVAL_STATUSES.find((known) => known === text);
      if (status === undefined && text !== "all") throw new UsageError(`${text} is no status`);
      const filter = { ...pageOf(context), ...(status !== undefined && { status }) };
      const { data } = await context.ops.approvals.list(filter);
      context.table(data.map(listRow), "no requests");
    },
  },
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
  {
    name: "approvals reject",
    takes: "<approval> --reason TEXT",
    about: "refuse what someone else has asked for; staff read the reason",
    options: { reason: { type: "string" } },
    async run(context) {
      const input = { id: context.word(0), reason: context.needed("reason") };
      context.record(recordLines(await context.ops.approvals.reject(input)));
    },
  },
  {
    name: "approvals withdraw",
    takes: "<approval>",
    about: "take back what you have asked for yourself",
    async run(context) {
      context.record(recordLines(await context.ops.approvals.withdraw({ id: context.word(0) })));
    },
  },
];
