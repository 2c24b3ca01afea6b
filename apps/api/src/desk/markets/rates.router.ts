import { lastHour, lastHourInput, ratesStatus } from "@wattle/contracts/rates-status";
import { router, staff } from "../../procedures.ts";
import { readLastHour } from "./read-last-hour.ts";
import { readRatesStatus } from "./read-rates-status.ts";

export const ratesDeskRouter = router({
  /** How each price source is doing, and what the system has paused. */
  status: staff.output(ratesStatus).query(({ ctx }) => readRatesStatus(ctx.services)),
  /** Whether there were prices in the last hour, and which. */
  lastHour: staff
    .input(lastHourInput)
    .output(lastHour)
    .query(({ ctx, input }) => readLastHour(ctx.services, input)),
});
