import { isZero } from "@wattle/exchange-core/decimal";
import { dayAt } from "@wattle/contracts/days";
import { LineChart } from "../../charts/line-chart.tsx";
import { cardClass } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import parts from "../parts/parts.module.css";
import { everyDay, type Days } from "../parts/period.ts";

interface DailyChartProps {
  readonly label: string;
  readonly days: Days;
  /** Each day's value as plain decimal text; days that are not in it have `zero`. */
  readonly values: ReadonlyMap<string, string>;
  readonly zero: string;
  readonly format: (value: string) => string;
  /** A list of the same days is under it. */
  readonly isListed?: boolean;
}

/**
 * A line of daily sums, with all of them as a table if no list has them; nothing if there is no sum, or a single day.
 */
export function DailyChart({ label, days, values, zero, format, isListed = false }: DailyChartProps) {
  const points = everyDay(days).map((day) => ({ at: dayAt(day), value: values.get(day) ?? zero }));
  if (points.length < 2 || points.every(({ value }) => isZero(value))) return null;
  return (
    <div className={classNames(cardClass(), parts["chart"])}>
      <p className={parts["muted"]}>{label}</p>
      <LineChart label={label} points={points} format={format} daily isListed={isListed} />
    </div>
  );
}
