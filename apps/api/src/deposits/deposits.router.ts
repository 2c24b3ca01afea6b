import { systemBankAccount } from "@wattle/contracts/bank-accounts";
import { depositInput } from "@wattle/contracts/deposits";
import { keyed } from "@wattle/contracts/exchange";
import { transaction } from "@wattle/contracts/history";
import { listSystemBankAccounts } from "@wattle/db/system-bank-accounts";
import { z } from "zod";
import { offeredCurrency } from "@wattle/contracts/markets";
import { countryOf } from "../markets/list-currencies.ts";
import { may, router, verified } from "../procedures.ts";
import { announceDeposit } from "./announce-deposit.ts";
import { markedIfReplayed } from "../transactions/claim-answer.ts";

export const depositsRouter = router({
  /** The operator's accounts to pay to, for the customer's own fiat currencies. */
  systemBankAccounts: verified
    .meta({ token: "read" })
    .output(z.array(systemBankAccount))
    .query(async ({ ctx }) => {
      const rows = await listSystemBankAccounts(ctx.services.database.read);
      const markets = await ctx.services.markets();
      const isOffered = (code: string): boolean =>
        offeredCurrency(markets, code, countryOf(ctx.user)) !== undefined;
      return z.array(systemBankAccount).parse(rows.filter((row) => isOffered(row.currency)));
    }),
  announce: may("deposit-money")
    .meta({
      token: "trade",
      errors: [
        "currency_inactive",
        "pair_unsupported",
        "debit_mismatch",
        "amount_below_minimum",
        "amount_above_maximum",
        "idempotency_conflict",
        "account_under_review",
        "paused",
      ],
    })
    .input(depositInput.safeExtend(keyed))
    .output(transaction)
    .mutation(async ({ ctx, input: { idempotency_key, ...input } }) =>
      markedIfReplayed(ctx, await announceDeposit(ctx.services, ctx.user, input, idempotency_key)),
    ),
});
