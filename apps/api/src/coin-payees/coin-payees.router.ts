import { coinPayee, coinPayeeInput, coinPayeeProof } from "@wattle/contracts/coin-payees";
import { id } from "@wattle/contracts/ids";
import { z } from "zod";
import { confirmed, identitySent, router } from "../procedures.ts";
import { addCoinPayee, proveControl, readCoinPayees, removeCoinPayee } from "./own-coin-payees.ts";

/** A payee is on hold for a day, so that it may be added while the identity is still checked. */
export const coinPayeesRouter = router({
  list: identitySent
    .meta({ token: "read" })
    .output(z.array(coinPayee))
    .query(({ ctx }) => readCoinPayees(ctx.services, ctx.user.id)),
  add: confirmed.identitySent
    .meta({ token: "none", errors: ["currency_inactive", "address_invalid", "address_own"] })
    .input(coinPayeeInput)
    .output(coinPayee)
    .mutation(({ ctx, input }) => addCoinPayee(ctx, ctx.user, input)),
  prove: identitySent
    .meta({ token: "none", errors: ["not_found", "proof_invalid"] })
    .input(coinPayeeProof)
    .output(coinPayee)
    .mutation(({ ctx, input }) => proveControl(ctx, ctx.user, input)),
  remove: identitySent
    .meta({ token: "none", errors: ["not_found"] })
    .input(z.object({ id }))
    .output(z.void())
    .mutation(({ ctx, input }) => removeCoinPayee(ctx, ctx.user, input.id)),
});
