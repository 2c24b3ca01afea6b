import type { Transaction } from "../tables.ts";
import { comparableReference } from "../bank-transactions.ts";
import type { Migration } from "./migration.ts";
import { rewriteReferenceKeys } from "./rewrite-reference-keys.ts";

/** A payment as it was named then: by currency and payment method. Replaced by the migration 0062. */
export const bankReferenceKey = (
  { credit_currency, payment_method }: Pick<Transaction, "credit_currency" | "payment_method">,
  bankReference: string,
): string => `${credit_currency.toLowerCase()}/${payment_method}/${comparableReference(bankReference)}`;

/** Bank references are compared by their letters and digits alone, so keys that were made of more are made again. */
export const referenceKeys: Migration = {
  name: "0051-reference-keys",
  statements: () => [],
  rewrite: (tx, now) => rewriteReferenceKeys(tx, { now, by: "0051", keyOf: bankReferenceKey }),
};
