import type { DepositMethod } from "./deposit-limits.ts";

/** Every payment method, with its name. Free of zod so that a screen can use it without its weight. */
export const PAYMENT_METHODS = {
  bank_transfer: "Bank transfer",
  post_billpay: "Post Billpay",
  payid: "PayID",
  onramp: "Card or wallet",
  onchain: "Crypto transfer",
} as const satisfies Readonly<Record<DepositMethod | "onramp" | "onchain", string>>;
export const PAYMENT_METHOD_NAMES = Object.keys(PAYMENT_METHODS) as (keyof typeof PAYMENT_METHODS)[];
