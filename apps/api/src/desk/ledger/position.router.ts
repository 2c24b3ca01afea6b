import { positionList, positionTrades, positionTradesInput } from "@wattle/contracts/position";
import { router, staff } from "../../procedures.ts";
import { listTradeRecords, readPositions, recordVenueTrade, setPositionLimits } from "./position.ts";

export const positionDeskRouter = router({
  /** Per coin: the customers' total, the house's total, and the difference with its worth. */
  list: staff.output(positionList).query(async ({ ctx }) => ({ data: await readPositions(ctx.services) })),
  trades: staff
    .input(positionTradesInput)
    .output(positionTrades)
    .query(({ ctx, input }) => listTradeRecords(ctx.services, input)),
  recordTrade: recordVenueTrade,
  setLimits: setPositionLimits,
});
