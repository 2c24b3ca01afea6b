import type { ChartRange } from "@wattle/contracts/chart-ranges";
import { currencyOf } from "@wattle/contracts/markets";
import type { PortfolioOverview, PortfolioSeries, PortfolioTrades } from "@wattle/contracts/portfolio";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { LineChart, type ChartMark } from "../charts/line-chart.tsx";
import { RangeButtons, useChartRange } from "../charts/range-buttons.tsx";
import { Button } from "../controls/button.tsx";
import { amountText } from "../money/price-figures.ts";
import { trpc } from "../trpc.ts";
import { Card } from "../ui/card.tsx";
import { classNames } from "../ui/class-names.ts";
import { Change } from "./change.tsx";
import { gainText, nameOf, signedWorth, worthFigure, worthText } from "./portfolio-words.ts";
import styles from "./portfolio.module.css";

const PAST: Readonly<Record<ChartRange, string>> = {
  "24h": "Past 24 hours",
  "7d": "Past 7 days",
  "30d": "Past 30 days",
  "1y": "Past year",
  all: "Since the start",
};
const READ_AGAIN = 60_000;
/** A figure of more characters is written smaller. */
const LONG_FIGURE = 13;

export function Total({ figure, home }: { readonly figure: string; readonly home: string }) {
  return (
    <>
      <h2 className={styles["label"]}>Total balance</h2>
      <p className={classNames(styles["total"], figure.length > LONG_FIGURE && styles["long"])}>
        {figure} <span>{home}</span>
      </p>
    </>
  );
}

/** The total, what prices did to it in a day, and its line over time. */
export function ValueCard({ overview }: { readonly overview: PortfolioOverview }) {
  const [range, setRange] = useChartRange("overviewRange");
  const { home, total, change_24h, holdings } = overview;
  const unpriced = holdings.filter(({ value }) => value === null).map(({ currency }) => nameOf(currency));
  return (
    <Card className={styles["value"]}>
      <div className={styles["head"]}>
        <div>
          <Total figure={worthFigure(total, home)} home={home} />
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
        {overview.progress.deposited && <RangeButtons range={range} onRange={setRange} />}
      </div>
      <Line range={range} overview={overview} />
    </Card>
  );
}

/** The customer's own trades in the coins that are held, as marks. */
function useOwnTrades({ holdings }: PortfolioOverview, range: ChartRange): readonly ChartMark[] {
  return trpc.useQueries(
    (query) =>
      holdings
        .filter(({ currency }) => currencyOf(currency)?.kind === "crypto")
        .map(({ currency: coin }) =>
          query.portfolio.trades({ coin, range }, { trpc: { context: { background: true } } }),
        ),
    { combine: marksOf },
  );
}

const marksOf = (answers: readonly { readonly data: PortfolioTrades | undefined }[]): readonly ChartMark[] =>
  answers.flatMap(
    ({ data }) =>
      data?.trades.map(({ at, kind, amount }) => ({
        at: Date.parse(at),
        kind,
        label: `You ${kind === "buy" ? "bought" : "sold"} ${amountText(amount, data.coin)}`,
      })) ?? [],
  );

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
  const marks = useOwnTrades(overview, range);
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
      <div className={styles["waiting"]} aria-busy="true">
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
          marks={marks}
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
  return (
    <dl className={styles["figures"]}>
      {series.gain !== null && (
        <div>
          <dt>{PAST[series.range]}</dt>
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
