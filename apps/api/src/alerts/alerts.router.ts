import { alertInput, priceAlert, priceAlerts } from "@wattle/contracts/alerts";
import { id } from "@wattle/contracts/ids";
import { z } from "zod";
import { router, verified } from "../procedures.ts";
import { createAlert, listAlerts, removeAlert } from "./keep-alerts.ts";

/** Price alerts. They move no money, so they ask for no confirmation. */
export const alertsRouter = router({
  list: verified
    .meta({ token: "none" })
    .output(priceAlerts)
    .query(({ ctx }) => listAlerts(ctx.services, ctx.user)),
  create: verified
    .meta({ token: "none", errors: ["currency_inactive", "pair_unsupported"] })
    .input(alertInput)
    .output(priceAlert)
    .mutation(({ ctx, input }) => createAlert(ctx.services, ctx.user, input)),
  remove: verified
    .meta({ token: "none", errors: ["not_found"] })
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => removeAlert(ctx.services, ctx.user, input.id)),
});
