import { dayText, localDay } from "@wattle/contracts/days";
import type { HedgingProfit } from "@wattle/contracts/hedging";
import { decimalUnits, isNegative, magnitude } from "@wattle/exchange-core/decimal";
import { Skeleton } from "../../controls/skeleton.tsx";
import { trpc } from "../../trpc.ts";
import { cardClass } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Segments } from "../../ui/segments.tsx";
import { nameColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import parts from "../parts/parts.module.css";
import { lastDays } from "../parts/period.ts";
import { signedText, sumOf } from "../parts/signed-money.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { READ_ONCE_ASKED, useServerTime } from "../parts/use-today.ts";
import { deskZone } from "../parts/zone.ts";
import { percentOf } from "./percent.ts";
import styles from "./hedging-page.module.css";

type Row = HedgingProfit["days"][number];

/** Periods to choose from. The shortest comes first: there is a row for each day and coin. */
const PERIODS = [7, 30, 90] as const;

const PARTS = [
  ["fees", "Fees"],
  ["spread", "Spread"],
  ["slippage", "Slippage"],
  ["venue_fees", "Venue fees"],
  ["revaluation", "Revaluation"],
] as const satisfies readonly (readonly [keyof Row, string])[];

const part = ([key, title]: readonly [keyof Row, string]): DeskColumn<Row> => ({
  key,
  title,
  figures: true,
  cell: (row) => signedText(row[key]),
  csv: (row) => row[key],
});

const COLUMNS: readonly DeskColumn<Row>[] = [
  textColumn("day", "Day", ({ day }) => dayText(day)),
  nameColumn("coin", "Coin", ({ currency }) => currency),
  ...PARTS.map(part),
  part(["total", "Total"]),
];

/** Profit of the days in the address, which both panels show. */
function useProfit() {
  const now = useServerTime();
  const { search } = useDeskSearch();
  const days = PERIODS.find((each) => String(each) === search["days"]) ?? PERIODS[0];
  const profit = trpc.ops.hedging.profit.useQuery(lastDays(days, localDay(now, deskZone())), {
    ...READ_ONCE_ASKED,
    enabled: now > 0,
  });
  return { days, profit };
}

/** A part of the profit as a bar from where the parts before it ended, in percent. */
interface Step {
  readonly from: number;
  readonly width: number;
}

/** Bars of parts, one after another, and of their sum at last: all in percent of the room that the furthest needs. */
function stepsOf(amounts: readonly string[]): readonly Step[] {
  const units = amounts.map((amount) => decimalUnits(amount, 2));
  const ends = units.map((_, at) => units.slice(0, at + 1).reduce((sum, each) => sum + each, 0n));
  const all = [0n, ...ends];
  const least = all.reduce((a, b) => (a < b ? a : b));
  const room = all.reduce((a, b) => (a > b ? a : b)) - least || 1n;
  const spans = [...ends.map((end, at) => [end - (units[at] ?? 0n), end] as const), [0n, ends.at(-1) ?? 0n]];
  return spans.map(([start = 0n, end = 0n]) => {
    const from = (start < end ? start : end) - least;
    return { from: percentOf(from, room), width: percentOf(magnitude(end - start), room) };
  });
}

/** The house's profit of the last days: the sum first, then the parts that lead to it. */
export function ProfitPanel() {
  const { change } = useDeskSearch();
  const { days, profit } = useProfit();
  const { data } = profit;
  const amounts = PARTS.map(([key]) => sumOf(data?.days.map((row) => row[key]) ?? []));
  const steps = stepsOf(amounts);
  const total = data?.total ?? "0.00";
  const rows = [
    ...PARTS.map(([, name], at) => [name, amounts[at] ?? ""] as const),
    ["Total", total] as const,
  ];
  return (
    <section aria-label="Profit" className={classNames(cardClass(), styles["profit"])}>
      <div className={styles["head"]}>
        <h2>Profit</h2>
        <Segments
          legend="Profit of the last"
          name="profit-days"
          value={String(days)}
          options={PERIODS.map((each) => ({ value: String(each), label: `${each}D` }))}
          onChange={(value) => change({ days: value })}
        />
      </div>
      {data === undefined ? (
        <Skeleton lines={7} />
      ) : (
        <>
          <p className={styles["total"]}>{signedText(total, data.home_currency)}</p>
          <dl className={styles["parts"]}>
            {rows.map(([name, amount], at) => (
              <div key={name}>
                <dt>{name}</dt>
                <span aria-hidden="true" className={styles["step"]}>
                  <span
                    data-loss={isNegative(amount)}
                    style={{ left: `${steps[at]?.from ?? 0}%`, width: `${steps[at]?.width ?? 0}%` }}
                  />
                </span>
                <dd>{signedText(amount)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

/** The same by day and coin. */
export function ProfitDays() {
  const { profit } = useProfit();
  return (
    <section aria-label="Profit by day" className={parts["under"]}>
      <h2>Profit by day</h2>
      <DeskList
        caption="Profit by day"
        card={{ coin: "head", total: "end", day: "line", fees: "titled" }}
        columns={COLUMNS}
        foot="file"
        query={{ ...profit, data: profit.data?.days.toReversed() }}
        rowKey={({ day, currency }) => `${day} ${currency}`}
        empty={{
          title: "No profit or loss",
          text: "Days with trades, or with an open position, will show here.",
        }}
      />
    </section>
  );
}
