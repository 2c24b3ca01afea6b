import { setSwitchInput, switchRecord } from "@wattle/contracts/switches";
import { z } from "zod";
import { router, staff } from "../procedures.ts";
import { alone } from "./approvals/reviewed-act.ts";
import { listAllSwitches, setSwitch } from "./switches.ts";

export const switchesOpsRouter = router({
  list: staff.output(z.array(switchRecord)).query(({ ctx }) => listAllSwitches(ctx.services)),
  set: alone(
    staff
      .input(setSwitchInput)
      .output(switchRecord)
      .mutation(({ ctx, input }) => setSwitch(ctx.services, ctx.user, input)),
  ),
});
