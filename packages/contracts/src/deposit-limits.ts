/** Smallest and largest deposit that can be announced, decimal text by currency. What really comes is credited whatever it is. */
export const DEPOSIT_LIMITS = {
  AUD: { min: "1.00", max: "1000000.00" },
  NGN: { min: "1000.00", max: "1000000000.00" },
} as const;
export type DepositCurrency = keyof typeof DEPOSIT_LIMITS;

export function isDepositCurrency(code: string): code is DepositCurrency {
  return Object.hasOwn(DEPOSIT_LIMITS, code);
}

/** A deposit that nobody has paid expires after so many days. */
export const DEPOSIT_DAYS = 7;

/** The ways to pay a deposit to one of our bank accounts, in the order they are offered. */
export const DEPOSIT_METHODS = ["bank_transfer", "payid", "post_billpay"] as const;
export type DepositMethod = (typeof DEPOSIT_METHODS)[number];
