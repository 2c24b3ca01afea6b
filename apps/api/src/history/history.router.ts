import {
  historyInput,
  historyPage,
  historyWalk,
  historyWalkInput,
  transactionDetail,
} from "@wattle/contracts/history";
import { id } from "@wattle/contracts/ids";
import { z } from "zod";
import { router, verified } from "../procedures.ts";
import { cancelTransaction } from "./cancel-transaction.ts";
import { listHistory, walkHistory } from "./list-history.ts";
import { readTransactionDetail } from "../transactions/transaction-detail.ts";

export const historyRouter = router({
  list: verified
    .meta({ token: "read", costly: "page" })
    .input(historyInput)
    .output(historyPage)
    .query(({ ctx, input }) => listHistory(ctx.services, ctx.user.id, input)),
  /** All of it, piece by piece: what the CSV file is made from. */
  walk: verified
    .meta({ token: "read", costly: "file" })
    .input(historyWalkInput)
    .output(historyWalk)
    .query(({ ctx, input }) => walkHistory(ctx.services, ctx.user.id, input)),
  get: verified
    .meta({ token: "read", errors: ["not_found"] })
    .input(z.object({ id }))
    .output(transactionDetail)
    .query(({ ctx, input }) => readTransactionDetail(ctx.services, ctx.user.id, input.id)),
  cancel: verified
    .meta({ token: "trade", errors: ["not_found", "state_conflict"] })
    .input(z.object({ id }))
    .output(transactionDetail)
    .mutation(({ ctx, input }) => cancelTransaction(ctx.services, ctx.user.id, input.id)),
});
