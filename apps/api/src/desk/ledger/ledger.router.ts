import {
  accountMovementsInput,
  customerMovements,
  customerMovementsInput,
  ledgerAccounts,
  ledgerAccountsInput,
  ledgerCheck,
  ledgerEntryInput,
  ledgerEntryRecord,
  movements,
} from "@wattle/contracts/ledger";
import { anyStaff, router } from "../../procedures.ts";
import { adjustBalance } from "./adjust-balance.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { readAccountMovements, readCustomerMovements, readEntry } from "./read-entries.ts";
import { checkBooks, readLedgerAccounts } from "./read-ledger.ts";

export const ledgerDeskRouter = router({
  /** Every house account, and what customers own of each currency, as of any moment. */
  accounts: anyStaff
    .input(ledgerAccountsInput)
    .output(ledgerAccounts)
    .query(({ ctx, input }) => readLedgerAccounts(ctx.services, input.at)),
  /** One entry of the books. */
  entry: anyStaff
    .meta({ errors: ["not_found"] })
    .input(ledgerEntryInput)
    .output(ledgerEntryRecord)
    .query(({ ctx, input }) => readEntry(ctx.services, input.id)),
  /** Movements of a customer's accounts, newest first. */
  ofCustomer: anyStaff
    .meta({ errors: ["not_found"] })
    .input(customerMovementsInput)
    .output(customerMovements)
    .query(({ ctx, input }) => readCustomerMovements(ctx.services, input)),
  /** Movements of an account of the house, newest first. */
  ofAccount: anyStaff
    .input(accountMovementsInput)
    .output(movements)
    .query(({ ctx, input }) => readAccountMovements(ctx.services, input)),
  /** Recomputes every balance from the postings and compares. */
  check: anyStaff.output(ledgerCheck).query(({ ctx }) => checkBooks(ctx.services)),
  /** Credits or debits what a customer can spend, with a message that the customer may read. */
  adjust: reviewed(adjustBalance),
});
