import { isNegative } from "@wattle/exchange-core/decimal";
import type { AlertDirection } from "@wattle/contracts/alerts";
import { currencyOf } from "@wattle/contracts/markets";
import type { ChartRange } from "@wattle/contracts/chart-ranges";
import { displayDecimal, withSign } from "@wattle/exchange-core/display";
import { compareRates, formatRate, parseRate } from "@wattle/exchange-core/rate";
import { useMemo } from "react";
import { tradeMarks, type ChartMark } from "../charts/chart-points.ts";
import { LineChart, type ChartLevel } from "../charts/line-chart.tsx";
import { RangeButtons, useChartRange } from "../charts/range-buttons.tsx";
import { trpc } from "../trpc.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { DownIcon, UpIcon } from "../ui/icons.tsx";
import { tenthsAway } from "./distance.ts";
import { useRateCard } from "./use-rate-cards.ts";
import styles from "./price-chart.module.css";

const DRAWN_AGAIN_AFTER = 60_000;
const IN_BACKGROUND = { context: { background: true } } as const;

export interface PriceChartProps {
  readonly coin: string;
  /** Currency of the coin's price. */
  readonly fiat: string;
  /** Marks the customer's own trades; only for someone who is signed in. */
  readonly own?: boolean;
  /** The customer's average cost of a coin, decimal text. */
  readonly averageCost?: string | undefined;
  /** A price that is waited for, drawn in place of the average cost. */
  readonly wanted?: { readonly direction: AlertDirection; readonly price: string } | undefined;
  /** Says the highest and the lowest price of the range under the line. */
  readonly extremes?: boolean;
}

const priceFigure = (rate: string, fiat: string): string =>
  displayDecimal(rate, currencyOf(fiat)?.shownDecimals ?? 2);

/** A coin's price now, and its line over time. */
export function PriceChart({ coin, fiat, own = false, averageCost, wanted, extremes }: PriceChartProps) {
  const [range, setRange] = useChartRange("priceRange");
  return (
    <div className={styles["price"]}>
      <div className={styles["head"]}>
        <Now coin={coin} fiat={fiat} />
        <RangeButtons range={range} onRange={setRange} />
      </div>
      <Line
        coin={coin}
        fiat={fiat}
        range={range}
        own={own}
        averageCost={averageCost}
        wanted={wanted}
        extremes={extremes}
      />
    </div>
  );
}

/** The price of this moment. It fades in where it has changed. */
function Now({ coin, fiat }: Pick<PriceChartProps, "coin" | "fiat">) {
  const { card, isPending } = useRateCard(coin, fiat);
  const change = card?.change_24h ?? undefined;
  const lost = change !== undefined && isNegative(change);
  return (
    <div>
      <p className={styles["pair"]}>
        <strong>{currencyOf(coin)?.full_name ?? coin}</strong> {coin} to {fiat}, before our fee
      </p>
      <p className={styles["now"]}>
        {card === undefined ? (
          <span className={styles["figure"]}>{isPending ? "loading..." : "No price"}</span>
        ) : (
          <span key={card.rate} className={classNames(styles["figure"], styles["fresh"])}>
            {priceFigure(card.rate, fiat)} <span>{fiat}</span>
          </span>
        )}
        {change !== undefined && (
          <span className={classNames(styles["change"], lost ? styles["loss"] : styles["gain"])}>
            {lost ? <DownIcon size={10} /> : <UpIcon size={10} />}
            {withSign(change)}% <small>in 24 hours</small>
          </span>
        )}
      </p>
    </div>
  );
}

/** The customer's own trades as marks. */
function useOwnMarks(coin: string, range: ChartRange, own: boolean): readonly ChartMark[] {
  const { data } = trpc.portfolio.trades.useQuery({ coin, range }, { enabled: own, trpc: IN_BACKGROUND });
  return useMemo(() => (data === undefined ? [] : tradeMarks(data)), [data]);
}

/** So many tenths of a percent a price that is waited for may be away: farther, the line would be flat. */
const FARTHEST_TENTHS = 500n;

/** Baseline of the line. */
function levelOf(
  { averageCost, wanted, fiat }: Pick<PriceChartProps, "averageCost" | "wanted" | "fiat">,
  now: string | null | undefined,
): ChartLevel | undefined {
  if (wanted !== undefined) {
    const label = `Alert ${wanted.direction}`;
    const figure = priceFigure(wanted.price, fiat);
    const away = now == null ? undefined : tenthsAway(now, wanted.price);
    const grows = away !== undefined && away <= FARTHEST_TENTHS;
    return { value: wanted.price, label, figure, grows };
  }
  return averageCost === undefined
    ? undefined
    : { value: averageCost, label: "Average cost", figure: priceFigure(averageCost, fiat) };
}

interface LineProps extends PriceChartProps {
  readonly range: ChartRange;
}

function Line({ coin, fiat, range, own = false, averageCost, wanted, extremes = false }: LineProps) {
  const chart = trpc.rates.chart.useQuery(
    { symbol: coin, in: fiat, range },
    {
      // The line of another coin would be at a wrong price.
      placeholderData: (before) => (before?.symbol === coin && before.in === fiat ? before : undefined),
      refetchInterval: DRAWN_AGAIN_AFTER,
      trpc: IN_BACKGROUND,
    },
  );
  const marks = useOwnMarks(coin, range, own);
  const { data } = chart;
  const points = useMemo(
    () => data?.points.map(({ at, rate }) => ({ at: Date.parse(at), value: rate })) ?? [],
    [data],
  );
  if (data === undefined && !chart.isError) {
    return (
      <div className={classNames(styles["line"], extremes && styles["withExtremes"])} aria-busy="true">
        <span className="visually-hidden">Loading the prices</span>
      </div>
    );
  }
  if (data === undefined) {
    return (
      <div className={classNames(styles["line"], styles["empty"])}>
        <p>We couldn’t load the prices.</p>
        <Button kind="quiet" loading={chart.isFetching} onClick={() => void chart.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (points.length < 2) {
    return <p className={classNames(styles["line"], styles["empty"])}>No prices have been recorded yet.</p>;
  }
  return (
    <div className={classNames(styles["line"], extremes && styles["withExtremes"])}>
      <LineChart
        label={`Price of ${currencyOf(coin)?.full_name ?? coin}`}
        points={points}
        marks={marks}
        level={levelOf({ averageCost, wanted, fiat }, points.at(-1)?.value)}
        format={(value) => `${priceFigure(value, fiat)} ${fiat}`}
        stale={chart.isPlaceholderData}
      />
      {extremes && <Extremes rates={points.map(({ value }) => value)} fiat={fiat} range={range} />}
    </div>
  );
}

/** Subject of a line's highest and lowest price. */
const SPANS: Readonly<Record<ChartRange, string>> = {
  "24h": "in 24 hours",
  "7d": "in 7 days",
  "30d": "in 30 days",
  "1y": "in a year",
  all: "on record",
};

interface ExtremesProps {
  readonly rates: readonly (string | null)[];
  readonly fiat: string;
  readonly range: ChartRange;
}

/** The highest and the lowest price of a line. */
function Extremes({ rates, fiat, range }: ExtremesProps) {
  const [first, ...others] = rates.flatMap((text) => (text === null ? [] : (parseRate(text) ?? [])));
  if (first === undefined) return null;
  const reach = (way: 1 | -1): string => {
    const best = others.reduce((most, rate) => (compareRates(rate, most) === way ? rate : most), first);
    return `${priceFigure(formatRate(best), fiat)} ${fiat}`;
  };
  return (
    <dl className={styles["extremes"]}>
      <div>
        <dt>High {SPANS[range]}</dt>
        <dd>{reach(1)}</dd>
      </div>
      <div>
        <dt>Low {SPANS[range]}</dt>
        <dd>{reach(-1)}</dd>
      </div>
    </dl>
  );
}
