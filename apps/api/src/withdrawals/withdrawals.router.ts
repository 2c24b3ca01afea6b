import { keyed } from "@wattle/contracts/exchange";
import { transaction } from "@wattle/contracts/history";
import { emailWhenFreeInput, withdrawalInput, withdrawalState } from "@wattle/contracts/withdrawals";
import { confirmed, may, router } from "../procedures.ts";
import { emailWhenFree } from "./hold-mails.ts";
import { readWithdrawalState } from "./read-withdrawal-state.ts";
import { requestWithdrawal } from "./request-withdrawal.ts";
import { markedIfReplayed } from "../transactions/claim-answer.ts";

export const withdrawalsRouter = router({
  request: confirmed
    .may("withdraw-money")
    .meta({
      token: "withdraw",
      errors: [
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
    .input(withdrawalInput.safeExtend(keyed))
    .output(transaction)
    .mutation(async ({ ctx, input: { idempotency_key, ...input } }) =>
      markedIfReplayed(ctx, await requestWithdrawal(ctx.services, ctx.user, input, idempotency_key)),
    ),
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
