import { exchangeFee, exchangeInput, idempotencyKey } from "@wattle/contracts/exchange";
import { transaction } from "@wattle/contracts/history";
import { z } from "zod";
import { listFees } from "../currencies/list-currencies.ts";
import { guest, router, verified } from "../procedures.ts";
import { executeExchange } from "./execute-exchange.ts";

export const exchangeRouter = router({
  fees: guest.output(z.array(exchangeFee)).query(({ ctx }) => listFees(ctx.services, ctx.user)),
  execute: verified
    .input(exchangeInput.safeExtend({ idempotency_key: idempotencyKey.optional() }))
    .output(transaction)
    .mutation(({ ctx, input: { idempotency_key, ...input } }) =>
      executeExchange(ctx.services, ctx.user, input, idempotency_key),
    ),
});
