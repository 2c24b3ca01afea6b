import { id } from "@wattle/contracts/ids";
import { receipt } from "@wattle/contracts/receipts";
import { z } from "zod";
import { router, verified } from "../procedures.ts";
import { readReceipt } from "./read-receipt.ts";

export const receiptsRouter = router({
  get: verified
    .meta({ token: "read", errors: ["not_found"] })
    .input(z.object({ id }))
    .output(receipt)
    .query(({ ctx, input }) => readReceipt(ctx.services, ctx.user.id, input.id)),
});
