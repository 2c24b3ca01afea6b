import { ledgerAccounts, ledgerAccountsInput, ledgerCheck } from "@wattle/contracts/ledger";
import { router, staff } from "../procedures.ts";
import { adjustBalance } from "./adjust-balance.ts";
import { reviewed } from "./approvals/reviewed-act.ts";
import { checkBooks, readLedgerAccounts } from "./read-ledger.ts";

export const ledgerOpsRouter = router({
  /** Every house account, and what customers own of each currency, as of any moment. */
  accounts: staff
    .input(ledgerAccountsInput)
    .output(ledgerAccounts)
    .query(({ ctx, input }) => readLedgerAccounts(ctx.services, input.at)),
  /** Recomputes every balance from the postings and compares. */
  check: staff.output(ledgerCheck).query(({ ctx }) => checkBooks(ctx.services)),
  /** Credits or debits what a customer can spend, with a message that the customer may read. */
  adjust: reviewed(adjustBalance),
});
