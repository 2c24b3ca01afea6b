export {
  addAmounts,
  cleanTypedAmount,
  compareAmounts,
  decimalTextOfJsonNumber,
  formatAmount,
  minAmount,
  parseAmount,
  subtractAmounts,
  toAmount,
  type Amount,
  type AmountProblem,
  type CleanedText,
  type ParsedAmount,
} from "./amount.ts";
export { buyMax, type BuyMax } from "./buy-max.ts";
export { checkAmount, type AmountIssue } from "./check-amount.ts";
export {
  convert,
  creditFor,
  feeOf,
  prepareConversion,
  priceBreakdown,
  type Conversion,
  type PriceBreakdown,
} from "./convert.ts";
export { precisionOf, type Currency, type CurrencyKind } from "./currency.ts";
export {
  displayAmount,
  displayBalances,
  displayDecimal,
  displayMoment,
  displayTime,
  type DisplayedBalance,
} from "./display.ts";
export { formatFeePercent, parseFeePercent, type FeePercent } from "./fee.ts";
export { creditLimits, type AmountLimits } from "./limits.ts";
export {
  matchParcels,
  PARCEL_METHODS,
  type Disposal,
  type HeldParcel,
  type MatchedParcels,
  type ParcelMethod,
  type ParcelMove,
  type UsedParcel,
} from "./parcels.ts";
export { rateWithFee } from "./rate-with-fee.ts";
export {
  divideRates,
  formatRate,
  invertRate,
  multiplyRates,
  parseRate,
  truncateRate,
  type Rate,
} from "./rate.ts";
export { purchasePrice, purchaseRate, saleRate, spreadPercent, type MarketPrice } from "./spread.ts";
