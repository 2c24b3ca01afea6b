import {
  bankTransaction,
  bankTransactionsInput,
  bankTransactionsPage,
  expireDepositInput,
  referenceInput,
  returnDepositInput,
} from "@wattle/contracts/bank-operations";
import { metaOf } from "@wattle/contracts/paging";
import { listBankTransactions } from "@wattle/db/bank-transactions";
import { expireDeposit, returnDeposit } from "../deposits/settle-deposit.ts";
import { router, staff } from "../procedures.ts";
import { alone, reviewed } from "./approvals/reviewed-act.ts";
import type { Services } from "../services.ts";
import { confirmDeposit } from "./confirm-deposit.ts";
import { bankTransactionSummaryOf, readBankTransaction } from "./bank-transactions.ts";

const recordOf = ({ database, vault }: Pick<Services, "database" | "vault">, reference: string) =>
  readBankTransaction(database.read, vault, "deposit", reference);

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
    .query(({ ctx, input }) => recordOf(ctx.services, input.reference)),
  /** Credits what really came, once. */
  confirm: reviewed(confirmDeposit),
  /** Sends the money back to where it came from. */
  return: alone(
    staff
      .meta({ errors: ["not_found", "state_conflict", "insufficient_funds"] })
      .input(returnDepositInput)
      .output(bankTransaction)
      .mutation(async ({ ctx, input }) =>
        recordOf(ctx.services, await returnDeposit(ctx.services, ctx.user, input)),
      ),
  ),
  expire: alone(
    staff
      .meta({ errors: ["not_found", "state_conflict"] })
      .input(expireDepositInput)
      .output(bankTransaction)
      .mutation(async ({ ctx, input }) =>
        recordOf(ctx.services, await expireDeposit(ctx.services, ctx.user, input)),
      ),
  ),
});
