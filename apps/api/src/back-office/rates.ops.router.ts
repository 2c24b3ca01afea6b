import { ratesStatus } from "@wattle/contracts/rates-status";
import { router, staff } from "../procedures.ts";
import { readRatesStatus } from "./read-rates-status.ts";

export const ratesOpsRouter = router({
  /** How each price source is doing, and what the system has paused. */
  status: staff.output(ratesStatus).query(({ ctx }) => readRatesStatus(ctx.services)),
});
