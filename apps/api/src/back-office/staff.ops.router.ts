import { endedSessions } from "@wattle/contracts/sessions";
import { staffInput, staffMember } from "@wattle/contracts/staff";
import { z } from "zod";
import { router, staff } from "../procedures.ts";
import { alone } from "./approvals/reviewed-act.ts";
import { reviewed } from "./approvals/reviewed-act.ts";
import { inviteMember, listMembers, removeMember, setMemberRoles } from "./staff.ts";

const CHANGES = ["not_found", "own_act", "state_conflict"] as const;

/** Staff themselves. No token reaches these calls: a program does not let people in. */
export const staffOpsRouter = router({
  list: staff
    .meta({ token: "none" })
    .output(z.array(staffMember))
    .query(({ ctx }) => listMembers(ctx.services)),
  invite: reviewed(inviteMember),
  setRoles: reviewed(setMemberRoles),
  /** Takes a member out, or an invitation back. */
  remove: alone(
    staff
      .meta({ token: "none", errors: CHANGES })
      .input(staffInput)
      .output(endedSessions)
      .mutation(async ({ ctx, input }) => {
        const removed = await removeMember(ctx.services, ctx.user, input.id);
        ctx.services.securityLog.note(
          ctx,
          "sessions-ended",
          { account: input.id },
          { sessions: removed.ended },
        );
        return removed;
      }),
  ),
});
