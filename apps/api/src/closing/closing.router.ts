import { closedAccount, closingPlan } from "@wattle/contracts/closing";
import { confirmed, customer, router } from "../procedures.ts";
import { closeOwnAccount, planClosing } from "./close-account.ts";

export const closingRouter = router({
  /** Effects of closing the account, and the obstacles that have to be settled first. */
  plan: customer
    .meta({ token: "none" })
    .output(closingPlan)
    .query(({ ctx }) => planClosing(ctx.services.database.read, ctx.services, ctx.user.id, "the customer")),
  /** Closes the account for good. */
  close: confirmed.customer
    .meta({ token: "none", errors: ["not_found", "state_conflict", "account_under_review"] })
    .output(closedAccount)
    .mutation(async ({ ctx }) => {
      const closed = await closeOwnAccount(ctx.services, ctx.user);
      ctx.services.securityLog.note(ctx, "account-closed", { account: closed.id });
      return closed;
    }),
});
