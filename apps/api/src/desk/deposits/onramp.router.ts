import { DomainError } from "@wattle/contracts/errors";
import { countedMetaOf } from "../counted-meta.ts";
import {
  onrampOrderFile,
  onrampOrderInput,
  onrampOrdersInput,
  onrampOrdersPage,
} from "@wattle/contracts/onramp";
import { findOnrampOrder, listOnrampOrders } from "@wattle/db/onramp";
import { orderFileOfRow } from "../../onramp/order-of-row.ts";
import { anyStaff, router } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { resolveOrder } from "./resolve-order.ts";

export const onrampDeskRouter = router({
  list: anyStaff
    .input(onrampOrdersInput)
    .output(onrampOrdersPage)
    .query(async ({ ctx, input: { status, page, per_page: perPage } }) => {
      const { rows, total } = await listOnrampOrders(ctx.services.database.standby, {
        status,
        page,
        perPage,
      });
      return { data: rows.map(orderFileOfRow), meta: countedMetaOf(page, perPage, total) };
    }),
  find: anyStaff
    .input(onrampOrderInput)
    .output(onrampOrderFile)
    .meta({ errors: ["not_found"] })
    .query(async ({ ctx, input }) => {
      const row = await findOnrampOrder(ctx.services.database.read, input.id);
      if (row === undefined) throw new DomainError("not_found");
      return orderFileOfRow(row);
    }),
  /** Ends a review: credits what has really arrived, or closes the order. */
  resolve: reviewed(resolveOrder),
});
