/*
 * Code that must not compile. `tsc` is the test: each `@ts-expect-error` fails the type check when the line below it
 * compiles after all.
 */
import {
  addAmounts,
  compareAmounts,
  formatAmount,
  minAmount,
  subtractAmounts,
  type Amount,
} from "./amount.ts";
import { buyMax } from "./buy-max.ts";
import { checkAmount } from "./check-amount.ts";
import { convert, creditFor, priceBreakdown, type Conversion } from "./convert.ts";
import { displayAmount } from "./display.ts";
import { CURRENCIES } from "./testing/currencies.ts";

export function amountsOfTwoCurrenciesDoNotMix(
  aud: Amount<"AUD">,
  btc: Amount<"BTC">,
  sell: Conversion<"BTC", "AUD">,
): void {
  addAmounts(aud, aud) satisfies Amount<"AUD">;
  // @ts-expect-error two currencies do not add up
  addAmounts(aud, btc);
  // @ts-expect-error nor subtract
  subtractAmounts(aud, btc);
  // @ts-expect-error nor compare
  compareAmounts(aud, btc);
  // @ts-expect-error nor have a smaller one
  minAmount(aud, btc);
  // @ts-expect-error a bare number of units is no amount
  addAmounts(aud, 1n);
  // @ts-expect-error the sum of two amounts by operator has lost its currency
  (aud + aud) satisfies Amount<"AUD">;

  formatAmount(aud, CURRENCIES.AUD);
  // @ts-expect-error bitcoin is not written with two decimals
  formatAmount(btc, CURRENCIES.AUD);
  // @ts-expect-error nor shown so
  displayAmount(btc, CURRENCIES.AUD);

  convert(btc, sell) satisfies Amount<"AUD">;
  creditFor(aud, sell) satisfies Amount<"BTC">;
  // @ts-expect-error the credit is in the credit currency
  convert(aud, sell);
  // @ts-expect-error what comes out is in the debit currency
  convert(btc, sell) satisfies Amount<"BTC">;
  // @ts-expect-error the debit is in the debit currency
  creditFor(btc, sell);
  // @ts-expect-error the price is asked in the credit currency
  priceBreakdown(aud, sell);
  // @ts-expect-error the fee is paid in the credit currency
  priceBreakdown(btc, sell).fee satisfies Amount<"AUD">;

  // @ts-expect-error limits of another currency
  checkAmount({ credit: aud, currency: CURRENCIES.AUD, min: btc, max: btc, balance: aud });
  // @ts-expect-error a balance of another currency
  buyMax({ balance: btc, currency: CURRENCIES.AUD, min: aud, max: aud });

  // An amount of any currency may go where the currency is known at run time only.
  aud satisfies Amount;
  // @ts-expect-error but not back
  aud as Amount satisfies Amount<"AUD">;
}
