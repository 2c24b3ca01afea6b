import { useCodeWhenSeen } from "../charts/use-code-when-seen.ts";
import type { PriceChartProps } from "./price-chart.tsx";
import { classNames } from "../ui/class-names.ts";
import styles from "./price-chart.module.css";

/** A coin's price and chart, in a box of their height: their code comes once it is near the window, and only then is it busy. */
export function PriceChartWhenSeen(props: PriceChartProps) {
  const { box, loading, loaded, failed } = useCodeWhenSeen("price chart", () => import("./price-chart.tsx"));
  return (
    <div
      ref={box}
      className={classNames(styles["box"], props.extremes === true && styles["highBox"])}
      aria-busy={loading || undefined}
    >
      {loaded !== undefined && <loaded.PriceChart {...props} />}
      {failed && <p>We couldn’t load the chart. Reload the page.</p>}
    </div>
  );
}
