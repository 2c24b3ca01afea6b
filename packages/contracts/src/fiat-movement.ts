import { z } from "zod";
import { amountInput, checkAmountDecimals, currencyCode } from "./money.ts";

/**
 * The amounts of a deposit or withdrawal: fiat, in one currency, free of charge. The credit equals the debit, so the
 * debit may be left out; if it is there it must be the same.
 */
export const fiatMovement = z.object({
  balance: z.object({ credit: amountInput, credit_currency: currencyCode }, { error: "Enter amount" }),
  debit: amountInput.nullish(),
  debit_currency: currencyCode.nullish(),
});
export type FiatMovement = z.output<typeof fiatMovement>;

/** Adds the field issues of amounts with more decimals than their currency has. */
export function checkFiatMovement(value: FiatMovement, context: z.core.$RefinementCtx): void {
  const { balance, debit, debit_currency } = value;
  checkAmountDecimals(context, ["balance", "credit"], balance.credit, balance.credit_currency);
  if (typeof debit === "string") {
    checkAmountDecimals(context, ["debit"], debit, debit_currency ?? balance.credit_currency);
  }
}
