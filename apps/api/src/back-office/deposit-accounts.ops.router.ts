import { depositAccount } from "@wattle/contracts/deposit-accounts";
import { listSystemBankAccounts } from "@wattle/db/system-bank-accounts";
import { z } from "zod";
import { router, staff } from "../procedures.ts";
import { reviewed } from "./approvals/reviewed-act.ts";
import { closeDepositAccount, depositAccountOfRow, setDepositAccount } from "./deposit-accounts.ts";

export const depositAccountsOpsRouter = router({
  list: staff
    .output(z.array(depositAccount))
    .query(async ({ ctx }) =>
      (await listSystemBankAccounts(ctx.services.database.read, { closed: true })).map(depositAccountOfRow),
    ),
  set: reviewed(setDepositAccount),
  close: reviewed(closeDepositAccount),
});
