import type { ChartRange } from "@wattle/contracts/chart-ranges";
import type { PortfolioOverview, PortfolioSeries } from "@wattle/contracts/portfolio";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { LineChart } from "../charts/line-chart.tsx";
import { Button } from "../controls/button.tsx";
import { readStored, writeStored } from "../storage.ts";
import { trpc } from "../trpc.ts";
import { Card } from "../ui/card.tsx";
import { classNames } from "../ui/class-names.ts";
import { Change } from "./change.tsx";
import { gainText, nameOf, signedWorth, worthFigure, worthText } from "./portfolio-words.ts";
import styles from "./portfolio.module.css";

const RANGES: readonly { readonly range: ChartRange; readonly label: string; readonly past: string }[] = [
  { range: "24h", label: "24H", past: "Past 24 hours" },
  { range: "7d", label: "7D", past: "Past 7 days" },
  { range: "30d", label: "30D", past: "Past 30 days" },
  { range: "1y", label: "1Y", past: "Past year" },
  { range: "all", label: "All", past: "Since the start" },
];
const RANGE_KEY = "overviewRange";
const FIRST_RANGE: ChartRange = "30d";
const READ_AGAIN = 60_000;
/** A figure of more characters is written smaller. */
const LONG_FIGURE = 13;

const keptRange = (): ChartRange =>
  RANGES.find(({ range }) => range === readStored(RANGE_KEY))?.range ?? FIRST_RANGE;

/** The total, what prices did to it in a day, and its line over time. */
export function ValueCard({ overview }: { readonly overview: PortfolioOverview }) {
  const [range, setRange] = useState(keptRange);
  const { home, total, change_24h, holdings } = overview;
  const figure = worthFigure(total, home);
  const unpriced = holdings.filter(({ value }) => value === null).map(({ currency }) => nameOf(currency));
  return (
    <Card className={styles["value"]}>
      <div className={styles["head"]}>
        <div>
          <h2 className={styles["label"]}>Total balance</h2>
          <p className={classNames(styles["total"], figure.length > LONG_FIGURE && styles["long"])}>
            {figure} <span>{home}</span>
          </p>
          {change_24h !== null && (
            <p className={styles["day"]}>
              <Change by={change_24h.amount} icon>
                {gainText(change_24h, home)}
              </Change>{" "}
              in 24 hours
            </p>
          )}
          {unpriced.length > 0 && (
            <p className={styles["note"]}>
              No price for {unpriced.join(", ")} right now, so {unpriced.length === 1 ? "it’s" : "they’re"}{" "}
              not in the total.
            </p>
          )}
        </div>
        {overview.progress.deposited && (
          <fieldset className={styles["ranges"]}>
            <legend className="visually-hidden">How far back the chart looks</legend>
            {RANGES.map(({ range: one, label }) => (
              <button
                key={one}
                type="button"
                aria-pressed={one === range}
                onClick={() => {
                  setRange(one);
                  writeStored(RANGE_KEY, one);
                }}
              >
                {label}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      <Line range={range} overview={overview} />
    </Card>
  );
}

function Line({ range, overview }: { readonly range: ChartRange; readonly overview: PortfolioOverview }) {
  const series = trpc.portfolio.series.useQuery(
    { range },
    {
      placeholderData: keepPreviousData,
      refetchInterval: READ_AGAIN,
      trpc: { context: { background: true } },
    },
  );
  const { data } = series;
  const points = useMemo(
    () => data?.points.map(({ at, value }) => ({ at: Date.parse(at), value })) ?? [],
    [data],
  );
  if (data === undefined) {
    return series.isError ? (
      <div className={classNames(styles["line"], styles["empty"])}>
        <p>We couldn’t load your prices. Your money is safe.</p>
        <Button kind="quiet" loading={series.isFetching} onClick={() => void series.refetch()}>
          Try again
        </Button>
      </div>
    ) : (
      <div className={classNames(styles["line"], styles["waiting"])} aria-busy="true">
        <span className="visually-hidden">Loading your chart</span>
      </div>
    );
  }
  if (points.length < 2) {
    return (
      <div className={classNames(styles["line"], styles["empty"])}>
        <span className={styles["baseline"]} />
        <p>{points.length === 0 ? "Your chart starts with your first deposit." : "Your chart starts now."}</p>
      </div>
    );
  }
  return (
    <>
      <div className={styles["line"]}>
        <LineChart
          label="What your balances were worth"
          points={points}
          format={(value) => worthText(value, data.home)}
          stale={series.isPlaceholderData}
        />
      </div>
      <Figures series={data} overview={overview} />
    </>
  );
}

function Figures({
  series,
  overview,
}: {
  readonly series: PortfolioSeries;
  readonly overview: PortfolioOverview;
}) {
  const { home, put_in, gain } = overview;
  const past = RANGES.find(({ range }) => range === series.range)?.past ?? "";
  return (
    <dl className={styles["figures"]}>
      {series.gain !== null && (
        <div>
          <dt>{past}</dt>
          <dd>
            <Change by={series.gain.amount}>{signedWorth(series.gain.amount, home)}</Change>
          </dd>
        </div>
      )}
      {put_in !== null && (
        <div>
          <dt>You put in</dt>
          <dd>{worthFigure(put_in, home)}</dd>
        </div>
      )}
      {gain !== null && (
        <div>
          <dt>All-time gain</dt>
          <dd>
            <Change by={gain.amount}>{gainText(gain, home)}</Change>
          </dd>
        </div>
      )}
    </dl>
  );
}
