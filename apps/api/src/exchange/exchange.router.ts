import { exchangeFee, exchangeInput, keyed } from "@wattle/contracts/exchange";
import { transaction } from "@wattle/contracts/history";
import { z } from "zod";
import { listFees } from "../markets/list-currencies.ts";
import { guest, router, verified } from "../procedures.ts";
import { executeExchange } from "./execute-exchange.ts";
import { markedIfReplayed } from "../transactions/claim-answer.ts";

export const exchangeRouter = router({
  fees: guest
    .meta({ token: "any" })
    .output(z.array(exchangeFee))
    .query(({ ctx }) => listFees(ctx.services, ctx.user)),
  execute: verified
    .meta({
      token: "trade",
      errors: [
        "tax_residence_required",
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
    .input(exchangeInput.safeExtend(keyed))
    .output(transaction)
    .mutation(async ({ ctx, input: { idempotency_key, ...input } }) =>
      markedIfReplayed(ctx, await executeExchange(ctx.services, ctx.user, input, idempotency_key)),
    ),
});
