import { depositAccount, depositAccountInput, depositAccountKey } from "@wattle/contracts/deposit-accounts";
import { listSystemBankAccounts } from "@wattle/db/system-bank-accounts";
import { z } from "zod";
import { router, staff } from "../procedures.ts";
import { closeDepositAccount, depositAccountOfRow, setDepositAccount } from "./deposit-accounts.ts";

export const depositAccountsOpsRouter = router({
  list: staff
    .output(z.array(depositAccount))
    .query(async ({ ctx }) =>
      (await listSystemBankAccounts(ctx.services.database.read, { closed: true })).map(depositAccountOfRow),
    ),
  set: staff
    .input(depositAccountInput)
    .output(depositAccount)
    .mutation(({ ctx, input }) => setDepositAccount(ctx.services, ctx.user, input)),
  close: staff
    .meta({ errors: ["not_found", "state_conflict"] })
    .input(depositAccountKey)
    .output(depositAccount)
    .mutation(({ ctx, input }) => closeDepositAccount(ctx.services, ctx.user, input)),
});
