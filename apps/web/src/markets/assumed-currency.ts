import { currencyOf } from "@wattle/contracts/markets";
import { precisionOf, type Currency, type CurrencyKind } from "@wattle/exchange-core/currency";

/** The currency with this code; if it is not known (yet), one of the kind that its place asks for. */
export function assumedCurrency(code: string, kind: CurrencyKind): Currency {
  return currencyOf(code) ?? { code, kind, shownDecimals: precisionOf({ kind }) };
}
