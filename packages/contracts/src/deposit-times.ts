import type { DepositMethod } from "./deposit-limits.ts";

/** When a payment that has reached us is credited: staff match it. Every page, screen and answer says it in these words. */
export const MATCHING = "matched on business days";

/** How long a deposit takes, by the way it is paid: until it reaches us, and until it is credited. */
export const DEPOSIT_TIMES: Readonly<Record<DepositMethod, string>> = {
  bank_transfer: `When your bank sends it, then ${MATCHING}`,
  payid: `Minutes to reach us, then ${MATCHING}`,
  post_billpay: `When the post office passes it on, then ${MATCHING}`,
};
