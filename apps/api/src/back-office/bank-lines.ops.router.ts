import {
  bankLinesImported,
  bankLinesInput,
  bankLinesPage,
  importBankLinesInput,
} from "@wattle/contracts/bank-lines";
import { importBankLines } from "../bank-lines/import-bank-lines.ts";
import { listBankLines } from "../bank-lines/list-bank-lines.ts";
import { router, staff } from "../procedures.ts";
import { alone } from "./approvals/reviewed-act.ts";

export const bankLinesOpsRouter = router({
  /** Books what a statement says; it credits no one. */
  import: alone(
    staff
      .meta({ errors: ["not_found", "payload_too_large"] })
      .input(importBankLinesInput)
      .output(bankLinesImported)
      .mutation(({ ctx, input }) => importBankLines(ctx.services, ctx.user, input)),
  ),
  list: staff
    .input(bankLinesInput)
    .output(bankLinesPage)
    .query(({ ctx, input }) => listBankLines(ctx.services, input)),
});
