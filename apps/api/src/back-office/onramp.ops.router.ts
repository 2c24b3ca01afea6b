import { metaOf } from "@wattle/contracts/paging";
import {
  onrampOrderFile,
  onrampOrdersInput,
  onrampOrdersPage,
  resolveOnrampInput,
} from "@wattle/contracts/onramp";
import { listOnrampOrders } from "@wattle/db/onramp";
import { orderFileOfRow } from "../onramp/order-of-row.ts";
import { resolveOrder } from "../onramp/resolve-order.ts";
import { router, staff } from "../procedures.ts";

export const onrampOpsRouter = router({
  list: staff
    .input(onrampOrdersInput)
    .output(onrampOrdersPage)
    .query(async ({ ctx, input: { status, page, per_page: perPage } }) => {
      const { rows, total } = await listOnrampOrders(ctx.services.database.read, { status, page, perPage });
      return { data: rows.map(orderFileOfRow), meta: metaOf(page, perPage, total) };
    }),
  /** Ends a review: credits what has really arrived, or closes the order. */
  resolve: staff
    .meta({ errors: ["not_found", "state_conflict"] })
    .input(resolveOnrampInput)
    .output(onrampOrderFile)
    .mutation(({ ctx, input }) => resolveOrder(ctx.services, ctx.user, input)),
});
