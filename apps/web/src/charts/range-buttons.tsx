import { CHART_RANGES, type ChartRange } from "@wattle/contracts/chart-ranges";
import { useState } from "react";
import { readStored, writeStored } from "../storage.ts";
import styles from "./range-buttons.module.css";

const LABELS: Readonly<Record<ChartRange, string>> = {
  "24h": "24H",
  "7d": "7D",
  "30d": "30D",
  "1y": "1Y",
  all: "All",
};
const FIRST_RANGE: ChartRange = "30d";

/** The range that a chart shows, as this browser remembers it under a key. */
export function useChartRange(key: string): readonly [ChartRange, (range: ChartRange) => void] {
  const [range, setRange] = useState(
    () => CHART_RANGES.find((one) => one === readStored(key)) ?? FIRST_RANGE,
  );
  return [
    range,
    (wanted) => {
      setRange(wanted);
      writeStored(key, wanted);
    },
  ];
}

interface RangeButtonsProps {
  readonly range: ChartRange;
  readonly onRange: (range: ChartRange) => void;
}

/** How far back a chart looks. */
export function RangeButtons({ range, onRange }: RangeButtonsProps) {
  return (
    <fieldset className={styles["ranges"]}>
      <legend className="visually-hidden">How far back the chart looks</legend>
      {CHART_RANGES.map((one) => (
        <button key={one} type="button" aria-pressed={one === range} onClick={() => onRange(one)}>
          {LABELS[one]}
        </button>
      ))}
    </fieldset>
  );
}
