import { useMemo } from "react";
import { LineChart } from "../../charts/line-chart.tsx";
import { Status } from "../../controls/status.tsx";
import { Loaded } from "../../controls/loaded.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { signedText } from "../parts/signed-money.ts";
import { deskZone } from "../parts/zone.ts";
import { jumpText, pointsOf, READ_AGAIN_AFTER } from "./last-prices.ts";
import styles from "./markets.module.css";

interface LastHourProps {
  readonly coin: string;
  readonly fiat: string;
}

const minutesText = (count: number): string => `${count} minute${count === 1 ? "" : "s"}`;

/** The prices of the last hour, minute by minute, and how many minutes have none. */
export function LastHour({ coin, fiat }: LastHourProps) {
  const hour = trpc.ops.rates.lastHour.useQuery(
    { symbol: coin, in: fiat },
    { refetchInterval: READ_AGAIN_AFTER, ...SHOWN_IN_PLACE },
  );
  const { data } = hour;
  const points = useMemo(() => pointsOf(data), [data]);
  if (data === undefined) return <Loaded query={hour} what="the last hour" lines={4} />;
  const missing = points.filter(({ value }) => value === null).length;
  const jump = jumpText(points);
  return (
    <div className={styles["hour"]}>
      {jump !== undefined && <Status kind="risk">{jump}</Status>}
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
