import {
  bankTransaction,
  bankTransactionsPage,
  completeWithdrawalInput,
  referenceInput,
  rejectWithdrawalInput,
  withdrawalsInput,
} from "@wattle/contracts/bank-operations";
import { router, staff } from "../procedures.ts";
import { alone, reviewed } from "./approvals/reviewed-act.ts";
import { returnWithdrawal } from "./return-withdrawal.ts";
import { completeWithdrawal, rejectWithdrawal } from "../withdrawals/settle-withdrawal.ts";
import type { Services } from "../services.ts";
import { readBankTransaction, readBankTransactionsPage } from "./bank-transactions.ts";

const recordOf = ({ database, vault }: Pick<Services, "database" | "vault">, reference: string) =>
  readBankTransaction(database.read, vault, "withdraw", reference);

export const withdrawalsOpsRouter = router({
  list: staff
    .input(withdrawalsInput)
    .output(bankTransactionsPage)
    .query(({ ctx, input: { held_back, ...input } }) => {
      const status = held_back ? "requested" : input.status;
      const payable = status === "requested" ? !held_back : undefined;
      return readBankTransactionsPage(ctx.services, "withdraw", { ...input, status }, payable);
    }),
  find: staff
    .meta({ errors: ["not_found"] })
    .input(referenceInput)
    .output(bankTransaction)
    .query(({ ctx, input }) => recordOf(ctx.services, input.reference)),
  /** Records that the bank has paid it out. */
  complete: alone(
    staff
      .meta({ errors: ["customer_on_hold", "not_found", "state_conflict"] })
      .input(completeWithdrawalInput)
      .output(bankTransaction)
      .mutation(async ({ ctx, input }) =>
        recordOf(ctx.services, await completeWithdrawal(ctx.services, ctx.user, input)),
      ),
  ),
  /** The bank has sent the payment back: it is on the balance again, and the customer gets the message by mail. */
  return: reviewed(returnWithdrawal),
  /** Gives the money back to the customer, who gets the message by mail. */
  reject: alone(
    staff
      .meta({ errors: ["not_found", "state_conflict"] })
      .input(rejectWithdrawalInput)
      .output(bankTransaction)
      .mutation(async ({ ctx, input }) =>
        recordOf(ctx.services, await rejectWithdrawal(ctx.services, ctx.user, input)),
      ),
  ),
});
