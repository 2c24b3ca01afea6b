import {
  bankTransaction,
  bankTransactionsInput,
  bankTransactionsPage,
  referenceInput,
} from "@wattle/contracts/bank-operations";
import { anyStaff, router } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import type { Services } from "../../services.ts";
import { expireDeposit } from "./expire-deposit.ts";
import { confirmDeposit } from "./confirm-deposit.ts";
import { returnDeposit } from "./return-deposit.ts";
import { writeAboutDeposit } from "./write-about-deposit.ts";
import { readBankTransaction, readBankTransactionsPage } from "../transactions/bank-transactions.ts";

const recordOf = ({ database, vault }: Pick<Services, "database" | "vault">, reference: string) =>
  readBankTransaction(database.read, vault, "deposit", reference);

export const depositsDeskRouter = router({
  list: anyStaff
    .input(bankTransactionsInput)
    .output(bankTransactionsPage)
    .query(({ ctx, input }) => readBankTransactionsPage(ctx.services, "deposit", input)),
  find: anyStaff
    .meta({ errors: ["not_found"] })
    .input(referenceInput)
    .output(bankTransaction)
    .query(({ ctx, input }) => recordOf(ctx.services, input.reference)),
  /** Credits what really came, once. */
  confirm: reviewed(confirmDeposit),
  /** Sends the money back to where it came from. */
  return: reviewed(returnDeposit),
  expire: expireDeposit,
  write: writeAboutDeposit,
});
