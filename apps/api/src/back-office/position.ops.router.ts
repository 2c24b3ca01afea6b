import {
  positionLimitsInput,
  positionList,
  positionRow,
  positionTrade,
  positionTrades,
  positionTradesInput,
  recordTradeInput,
} from "@wattle/contracts/position";
import { router, staff } from "../procedures.ts";
import { alone } from "./approvals/reviewed-act.ts";
import { judgePositions } from "./position-guard.ts";
import { listTradeRecords, readPositions, recordVenueTrade, setPositionLimits } from "./position.ts";

export const positionOpsRouter = router({
  /** Per coin: what customers own, what the house has, and the difference with its worth. */
  list: staff.output(positionList).query(async ({ ctx }) => ({ data: await readPositions(ctx.services) })),
  trades: staff
    .input(positionTradesInput)
    .output(positionTrades)
    .query(({ ctx, input }) => listTradeRecords(ctx.services, input)),
  /** Keeps a trade with a venue: the coins come into the inventory, or leave it. */
  recordTrade: alone(
    staff
      .meta({ errors: ["amount_below_minimum", "idempotency_conflict"] })
      .input(recordTradeInput)
      .output(positionTrade)
      .mutation(async ({ ctx, input }) => {
        const trade = await recordVenueTrade(ctx.services, ctx.user, input);
        await judgePositions(ctx.services);
        return trade;
      }),
  ),
  setLimits: alone(
    staff
      .input(positionLimitsInput)
      .output(positionRow)
      .mutation(async ({ ctx, input }) => {
        const row = await setPositionLimits(ctx.services, ctx.user, input);
        await judgePositions(ctx.services);
        return row;
      }),
  ),
});
