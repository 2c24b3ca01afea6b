import { lastHour, lastHourInput, ratesStatus } from "@wattle/contracts/rates-status";
import { anyStaff, router } from "../../procedures.ts";
import { readLastHour } from "./read-last-hour.ts";
import { readRatesStatus } from "./read-rates-status.ts";

export const ratesDeskRouter = router({
  /** How each price source is doing, and what the system has paused. */
  status: anyStaff.output(ratesStatus).query(({ ctx }) => readRatesStatus(ctx.services)),
  /** Whether there were prices in the last hour, and which. */
  lastHour: anyStaff
    .input(lastHourInput)
    .output(lastHour)
    .query(({ ctx, input }) => readLastHour(ctx.services, input)),
});
