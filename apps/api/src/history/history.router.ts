import { historyInput, historyPage } from "@wattle/contracts/history";
import { router, verified } from "../procedures.ts";
import { listHistory } from "./list-history.ts";

export const historyRouter = router({
  list: verified
    .meta({ token: "read" })
    .input(historyInput)
    .output(historyPage)
    .query(({ ctx, input }) => listHistory(ctx.services, ctx.user.id, input)),
});
