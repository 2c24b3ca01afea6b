import {
  createdPayout,
  createPayoutInput,
  payout,
  payoutFile,
  payoutInput,
  payoutRowInput,
  payouts,
  payoutsInput,
} from "@wattle/contracts/payouts";
import { router, staff } from "../procedures.ts";
import { alone, reviewed } from "./approvals/reviewed-act.ts";
import { takePayoutFile } from "./payout-file.ts";
import { listPayouts, readPayout } from "./read-payouts.ts";
import { cancelPayout, createPayout, releasePayout, removeFromPayout, sendPayout } from "./payouts.ts";

const changing = staff.meta({ errors: ["not_found", "state_conflict"] });

export const payoutsOpsRouter = router({
  list: staff
    .input(payoutsInput)
    .output(payouts)
    .query(({ ctx, input }) => listPayouts(ctx.services, input)),
  /** A batch with its withdrawals, and what to look at in each. */
  get: staff
    .meta({ errors: ["not_found"] })
    .input(payoutInput)
    .output(payout)
    .query(({ ctx, input }) => readPayout(ctx.services, input.id)),
  /** Takes the withdrawals of a currency that may be paid into a new batch. */
  create: alone(
    staff
      .meta({ errors: ["currency_inactive", "own_act"] })
      .input(createPayoutInput)
      .output(createdPayout)
      .mutation(({ ctx, input }) => createPayout(ctx.services, ctx.user, input)),
  ),
  /** Takes one withdrawal out: it can be paid by another batch, or cancelled. */
  remove: alone(
    changing
      .input(payoutRowInput)
      .output(payout)
      .mutation(({ ctx, input }) => removeFromPayout(ctx.services, ctx.user, input)),
  ),
  /** Allows it to be paid. */
  release: reviewed(releasePayout),
  /** What is given to the bank. */
  file: alone(
    staff
      .meta({ errors: ["customer_on_hold", "not_found", "state_conflict"] })
      .input(payoutInput)
      .output(payoutFile)
      .mutation(({ ctx, input }) => takePayoutFile(ctx.services, ctx.user, input.id)),
  ),
  /** Records that the bank has it: each customer's withdrawal is completed. */
  sent: alone(
    changing
      .input(payoutInput)
      .output(payout)
      .mutation(({ ctx, input }) => sendPayout(ctx.services, ctx.user, input.id)),
  ),
  /** Gives a batch up that was not released. */
  cancel: alone(
    changing
      .input(payoutInput)
      .output(payout)
      .mutation(({ ctx, input }) => cancelPayout(ctx.services, ctx.user, input.id)),
  ),
});
