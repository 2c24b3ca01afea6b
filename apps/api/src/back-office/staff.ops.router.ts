import { endedSessions } from "@wattle/contracts/sessions";
import { inviteInput, staffInput, staffMember, staffRolesInput } from "@wattle/contracts/staff";
import { z } from "zod";
import { router, staff } from "../procedures.ts";
import { inviteMember, listMembers, removeMember, setMemberRoles } from "./staff.ts";

const CHANGES = ["not_found", "own_act", "state_conflict"] as const;

/** Staff themselves. No token reaches these calls: a program does not let people in. */
export const staffOpsRouter = router({
  list: staff
    .meta({ token: "none" })
    .output(z.array(staffMember))
    .query(({ ctx }) => listMembers(ctx.services)),
  invite: staff
    .meta({ token: "none", errors: ["email_taken"] })
    .input(inviteInput)
    .output(staffMember)
    .mutation(({ ctx, input }) => inviteMember(ctx.services, ctx.user, input)),
  setRoles: staff
    .meta({ token: "none", errors: CHANGES })
    .input(staffRolesInput)
    .output(staffMember)
    .mutation(({ ctx, input }) => setMemberRoles(ctx.services, ctx.user, input)),
  /** Takes a member out, or an invitation back. */
  remove: staff
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
});
