import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import {
  compareDecimals,
  countDecimals,
  decimalText,
  decimalUnits,
  divideUp,
  isZero,
  sumDecimals,
} from "@wattle/exchange-core/decimal";
import { countText } from "../parts/signed-money.ts";
import type { BatchCheck } from "./batch-checks.tsx";
import { isDecided } from "./coin-payment-panel.tsx";

type Checked = Pick<CoinPayout, "payments" | "total" | "fee" | "status" | "left_out" | "attempts" | "what">;

/** Hundredths of a percent, from which the network's fee needs a look. */
const DEAR = 100n;
/** Hundredths of a percent are in one. */
const WHOLE = 10_000n;

/** The network's fee as part of what is paid, rounded up: 0.03% is never said of more. */
function feeCheck({ fee, total }: Checked): readonly BatchCheck[] {
  if (isZero(total)) return [];
  const decimals = Math.max(countDecimals(fee), countDecimals(total));
  const part = divideUp(decimalUnits(fee, decimals) * WHOLE, decimalUnits(total, decimals));
  return [[part > DEAR ? "risk" : "done", `The network’s fee is ${decimalText(part, 2)}% of the total`]];
}

/** @param some said after the number of payments that need a look */
const countCheck = (count: number, none: string, some: string): BatchCheck =>
  count === 0 ? ["done", none] : ["risk", `${countText(count)} ${some}`];

function paymentChecks(batch: Checked): readonly BatchCheck[] {
  const { payments, total, left_out: leftOut } = batch;
  const addsUp = compareDecimals(sumDecimals(payments.map(({ amount }) => amount)), total) === 0;
  const shared = payments.filter(({ address, customer }) =>
    payments.some(
      (other) => other.address.toLowerCase() === address.toLowerCase() && other.customer.id !== customer.id,
    ),
  );
  const failed = payments.filter((payment) => payment.failed).length;
  return [
    addsUp ? ["done", "Payments add up to the total"] : ["failed", "Payments don’t add up to the total"],
    ...(isDecided(batch)
      ? []
      : [
          countCheck(
            payments.filter(({ payable }) => !payable).length,
            "Every customer can be paid now",
            "blocked, on hold, or with sending off",
          ),
        ]),
    countCheck(
      shared.length,
      "No address belongs to several customers",
      "to an address of several customers",
    ),
    countCheck(leftOut.length, "No withdrawal was left out", "left out"),
    ...(failed === 0 ? [] : [["failed", `${countText(failed)} refused by the recipient`] as const]),
  ];
}

/** Each check of a batch of coins with its result, from what the server says of it. */
export const coinChecksOf = (batch: Checked): readonly BatchCheck[] => [
  ...(batch.what === "payments" ? paymentChecks(batch) : []),
  ...feeCheck(batch),
  // A file is imported only if its signatures are good.
  ...(batch.attempts.length > 0 ? [["done", "Signatures checked on import"] as const] : []),
];
