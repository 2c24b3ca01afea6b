import { bankAccount } from "@wattle/contracts/bank-accounts";
import { listBankAccounts } from "@wattle/db/bank-accounts";
import { z } from "zod";
import { router, verified } from "../procedures.ts";
import { bankAccountOfRow } from "./bank-account-of-row.ts";

export const bankAccountsRouter = router({
  list: verified.output(z.array(bankAccount)).query(async ({ ctx }) => {
    const rows = await listBankAccounts(ctx.services.database.read, ctx.user.id);
    return rows.map((row) => bankAccountOfRow(row, ctx.services.clock.now()));
  }),
});
