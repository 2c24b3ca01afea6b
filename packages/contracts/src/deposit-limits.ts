/** A deposit that no one has paid expires after so many days. */
export const DEPOSIT_DAYS = 7;

/** The ways to pay a deposit to one of our bank accounts, in the order they are offered. */
export const DEPOSIT_METHODS = ["bank_transfer", "payid", "post_billpay"] as const;
export type DepositMethod = (typeof DEPOSIT_METHODS)[number];

/** The identifier of the account for a currency and a way to pay: there is one for each. */
export const depositAccountId = ({
  currency,
  method,
}: {
  readonly currency: string;
  readonly method: string;
}): string => `${currency}-${method}`.toLowerCase().replaceAll("_", "-");
