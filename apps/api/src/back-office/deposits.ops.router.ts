import {
  bankTransaction,
  bankTransactionsInput,
  bankTransactionsPage,
  confirmDepositInput,
  expireDepositInput,
  referenceInput,
  returnDepositInput,
} from "@wattle/contracts/bank-operations";
import { metaOf } from "@wattle/contracts/paging";
import { listBankTransactions } from "@wattle/db/bank-transactions";
import { confirmDeposit, expireDeposit, returnDeposit } from "../deposits/settle-deposit.ts";
import { router, staff } from "../procedures.ts";
import { bankTransactionSummaryOf, readBankTransaction } from "./bank-transactions.ts";

export const depositsOpsRouter = router({
  list: staff
    .input(bankTransactionsInput)
    .output(bankTransactionsPage)
    .query(async ({ ctx, input: { page, per_page: perPage, customer, newest_first, status } }) => {
      const { rows, total } = await listBankTransactions(ctx.services.database.read, {
        type: "deposit",
        status,
        userId: customer,
        newestFirst: newest_first,
        page,
        perPage,
      });
      return {
        data: rows.map((row) => bankTransactionSummaryOf(ctx.services.vault, row)),
        meta: metaOf(page, perPage, total),
      };
    }),
  find: staff
    .meta({ errors: ["not_found"] })
    .input(referenceInput)
    .output(bankTransaction)
    .query(({ ctx, input }) => readBankTransaction(ctx.services, "deposit", input.reference)),
  /** Credits what really came, once. */
  confirm: staff
    .meta({ errors: ["amount_above_maximum", "not_found", "state_conflict"] })
    .input(confirmDepositInput)
    .output(bankTransaction)
    .mutation(async ({ ctx, input }) =>
      readBankTransaction(ctx.services, "deposit", await confirmDeposit(ctx.services, ctx.user, input)),
    ),
  /** Sends the money back to where it came from. */
  return: staff
    .meta({ errors: ["not_found", "state_conflict", "insufficient_funds"] })
    .input(returnDepositInput)
    .output(bankTransaction)
    .mutation(async ({ ctx, input }) =>
      readBankTransaction(ctx.services, "deposit", await returnDeposit(ctx.services, ctx.user, input)),
    ),
  expire: staff
    .meta({ errors: ["not_found", "state_conflict"] })
    .input(expireDepositInput)
    .output(bankTransaction)
    .mutation(async ({ ctx, input }) =>
      readBankTransaction(ctx.services, "deposit", await expireDeposit(ctx.services, ctx.user, input)),
    ),
});
