import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { DomainError } from "@wattle/contracts/errors";
import { id } from "@wattle/contracts/ids";
import { onrampOffer, onrampOrder, startedOnramp, startOnrampInput } from "@wattle/contracts/onramp";
import { findOwnOnrampOrder, listOwnOnrampOrders } from "@wattle/db/onramp";
import { z } from "zod";
import { guest, may, router, verified } from "../procedures.ts";
import { orderOfRow } from "./order-of-row.ts";
import { readOffer, startOrder } from "./start-order.ts";

const RECENT = 5;
const START_ERRORS = [
  "currency_inactive",
  "amount_below_minimum",
  "amount_above_maximum",
  "rate_unavailable",
  "paused",
] as const;

export const onrampRouter = router({
  /** Coins that can be bought, and from whom. */
  offer: guest
    .meta({ token: "none" })
    .output(onrampOffer)
    .query(({ ctx }) => readOffer(ctx.services, ctx.user)),
  start: may("deposit-money")
    .meta({ token: "none", errors: [...START_ERRORS, "account_under_review", "tax_residence_required"] })
    .input(startOnrampInput)
    .output(startedOnramp)
    .mutation(({ ctx, input }) => startOrder(ctx.services, ctx.user, input, "/dashboard/deposit-money/card")),
  get: verified
    .meta({ token: "none", errors: ["not_found"] })
    .input(z.object({ id }))
    .output(onrampOrder)
    .query(async ({ ctx, input }) => {
      const row = await findOwnOnrampOrder(ctx.services.database.read, ctx.user.id, input.id);
      if (row === undefined) throw new DomainError("not_found");
      return orderOfRow(row);
    }),
  /** The newest of the customer's own orders. */
  recent: verified
    .meta({ token: "none" })
    .output(z.array(onrampOrder))
    .query(async ({ ctx }) =>
      (await listOwnOnrampOrders(ctx.services.database.read, ctx.user.id, RECENT)).map(orderOfRow),
    ),
  /** An order of the public test page, which credits no one. Only the sandbox takes one. */
  startTest: guest
    .meta({ token: "none", errors: START_ERRORS })
    .input(startOnrampInput)
    .output(startedOnramp)
    .mutation(({ ctx, input }) => {
      if (ctx.services.onramp.provider?.name !== "sandbox") {
        throw new DomainError("service_unavailable", { message: OWN_MESSAGES.cardSignedOut });
      }
      return startOrder(ctx.services, null, input, "/transak-test");
    }),
  getTest: guest
    .meta({ token: "none", errors: ["not_found"] })
    .input(z.object({ id }))
    .output(onrampOrder)
    .query(async ({ ctx, input }) => {
      const row = await findOwnOnrampOrder(ctx.services.database.read, null, input.id);
      if (row === undefined) throw new DomainError("not_found");
      return orderOfRow(row);
    }),
});
