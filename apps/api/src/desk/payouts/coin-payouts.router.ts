import { coinPayout, coinPayoutInput, coinPayouts, coinPayoutsInput } from "@wattle/contracts/coin-payouts";
import { router, staff } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { createCoinMove } from "./coin-moves.ts";
import { createCoinPayout, releaseCoinPayout, removeFromCoinPayout } from "./coin-payouts.ts";
import { coinPayoutOf, readCoinPayouts } from "./read-coin-payouts.ts";
import { bumpCoinPayout, cancelCoinPayout } from "./replace-coin-payouts.ts";
import { importCoinPayout, takeCoinPayoutFile } from "./sign-coin-payouts.ts";

export const coinPayoutsDeskRouter = router({
  list: staff("finance")
    .input(coinPayoutsInput)
    .output(coinPayouts)
    .query(({ ctx, input }) => readCoinPayouts(ctx.services, input)),
  get: staff("finance")
    .meta({ errors: ["not_found"] })
    .input(coinPayoutInput)
    .output(coinPayout)
    .query(({ ctx, input }) => coinPayoutOf(ctx.services.database.read, ctx.services, input.id)),
  create: createCoinPayout,
  remove: removeFromCoinPayout,
  /** Allows it to be signed. */
  release: reviewed(releaseCoinPayout),
  /** The file for the signer. */
  file: takeCoinPayoutFile,
  /** The signed file. */
  import: importCoinPayout,
  /** The same payments at a higher fee. */
  bump: reviewed(bumpCoinPayout),
  cancel: reviewed(cancelCoinPayout),
});

export const coinMovesDeskRouter = router({ create: createCoinMove });
