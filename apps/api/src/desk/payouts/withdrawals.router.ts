import {
  bankTransaction,
  referenceInput,
  withdrawalsInput,
  withdrawalsPage,
  type WithdrawalsPage,
} from "@wattle/contracts/bank-operations";
import type { z } from "zod";
import { anyStaff, router } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { completeWithdrawal } from "./complete-withdrawal.ts";
import { paymentWarnings } from "./read-payouts.ts";
import { rejectWithdrawal } from "./reject-withdrawal.ts";
import { returnWithdrawal } from "./return-withdrawal.ts";
import type { Services } from "../../services.ts";
import { readBankTransaction, readBankTransactionsPage } from "../transactions/bank-transactions.ts";

const recordOf = ({ database, vault }: Pick<Services, "database" | "vault">, reference: string) =>
  readBankTransaction(database.read, vault, "withdraw", reference);

/** Withdrawals of all customers, each that is to be paid with what to look at before. */
async function listWithdrawals(
  services: Pick<Services, "config" | "database" | "vault" | "searchHashes" | "clock">,
  { held_back, ...input }: z.output<typeof withdrawalsInput>,
): Promise<WithdrawalsPage> {
  const status = held_back ? "requested" : input.status;
  const payable = status === "requested" ? !held_back : undefined;
  const page = await readBankTransactionsPage(services, "withdraw", { ...input, status }, payable);
  const waiting = page.data.flatMap(({ id, status: is, bank_account: account }) =>
    is === "requested" && account !== null ? [id] : [],
  );
  const warnings = await paymentWarnings(services.database.read, services, waiting);
  return { ...page, data: page.data.map((row) => ({ ...row, warnings: warnings.get(row.id) ?? [] })) };
}

export const withdrawalsDeskRouter = router({
  list: anyStaff
    .input(withdrawalsInput)
    .output(withdrawalsPage)
    .query(({ ctx, input }) => listWithdrawals(ctx.services, input)),
  find: anyStaff
    .meta({ errors: ["not_found"] })
    .input(referenceInput)
    .output(bankTransaction)
    .query(({ ctx, input }) => recordOf(ctx.services, input.reference)),
  /** Records that the bank has paid it out. */
  complete: reviewed(completeWithdrawal),
  /** The bank has sent the payment back: it is on the balance again, and the customer gets the message by mail. */
  return: reviewed(returnWithdrawal),
  /** Gives the money back to the customer, who gets the message by mail. */
  reject: rejectWithdrawal,
});
