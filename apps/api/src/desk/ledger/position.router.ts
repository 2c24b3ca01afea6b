import { positionList, positionTrades, positionTradesInput } from "@wattle/contracts/position";
import { anyStaff, router } from "../../procedures.ts";
import { listTradeRecords, readPositions, recordVenueTrade, setPositionLimits } from "./position.ts";

export const positionDeskRouter = router({
  /** Per coin: the customers' total, the house's total, and the difference with its worth. */
  list: anyStaff.output(positionList).query(async ({ ctx }) => ({ data: await readPositions(ctx.services) })),
  trades: anyStaff
    .input(positionTradesInput)
    .output(positionTrades)
    .query(({ ctx, input }) => listTradeRecords(ctx.services, input)),
  recordTrade: recordVenueTrade,
  setLimits: setPositionLimits,
});
