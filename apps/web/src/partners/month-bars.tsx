import type { PartnersBoard } from "@wattle/contracts/partners";
import { compareDecimals } from "@wattle/exchange-core/decimal";
import { useMemo } from "react";
import { barsPath, PATH_SIZE, placesOf } from "../charts/line-paths.ts";
import { chartScale } from "../charts/scale.ts";
import { Panel } from "../controls/panel.tsx";
import { amountText } from "../money/price-figures.ts";
import { monthText } from "../ui/moments.ts";
import { monthsUpTo } from "./last-months.ts";
import styles from "./month-bars.module.css";

type Months = PartnersBoard["months"];

/** The currency with the most in one month: bars of two currencies have no common height. */
const largestCurrency = (months: Months): string | undefined =>
  months.toSorted((a, b) => compareDecimals(b.amount, a.amount))[0]?.currency;

const monthName = (month: string): string => monthText(Date.parse(`${month}-15`));

/** Sum that referrals bought and sold this month, over bars since the first of the last twelve that has an exchange. */
export function MonthBars({ months, month }: Pick<PartnersBoard, "months" | "month">) {
  const currency = largestCurrency(months);
  const bars = useMemo(
    () =>
      monthsUpTo(month, months.findLast((one) => one.currency === currency)?.month).map((each) => ({
        month: each,
        amount: months.find((one) => one.month === each && one.currency === currency)?.amount ?? "0.00",
      })),
    [months, currency, month],
  );
  const current = bars.at(-1);
  if (currency === undefined || current === undefined) return null;
  const scale = chartScale(
    bars.map(({ amount }) => amount),
    "0",
  );
  return (
    <Panel title="Bought and sold by your referrals this month">
      <p className={styles["sum"]}>{amountText(current.amount, currency)}</p>
      {bars.length > 1 && (
        <figure className={styles["figure"]}>
          <svg
            viewBox={`0 0 ${PATH_SIZE} ${PATH_SIZE}`}
            preserveAspectRatio="none"
            // The list under it says each month in words.
            aria-hidden="true"
          >
            <path d={barsPath(placesOf(scale?.heights ?? []))} />
          </svg>
          <figcaption aria-hidden="true">
            <span>{monthName(bars[0]?.month ?? current.month)}</span>
            <span>{monthName(current.month)}</span>
          </figcaption>
        </figure>
      )}
    </Panel>
  );
}
