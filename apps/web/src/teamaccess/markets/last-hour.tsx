import { displayTime } from "@wattle/exchange-core/display";
import { useMemo } from "react";
import { LineChart, type ChartPoint } from "../../charts/line-chart.tsx";
import { Button } from "../../controls/button.tsx";
import { Skeleton } from "../../controls/skeleton.tsx";
import { Status } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { isZero, percentChange, signedText } from "../parts/signed-money.ts";
import { deskZone } from "../parts/zone.ts";
import styles from "./markets.module.css";

/** Prices are recorded each minute. */
const READ_AGAIN_AFTER = 30_000;

interface LastHourProps {
  readonly coin: string;
  readonly fiat: string;
}

const minutesText = (count: number): string => `${count} minute${count === 1 ? "" : "s"}`;

/** From one minute to the next a price that changes by more is not believed. */
const LARGEST_PERCENT = 10n;

/** The first minute whose price is far from the one before: 'Fell 18 % at 3:22 am'; undefined where there is none. */
function jumpText(points: readonly ChartPoint[]): string | undefined {
  const known = points.flatMap(({ at, value }) => (value === null ? [] : [{ at, value }]));
  for (const [index, { at, value }] of known.entries()) {
    const before = known[index - 1];
    if (before === undefined || isZero(before.value)) continue;
    const percent = percentChange(before.value, value);
    const size = percent < 0n ? -percent : percent;
    if (size >= LARGEST_PERCENT)
      return `${percent < 0n ? "Fell" : "Rose"} ${size} % at ${displayTime(at, deskZone())}`;
  }
  return undefined;
}

/** The prices of the last hour, minute by minute, and how many minutes have none. */
export function LastHour({ coin, fiat }: LastHourProps) {
  const hour = trpc.ops.rates.lastHour.useQuery(
    { symbol: coin, in: fiat },
    { refetchInterval: READ_AGAIN_AFTER, ...SHOWN_IN_PLACE },
  );
  const { data } = hour;
  const points = useMemo(
    () => data?.points.map(({ at, rate }) => ({ at: Date.parse(at), value: rate })) ?? [],
    [data],
  );
  if (data === undefined && hour.isError)
    return (
      <div className={styles["hour"]}>
        <p>We couldn’t load the last hour.</p>
        <Button kind="quiet" onClick={() => void hour.refetch()}>
          Try again
        </Button>
      </div>
    );
  if (data === undefined) return <Skeleton lines={4} />;
  const missing = points.filter(({ value }) => value === null).length;
  const jump = jumpText(points);
  return (
    <div className={styles["hour"]}>
      {jump !== undefined && <Status kind="waiting">{jump}</Status>}
      {missing === 0 && jump === undefined && <Status kind="done">A price in every minute</Status>}
      {missing > 0 && (
        <Status kind={missing === points.length ? "failed" : "stopped"}>
          {missing === points.length ? "No price in the last hour" : `No price in ${minutesText(missing)}`}
        </Status>
      )}
      <LineChart
        label={`Price of ${coin} in ${fiat}, last hour`}
        points={points}
        format={(value) => signedText(value, fiat)}
        timeZone={deskZone()}
      />
    </div>
  );
}
