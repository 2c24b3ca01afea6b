import { paymentKey } from "../bank-transactions.ts";
import { listSystemBankAccounts } from "../system-bank-accounts.ts";
import type { Migration } from "./migration.ts";
import { rewriteReferenceKeys } from "./rewrite-reference-keys.ts";

/** A bank's reference credits once for each account at a bank, also where several payment methods lead to it. */
export const paymentKeys: Migration = {
  name: "0062-payment-keys",
  statements: () => [],
  rewrite: async (tx, now) => {
    const accounts = await listSystemBankAccounts(tx, { closed: true });
    await rewriteReferenceKeys(tx, {
      now,
      by: "0062",
      keyOf: (deposit, bankReference) => {
        const { credit_currency, payment_method } = deposit;
        const account = accounts.find(
          ({ currency, method }) => currency === credit_currency && method === payment_method,
        );
        return paymentKey(deposit, account, bankReference);
      },
    });
  },
};
