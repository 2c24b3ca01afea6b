import { systemBankAccount } from "@wattle/contracts/bank-accounts";
import { listSystemBankAccounts } from "@wattle/db/system-bank-accounts";
import { z } from "zod";
import { mayUse } from "../currencies/list-currencies.ts";
import { router, verified } from "../procedures.ts";

export const depositsRouter = router({
  /** The operator's accounts to pay to, for the customer's own fiat currencies. */
  systemBankAccounts: verified
    .meta({ token: "read" })
    .output(z.array(systemBankAccount))
    .query(async ({ ctx }) => {
      const rows = await listSystemBankAccounts(ctx.services.database.read);
      return z.array(systemBankAccount).parse(rows.filter((row) => mayUse(ctx.user, row.currency)));
    }),
});
