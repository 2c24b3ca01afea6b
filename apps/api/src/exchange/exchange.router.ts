import { exchangeFee, exchangeInput, idempotencyKey } from "@wattle/contracts/exchange";
import { transaction } from "@wattle/contracts/history";
import { z } from "zod";
import { listFees } from "../markets/list-currencies.ts";
import { guest, router, verified } from "../procedures.ts";
import { executeExchange } from "./execute-exchange.ts";

export const exchangeRouter = router({
  fees: guest
    .meta({ token: "any" })
    .output(z.array(exchangeFee))
    .query(({ ctx }) => listFees(ctx.services, ctx.user)),
  execute: verified
    .meta({
      token: "trade",
      errors: [
        "quote_invalid",
        "quote_expired",
        "quote_used",
        "debit_mismatch",
        "amount_below_minimum",
        "amount_above_maximum",
        "insufficient_funds",
        "idempotency_conflict",
        "account_under_review",
        "paused",
      ],
    })
    .input(exchangeInput.safeExtend({ idempotency_key: idempotencyKey.optional() }))
    .output(transaction)
    .mutation(({ ctx, input: { idempotency_key, ...input } }) =>
      executeExchange(ctx.services, ctx.user, input, idempotency_key),
    ),
});
