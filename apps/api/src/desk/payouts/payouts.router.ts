import { payout, payoutInput, payouts, payoutsInput } from "@wattle/contracts/payouts";
import { anyStaff, router } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { takePayoutFile } from "./payout-file.ts";
import { listPayouts, readPayout } from "./read-payouts.ts";
import { cancelPayout, createPayout, releasePayout, removeFromPayout, sendPayout } from "./payouts.ts";

export const payoutsDeskRouter = router({
  list: anyStaff
    .input(payoutsInput)
    .output(payouts)
    .query(({ ctx, input }) => listPayouts(ctx.services, input)),
  /** A batch with its withdrawals, and what to look at in each. */
  get: anyStaff
    .meta({ errors: ["not_found"] })
    .input(payoutInput)
    .output(payout)
    .query(({ ctx, input }) => readPayout(ctx.services, input.id)),
  create: createPayout,
  remove: removeFromPayout,
  /** Allows it to be paid. */
  release: reviewed(releasePayout),
  /** The file for the bank. */
  file: takePayoutFile,
  sent: sendPayout,
  cancel: cancelPayout,
});
