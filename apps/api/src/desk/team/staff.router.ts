import { staffMember } from "@wattle/contracts/staff";
import { z } from "zod";
import { router, staff } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { inviteMember, listMembers, removeMember, setMemberRoles } from "./staff.ts";

/** Staff themselves. No token reaches these calls: a program does not let people in. */
export const staffDeskRouter = router({
  list: staff("admin")
    .meta({ token: "none" })
    .output(z.array(staffMember))
    .query(({ ctx }) => listMembers(ctx.services)),
  invite: reviewed(inviteMember),
  setRoles: reviewed(setMemberRoles),
  /** Takes a member out, or an invitation back. */
  remove: reviewed(removeMember),
});
