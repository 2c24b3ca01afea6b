import type { HedgedCurrency, HedgingPolicy } from "@wattle/contracts/hedging";
import { decimalUnits, mostDecimals, trimDecimals } from "@wattle/exchange-core/decimal";
import { signedText } from "../parts/signed-money.ts";
import { percentOf } from "./percent.ts";
import styles from "./hedging-page.module.css";

const BASIS_POINTS_OF_PERCENT = 2;

/** How much of a limit is used, full at the most. */
function usedPercent(used: string, most: string): number {
  const decimals = mostDecimals([used, most]);
  return Math.min(100, percentOf(decimalUnits(used, decimals), decimalUnits(most, decimals)));
}

const bare = (amount: string): string => signedText(trimDecimals(amount));

interface PolicyLimitsProps {
  readonly coin: HedgedCurrency;
  readonly policy: HedgingPolicy;
  readonly home: string;
}

/** Limits of a coin's orders, a line each, with how much of an hour's and a day's is used as a bar. */
export function PolicyLimits({ coin, policy, home }: PolicyLimitsProps) {
  const { currency, target, band } = coin;
  const slippage = String(policy.max_slippage_bp).padStart(BASIS_POINTS_OF_PERCENT + 1, "0");
  const percent = trimDecimals(
    `${slippage.slice(0, -BASIS_POINTS_OF_PERCENT)}.${slippage.slice(-BASIS_POINTS_OF_PERCENT)}`,
  );
  const used = [
    ["This hour", coin.used_hour, policy.max_per_hour],
    ["24 hours", coin.used_day, policy.max_per_day],
  ] as const;
  return (
    <dl className={styles["limits"]}>
      <div>
        <dt>Band</dt>
        <dd>
          ±{bare(band)} {currency} around {bare(target)}
        </dd>
      </div>
      <div>
        <dt>One order</dt>
        <dd>
          {bare(policy.order_min)} to {bare(policy.order_max)} {currency}, slippage up to {percent}%
        </dd>
      </div>
      {used.map(([name, amount, most]) => (
        <div key={name} data-used>
          <dt>{name}</dt>
          <dd>
            {bare(amount)} of {bare(most)} {home}
          </dd>
          {/* The figures say it. */}
          <span aria-hidden="true" className={styles["used"]}>
            <span style={{ width: `${usedPercent(amount, most)}%` }} />
          </span>
        </div>
      ))}
    </dl>
  );
}
