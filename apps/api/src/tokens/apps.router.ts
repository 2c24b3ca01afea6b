import {
  allowedApp,
  allowInput,
  appInput,
  appItem,
  appRequest,
  askedOfCustomer,
  codeExchange,
  grantedToken,
} from "@wattle/contracts/apps";
import { id } from "@wattle/contracts/ids";
import { listApps } from "@wattle/db/apps";
import { z } from "zod";
import { confirmed, guestOrBlocked, router, verified } from "../procedures.ts";
import { allowApp, askCustomer } from "./allow-app.ts";
import { exchangeCode } from "./exchange-code.ts";
import { appItemOf, registerApp, removeApp } from "./register-app.ts";

/** Apps of developers, and the customers' tokens that they get by the authorize page. */
export const appsRouter = router({
  list: verified
    .meta({ token: "none" })
    .output(z.array(appItem))
    .query(async ({ ctx }) => (await listApps(ctx.services.database.read, ctx.user.id)).map(appItemOf)),
  register: confirmed.verified
    .meta({ token: "none" })
    .input(appInput)
    .output(appItem)
    .mutation(({ ctx, input }) => registerApp(ctx, ctx.user, input)),
  remove: verified
    .meta({ token: "none", errors: ["not_found"] })
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => removeApp(ctx, ctx.user, input.id)),
  ask: verified
    .meta({ token: "none" })
    .input(appRequest)
    .output(askedOfCustomer)
    .query(({ ctx, input }) => askCustomer(ctx, ctx.user, input)),
  allow: confirmed.verified
    .meta({ token: "none", errors: ["state_conflict"] })
    .input(allowInput)
    .output(allowedApp)
    .mutation(({ ctx, input }) => allowApp(ctx, ctx.user, input)),
  /** Needs no session: the code and its verifier are the proof. */
  exchange: guestOrBlocked
    .meta({ token: "any", errors: ["invalid_client", "invalid_grant", "unsupported_grant_type"] })
    .input(codeExchange)
    .output(grantedToken)
    .mutation(({ ctx, input }) => exchangeCode(ctx, input)),
});
