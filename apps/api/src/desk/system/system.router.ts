import { systemChecks } from "@wattle/contracts/system-checks";
import { router, staff } from "../../procedures.ts";
import { readSystemChecks } from "./read-checks.ts";

export const systemDeskRouter = router({
  /** State of the installation, as this process sees it. */
  checks: staff("admin")
    .output(systemChecks)
    .query(({ ctx }) => readSystemChecks(ctx.services)),
});
