import { switchRecord } from "@wattle/contracts/switches";
import { z } from "zod";
import { anyStaff, router } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { listAllSwitches, setSwitch } from "./switches.ts";

export const switchesDeskRouter = router({
  list: anyStaff.output(z.array(switchRecord)).query(({ ctx }) => listAllSwitches(ctx.services)),
  set: reviewed(setSwitch),
});
