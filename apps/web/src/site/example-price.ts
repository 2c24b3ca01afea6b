/**
 * The worked example of the price page, figures as they are shown. A test computes them with the exchange's own
 * arithmetic; they stand here as text so that the page needs none of it.
 */
export const EXAMPLE_PRICE = {
  credit: "1,000.00",
  feePercent: "1",
  fee: "10.00",
  converted: "990.00",
  rate: "160,000.00",
  debit: "0.00618750",
} as const;
