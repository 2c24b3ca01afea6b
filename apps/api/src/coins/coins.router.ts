import { coinSending, setSendingInput } from "@wattle/contracts/coin-sending";
import { confirmed, identitySent, router } from "../procedures.ts";
import { readSending, setSending } from "./sending.ts";

export const coinsRouter = router({
  sending: identitySent
    .meta({ token: "none" })
    .output(coinSending)
    .query(({ ctx }) => readSending(ctx.services, ctx.user.id)),
  setSending: confirmed.identitySent
    .meta({ token: "none" })
    .input(setSendingInput)
    .output(coinSending)
    .mutation(({ ctx, input }) => setSending(ctx, ctx.user.id, input.on)),
});
