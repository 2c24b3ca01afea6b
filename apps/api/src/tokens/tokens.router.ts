import { DomainError } from "@wattle/contracts/errors";
import { id } from "@wattle/contracts/ids";
import { tokenRequests, tokenRequestsInput } from "@wattle/contracts/token-requests";
import { createdToken, currentToken, tokenInput, tokenItem } from "@wattle/contracts/tokens";
import { findToken, listPersonalTokens, revokePersonalToken } from "@wattle/db/tokens";
import { z } from "zod";
import { confirmed, router, signedInOrBlocked, verified } from "../procedures.ts";
import { createToken, currentTokenOf, tokenItemOf } from "./create-token.ts";
import { readTokenRequests } from "./token-requests.ts";

/** Personal API tokens. A token may ask what it is and what it did, and nothing else here: one token does not make another. */
export const tokensRouter = router({
  list: verified
    .meta({ token: "none" })
    .output(z.array(tokenItem))
    .query(async ({ ctx }) => {
      const rows = await listPersonalTokens(ctx.services.database.read, ctx.user.id);
      return rows.map(tokenItemOf);
    }),
  /** Rights of the caller's own token. A session has none. */
  current: signedInOrBlocked
    .meta({ token: "any", errors: ["not_found"] })
    .output(currentToken)
    .query(async ({ ctx }) => {
      const row = ctx.token && (await findToken(ctx.services.database.read, ctx.token.id));
      if (row == null) throw new DomainError("not_found");
      return currentTokenOf(row);
    }),
  requests: verified
    .meta({ token: "any", errors: ["not_found"] })
    .input(tokenRequestsInput)
    .output(tokenRequests)
    .query(({ ctx, input }) => readTokenRequests(ctx, ctx.user.id, input)),
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
