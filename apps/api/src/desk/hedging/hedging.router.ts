import {
  hedgingProfit,
  hedgingProfitInput,
  hedgingStatus,
  venueOrders,
  venueOrdersInput,
} from "@wattle/contracts/hedging";
import { router, staff } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { bookVenueFee } from "./book-fee.ts";
import { cancelOrder, placeOrder, resolveOrder } from "./order-acts.ts";
import { readVenueOrders } from "./order-record.ts";
import { readProfit } from "./read-profit.ts";
import { readHedgingStatus } from "./read-status.ts";
import { setPolicy } from "./set-policy.ts";

export const hedgingDeskRouter = router({
  status: staff("finance")
    .output(hedgingStatus)
    .query(({ ctx }) => readHedgingStatus(ctx.services)),
  orders: staff("finance")
    .input(venueOrdersInput)
    .output(venueOrders)
    .query(({ ctx, input }) => readVenueOrders(ctx.services, input)),
  profit: staff("finance")
    .input(hedgingProfitInput)
    .output(hedgingProfit)
    .query(({ ctx, input }) => readProfit(ctx.services, input)),
  setPolicy: reviewed(setPolicy),
  place: reviewed(placeOrder),
  cancel: cancelOrder,
  resolve: reviewed(resolveOrder),
  bookFee: reviewed(bookVenueFee),
});
