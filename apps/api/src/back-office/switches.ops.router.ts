import { setSwitchInput, switchRecord } from "@wattle/contracts/switches";
import { z } from "zod";
import { operator, router } from "../procedures.ts";
import { listAllSwitches, setSwitch } from "./switches.ts";

export const switchesOpsRouter = router({
  list: operator.output(z.array(switchRecord)).query(({ ctx }) => listAllSwitches(ctx.services)),
  set: operator
    .input(setSwitchInput)
    .output(switchRecord)
    .mutation(({ ctx, input }) => setSwitch(ctx.services, ctx.user, input)),
});
