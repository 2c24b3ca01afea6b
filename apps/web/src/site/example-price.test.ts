import { parseAmount } from "@wattle/exchange-core/amount";
import { prepareConversion, priceBreakdown } from "@wattle/exchange-core/convert";
import { CURRENCIES } from "@wattle/exchange-core/currency";
import { displayAmount } from "@wattle/exchange-core/display";
import { parseFeePercent } from "@wattle/exchange-core/fee";
import { invertRate, parseRate } from "@wattle/exchange-core/rate";
import { expect, test } from "vitest";
import { EXAMPLE_PRICE } from "./example-price.ts";

test("the worked example is what the exchange itself would charge", () => {
  const { AUD, BTC } = CURRENCIES;
  const credit = parseAmount(EXAMPLE_PRICE.credit.replace(",", ""), AUD);
  const perCoin = parseRate(EXAMPLE_PRICE.rate.replace(",", ""));
  const fee = parseFeePercent(EXAMPLE_PRICE.feePercent);
  if (!credit.ok || perCoin === undefined || fee === undefined) throw new Error("the example does not parse");
  const conversion = prepareConversion({ from: AUD, to: BTC, rate: invertRate(perCoin), fee });
  const price = priceBreakdown(credit.amount, conversion);
  expect({
    fee: displayAmount(price.fee, AUD),
    converted: displayAmount(price.converted, AUD),
    debit: displayAmount(price.debit, BTC),
  }).toEqual({ fee: EXAMPLE_PRICE.fee, converted: EXAMPLE_PRICE.converted, debit: EXAMPLE_PRICE.debit });
});
