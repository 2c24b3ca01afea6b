import {
  approvalInput,
  approvalRecord,
  approvalsInput,
  approvalsPage,
  approvedRecord,
  rejectApprovalInput,
  type ApprovalRecord,
} from "@wattle/contracts/approvals";
import { CONFIDENTIAL_PROCEDURES, isConfidential } from "@wattle/contracts/confidential";
import { DomainError } from "@wattle/contracts/errors";
import { countedMetaOf } from "../counted-meta.ts";
import { listApprovals } from "@wattle/db/approvals";
import type { ApprovalRow } from "@wattle/db/tables";
import { anyStaff, confirmed, router } from "../../procedures.ts";
import { mayReadCases } from "../../audit/may-read-cases.ts";
import { approvalRecords, withChangesNow } from "./approval-record.ts";
import { approve, reject, requestOf, withdraw, type FindAct } from "./decide.ts";
import { type StaffCall } from "./act.ts";
import { byHand } from "./reviewed-act.ts";

const REFUSALS = ["not_found", "own_act", "state_conflict"] as const;
/** A person decides: no token does. */
const deciding = anyStaff.meta({ token: "none", errors: REFUSALS });

/** Requests for a second person, and their decision. @param findAct finds the act behind a procedure */
export function approvalsDeskRouter(findAct: FindAct) {
  const recordsOf = (
    { services, user }: StaffCall,
    rows: readonly ApprovalRow[],
  ): Promise<ApprovalRecord[]> =>
    approvalRecords(services.database.read, services, user, rows, (act) => findAct(act)?.title ?? act);
  const recordOf = async (ctx: StaffCall, row: ApprovalRow): Promise<ApprovalRecord> => {
    const [record] = await recordsOf(ctx, [row]);
    if (record === undefined) throw new Error(`request ${row.id} has no record`);
    return record;
  };

  return router({
    list: anyStaff
      .input(approvalsInput)
      .output(approvalsPage)
      .query(async ({ ctx, input: { status, page, per_page: perPage } }) => {
        const { config, clock, database } = ctx.services;
        const without = mayReadCases(ctx.user) ? [] : CONFIDENTIAL_PROCEDURES;
        const wanted = { status, now: BigInt(clock.now()), without, page, perPage };
        const { rows, total } = await listApprovals(database.standby, wanted);
        return {
          data: await recordsOf(ctx, rows),
          meta: countedMetaOf(page, perPage, total),
          required: config.APPROVALS === "required",
        };
      }),
    find: anyStaff
      .meta({ errors: ["not_found"] })
      .input(approvalInput)
      .output(approvalRecord)
      .query(async ({ ctx, input }) => {
        const { read } = ctx.services.database;
        const row = await requestOf(read, input.id);
        if (isConfidential(row.act) && !mayReadCases(ctx.user)) throw new DomainError("not_found");
        return withChangesNow(read, ctx.services, row, await recordOf(ctx, row));
      }),
    /**
     * The act runs here, judged again; `status` is `failed` if it could not. A thief of an open session is no second
     * person.
     */
    approve: byHand(
      confirmed.anyStaff
        .meta({ token: "none", errors: [...REFUSALS, "rate_unavailable"] })
        .input(approvalInput)
        .output(approvedRecord)
        .mutation(async ({ ctx, input }) => {
          const { row, result } = await approve(ctx, findAct, input.id);
          return { ...(await recordOf(ctx, row)), result };
        }),
    ),
    reject: byHand(
      deciding
        .input(rejectApprovalInput)
        .output(approvalRecord)
        .mutation(async ({ ctx, input }) => recordOf(ctx, await reject(ctx, input.id, input.reason))),
    ),
    /** Takes back what one asked for oneself. */
    withdraw: byHand(
      anyStaff
        .meta({ errors: REFUSALS })
        .input(approvalInput)
        .output(approvalRecord)
        .mutation(async ({ ctx, input }) => recordOf(ctx, await withdraw(ctx, input.id))),
    ),
  });
}
