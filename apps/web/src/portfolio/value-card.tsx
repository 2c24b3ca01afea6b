import type { ChartRange } from "@wattle/contracts/chart-ranges";
import { currencyOf } from "@wattle/contracts/markets";
import { isZero } from "@wattle/exchange-core/decimal";
import type { Gain, PortfolioOverview, PortfolioSeries, PortfolioTrades } from "@wattle/contracts/portfolio";
import { useMemo, type CSSProperties, type ReactNode } from "react";
import { tradeMarks, type ChartMark } from "../charts/chart-points.ts";
import { LineChart, type ChartLevel } from "../charts/line-chart.tsx";
import { RangeButtons } from "../charts/range-buttons.tsx";
import { trpc } from "../trpc.ts";
import { Card } from "../ui/card.tsx";
import { classNames } from "../ui/class-names.ts";
import { Change } from "./change.tsx";
import { GainSentence } from "./gain-sentence.tsx";
import { gainText, currencyName, signedWorth, worthFigure, worthText } from "../history/activity-words.ts";
import styles from "./portfolio.module.css";

const PAST: Readonly<Record<Exclude<ChartRange, "all">, string>> = {
  "24h": "Past 24 hours",
  "7d": "Past 7 days",
  "30d": "Past 30 days",
  "1y": "Past year",
};
/** Before the first coin a line would only be level: the next step has its room. */
export const isEarly = ({ progress, holdings }: PortfolioOverview): boolean =>
  !progress.purchased && holdings.every(({ currency }) => currencyOf(currency)?.kind === "fiat");

function Total({ figure, home }: { readonly figure: string; readonly home: string }) {
  return (
    <>
      <h2 className={styles["label"]}>Total balance</h2>
      <p className={styles["total"]} style={{ "--letters": figure.length } as CSSProperties}>
        {figure} <span>{home}</span>
      </p>
    </>
  );
}

interface RangeChoice {
  readonly range: ChartRange;
  readonly onRange: (range: ChartRange) => void;
  /** The figures are still those of the range before. */
  readonly isStale: boolean;
}

/** The total, what a day did to it, how it came about, and its line over time: all of the same prices. */
export function ValueCard({
  overview,
  choice,
  actions,
}: {
  readonly overview: PortfolioOverview;
  readonly choice: RangeChoice;
  /** Shown right under the total. */
  readonly actions?: ReactNode;
}) {
  const { home, total, change_24h, holdings, line } = overview;
  const unpriced = holdings
    .filter(({ value }) => value === null)
    .map(({ currency }) => currencyName(currency));
  return (
    <Card className={styles["value"]}>
      <div className={styles["head"]}>
        <div>
          <Total figure={worthFigure(total, home)} home={home} />
          {change_24h?.since === "day" && (
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
        {actions}
        {!isEarly(overview) && <RangeButtons range={choice.range} onRange={choice.onRange} />}
      </div>
      {overview.progress.deposited ? (
        <GainSentence overview={overview} />
      ) : (
        <p className={styles["story"]}>Nothing in your account yet.</p>
      )}
      {line !== null && !isEarly(overview) && (
        <Line line={line} overview={overview} isStale={choice.isStale} />
      )}
    </Card>
  );
}

/** Money put in, next to its worth, until a day has gone by since the first purchase. */
function putInLevel({
  change_24h,
  deposited,
  withdrawn,
  added,
  home,
}: PortfolioOverview): ChartLevel | undefined {
  if (change_24h?.since !== "purchase" || deposited === null) return undefined;
  if (![withdrawn, added].every((other) => other !== null && isZero(other))) return undefined;
  return { value: deposited, label: "You put in", figure: worthFigure(deposited, home), grows: true };
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
  answers.flatMap(({ data }) => (data === undefined ? [] : tradeMarks(data)));

function Line({
  line,
  overview,
  isStale,
}: {
  readonly line: PortfolioSeries;
  readonly overview: PortfolioOverview;
  readonly isStale: boolean;
}) {
  const marks = useOwnTrades(overview, line.range);
  const points = useMemo(
    () => line.points.map(({ at, value }) => ({ at: Date.parse(at), value })),
    [line.points],
  );
  if (points.length < 2) {
    return (
      <div className={classNames(styles["line"], styles["empty"])}>
        <span className={styles["baseline"]} />
        {points.length > 0 && <p>Your chart starts now.</p>}
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
          level={putInLevel(overview)}
          format={(value) => worthText(value, line.home)}
          stale={isStale}
        />
      </div>
      <Figures line={line} overview={overview} />
    </>
  );
}

/** Under the line: what the money became, until a day has gone by since the first purchase; then gains. */
function figuresOf(line: PortfolioSeries, overview: PortfolioOverview): (readonly [string, ReactNode])[] {
  const { home, gain, gain_parts: parts, deposited, total, change_24h } = overview;
  if (change_24h?.since === "purchase" && parts !== null && deposited !== null)
    return [
      ["You put in", worthText(deposited, home)],
      ["Our fees", isZero(parts.fees) ? "No fee" : `${signedWorth(`-${parts.fees}`, home)} ${home}`],
      [
        "Prices moved",
        <Change key="prices" by={parts.prices}>{`${signedWorth(parts.prices, home)} ${home}`}</Change>,
      ],
      ["Worth now", worthText(total, home)],
    ];
  const change = (one: Gain) => <Change by={one.amount}>{gainText(one, home)}</Change>;
  return [
    ...(line.gain !== null && line.range !== "all" ? [[PAST[line.range], change(line.gain)] as const] : []),
    ...(gain === null ? [] : [["All-time gain", change(gain)] as const]),
  ];
}

function Figures({
  line,
  overview,
}: {
  readonly line: PortfolioSeries;
  readonly overview: PortfolioOverview;
}) {
  return (
    <dl className={styles["figures"]}>
      {figuresOf(line, overview).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
