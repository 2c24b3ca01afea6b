import { useEffect, useRef, useState, type ComponentType } from "react";
import { whenSeen } from "../charts/when-seen.ts";
import type { PriceChartProps } from "./price-chart.tsx";
import styles from "./price-chart.module.css";

/** A coin's price and chart, in a box of their height: their code comes once it is near the window, and only then is it busy. */
export function PriceChartWhenSeen(props: PriceChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [loading, setLoading] = useState(false);
  const [loaded, setLoaded] = useState<{ readonly PriceChart: ComponentType<PriceChartProps> }>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let gone = false;
    const load = async (): Promise<void> => {
      setLoading(true);
      try {
        const chart = await import("./price-chart.tsx");
        if (!gone) setLoaded(chart);
      } catch (error) {
        console.error("Load price chart", error);
        if (!gone) setFailed(true);
      } finally {
        if (!gone) setLoading(false);
      }
    };
    const forget = whenSeen(element, () => void load());
    return () => {
      gone = true;
      forget();
    };
  }, []);
  return (
    <div ref={box} className={styles["box"]} aria-busy={loading || undefined}>
      {loaded !== undefined && <loaded.PriceChart {...props} />}
      {failed && <p>We couldn’t load the chart. Reload the page.</p>}
    </div>
  );
}
