import { referenceInput, transactionsInput, transactionsPage } from "@wattle/contracts/bank-operations";
import { transactionRecord } from "@wattle/contracts/transaction-record";
import { anyStaff, router } from "../../procedures.ts";
import { findTransactionRecord, readTransactions } from "./bank-transactions.ts";

export const transactionsDeskRouter = router({
  /** Any transaction by its reference: a deposit, withdrawal, exchange, adjustment or card payment. */
  find: anyStaff
    .meta({ errors: ["not_found"] })
    .input(referenceInput)
    .output(transactionRecord)
    .query(({ ctx, input }) => findTransactionRecord(ctx.services, input.reference)),
  /** Those of all customers and of every kind, newest first. */
  list: anyStaff
    .input(transactionsInput)
    .output(transactionsPage)
    .query(({ ctx, input }) => readTransactions(ctx.services, input)),
});
