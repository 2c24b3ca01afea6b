import {
  bankLine,
  bankLineInput,
  bankLinesImported,
  bankLinesInput,
  bankLinesPage,
  importBankLinesInput,
  keptStatementColumns,
  readHeadInput,
  statementHead,
  statementColumnsInput,
} from "@wattle/contracts/bank-lines";
import { importBankLines } from "../../bank-lines/import-bank-lines.ts";
import { listBankLines, readBankLine } from "../../bank-lines/list-bank-lines.ts";
import { readStatementHead } from "../../bank-lines/read-statement-head.ts";
import { columnsOf } from "../../bank-lines/statement-columns.ts";
import { anyStaff, confirmed, router, staff } from "../../procedures.ts";
import { byHand, reviewed } from "../approvals/reviewed-act.ts";
import { creditBankLine } from "./credit-bank-line.ts";
import { markOwnMoney } from "./mark-own-money.ts";
import { returnBankLine } from "./return-bank-line.ts";
import { setStatementColumns } from "./set-statement-columns.ts";
import { settlePayoutLine } from "./settle-payout-line.ts";

export const bankLinesDeskRouter = router({
  /**
   * Books the lines of a statement. Clear matches may be credited automatically, so a thief of an open session must not
   * do it.
   */
  import: byHand(
    confirmed
      .staff("finance")
      .meta({ errors: ["not_found", "payload_too_large", "state_conflict"] })
      .input(importBankLinesInput)
      .output(bankLinesImported)
      .mutation(({ ctx, input }) => {
        const file = { ...input, content: ctx.content ?? input.content };
        return importBankLines(ctx.services, ctx.user, file, ctx.progress);
      }),
  ),
  list: anyStaff
    .input(bankLinesInput)
    .output(bankLinesPage)
    .query(({ ctx, input }) => listBankLines(ctx.services, input)),
  get: anyStaff
    .meta({ errors: ["not_found"] })
    .input(bankLineInput)
    .output(bankLine)
    .query(({ ctx, input }) => readBankLine(ctx.services, input.id)),
  /** Columns of an account's CSV files, if their format is unknown. */
  columns: anyStaff
    .input(statementColumnsInput)
    .output(keptStatementColumns)
    .query(async ({ ctx, input }) => ({
      columns: await columnsOf(ctx.services.database.read, input.deposit_account_id),
    })),
  setColumns: setStatementColumns,
  /** Reads, and is a mutation all the same: a payer's name belongs into no address. */
  readHead: byHand(
    staff("finance")
      .meta({ errors: ["not_found"] })
      .input(readHeadInput)
      .output(statementHead)
      .mutation(({ ctx, input }) => readStatementHead(ctx.services, input)),
  ),
  credit: reviewed(creditBankLine),
  /** Gives the money back, or settles what went out as given back. */
  return: reviewed(returnBankLine),
  payout: settlePayoutLine,
  ownMoney: reviewed(markOwnMoney),
});
