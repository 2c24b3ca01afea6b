import { colleagues, deskRow } from "@wattle/contracts/presence";
import { anyStaff, router } from "../../procedures.ts";
import { byHand } from "../approvals/reviewed-act.ts";
import { beHere, leaveRow } from "./presence.ts";

/** For people at the desk, who see each other: a tool has no page open. */
const atDesk = anyStaff.meta({ token: "none" }).input(deskRow);

/** Which row someone has open. It changes nothing that is kept, so the audit log has none of it. */
export const presenceDeskRouter = router({
  here: byHand(
    atDesk
      .output(colleagues)
      .mutation(async ({ ctx, input }) => ({ present: await beHere(ctx.services, ctx.user, input) })),
  ),
  leave: byHand(atDesk.output(deskRow).mutation(({ ctx, input }) => leaveRow(ctx.services, ctx.user, input))),
});
