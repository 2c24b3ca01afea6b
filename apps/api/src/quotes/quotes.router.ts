import { heldRate, rateRequest, serverTime } from "@wattle/contracts/quotes";
import { z } from "zod";
import { isoTime } from "../clock.ts";
import { guest, router } from "../procedures.ts";
import { issueQuote } from "./issue-quote.ts";

export const quotesRouter = router({
  getRate: guest
    .meta({ token: "any", errors: ["currency_inactive", "pair_unsupported", "rate_unavailable", "paused"] })
    .input(rateRequest)
    .output(heldRate)
    .mutation(({ ctx, input }) => issueQuote(ctx.services, ctx.user, input)),
  serverTime: guest
    .meta({ token: "any" })
    .output(serverTime)
    .query(({ ctx }) => ({ now: isoTime(ctx.services.clock.now()) })),
  jwks: guest
    .meta({ token: "any" })
    .output(z.object({ keys: z.array(z.record(z.string(), z.string())).readonly() }))
    .query(async ({ ctx }) => {
      const { signingKeys } = ctx.services;
      // A key that another process has just begun to sign with is here before anyone can have a quote of it.
      await signingKeys.refreshNow();
      return { keys: signingKeys.jwks.keys.map((key) => ({ ...key })) };
    }),
});
