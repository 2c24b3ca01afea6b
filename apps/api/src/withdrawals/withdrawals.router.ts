import { keyed } from "@wattle/contracts/exchange";
import { transaction } from "@wattle/contracts/history";
import { emailWhenFreeInput, withdrawalInput, withdrawalState } from "@wattle/contracts/withdrawals";
import { confirmed, may, router } from "../procedures.ts";
import { emailWhenFree } from "./hold-mails.ts";
import { readWithdrawalState } from "./read-withdrawal-state.ts";
import { requestCoinWithdrawal, requireCoinsOut } from "./request-coin-withdrawal.ts";
import { requestWithdrawal } from "./request-withdrawal.ts";
import { markedIfReplayed } from "../transactions/claim-answer.ts";

export const withdrawalsRouter = router({
  request: confirmed
    .may("withdraw-money")
    .meta({
      token: "withdraw",
      errors: [
        "coins_sending_off",
        "payee_on_hold",
        "currency_inactive",
        "pair_unsupported",
        "debit_mismatch",
        "amount_below_minimum",
        "bank_account_on_hold",
        "withdrawals_on_hold",
        "insufficient_funds",
        "idempotency_conflict",
        "account_under_review",
        "paused",
      ],
    })
    .use(async ({ ctx, getRawInput, next }) => {
      await requireCoinsOut(ctx.services, await getRawInput());
      return next();
    })
    .input(withdrawalInput.safeExtend(keyed))
    .output(transaction)
    .mutation(async ({ ctx, input: { idempotency_key, bank_account_id, coin_payee_id, ...input } }) => {
      const answer =
        coin_payee_id == null
          ? await requestWithdrawal(
              ctx.services,
              ctx.user,
              { ...input, bank_account_id: bank_account_id ?? "" },
              idempotency_key,
            )
          : await requestCoinWithdrawal(ctx.services, ctx.user, { ...input, coin_payee_id }, idempotency_key);
      return markedIfReplayed(ctx, answer);
    }),
  /** Obstacles to a withdrawal, and the amounts set aside for those under way. */
  state: may("withdraw-money")
    .meta({ token: "read" })
    .output(withdrawalState)
    .query(({ ctx }) => readWithdrawalState(ctx.services, ctx.user.id)),
  /** An email for when money can be withdrawn to a bank account. */
  emailWhenFree: may("withdraw-money")
    .meta({ token: "none", errors: ["not_found", "state_conflict"] })
    .input(emailWhenFreeInput)
    .output(withdrawalState)
    .mutation(({ ctx, input }) => emailWhenFree(ctx.services, ctx.user.id, input.bank_account_id)),
});
