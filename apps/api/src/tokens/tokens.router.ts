import { DomainError } from "@wattle/contracts/errors";
import { id } from "@wattle/contracts/ids";
import { createdToken, tokenInput, tokenItem } from "@wattle/contracts/tokens";
import { listPersonalTokens, revokePersonalToken } from "@wattle/db/tokens";
import { z } from "zod";
import { confirmed, router, verified } from "../procedures.ts";
import { createToken, tokenItemOf } from "./create-token.ts";

/** Personal API tokens. Nothing here may be called with a token: one token does not make another. */
export const tokensRouter = router({
  list: verified
    .meta({ token: "none" })
    .output(z.array(tokenItem))
    .query(async ({ ctx }) => {
      const rows = await listPersonalTokens(ctx.services.database.read, ctx.user.id);
      return rows.map(tokenItemOf);
    }),
  create: confirmed.verified
    .meta({ token: "none" })
    .input(tokenInput)
    .output(createdToken)
    .mutation(({ ctx, input }) => createToken(ctx, ctx.user, input)),
  revoke: verified
    .meta({ token: "none", errors: ["not_found"] })
    .input(z.object({ id }))
    .mutation(async ({ ctx, input }) => {
      const { clock, database, securityLog } = ctx.services;
      const at = BigInt(clock.now());
      const revoked = await database.write((tx) => revokePersonalToken(tx, ctx.user.id, input.id, at));
      if (!revoked) throw new DomainError("not_found");
      securityLog.note(ctx, "token-revoked", { account: ctx.user.id }, { token: input.id });
    }),
});
