import { balances } from "@wattle/contracts/accounts";
import { router, customer } from "../procedures.ts";
import { readBalances } from "./read-balances.ts";

export const balancesRouter = router({
  get: customer
    .meta({ token: "read" })
    .output(balances)
    .query(({ ctx }) => readBalances(ctx.services, ctx.user)),
});
