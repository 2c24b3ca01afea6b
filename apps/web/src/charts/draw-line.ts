/** The only file that knows the charting library: it is loaded once a chart is seen and the page is used. */
import { AreaSeries, createChart, type UTCTimestamp } from "lightweight-charts";
import { HEIGHT } from "./scale.ts";

export interface DrawnLine {
  /** Draws points at even distances; undefined leaves a point out. */
  readonly setHeights: (heights: readonly (number | undefined)[]) => void;
  /** Takes the colours of the page again. */
  readonly paint: () => void;
  readonly remove: () => void;
}

/** How strong the area under the line is. */
const AREA = 0.08;

/** A colour of the page as `rgb(…)`: the library reads no custom properties. */
function colourOf(element: HTMLElement, token: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${token})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const clear = (colour: string, opacity: number): string =>
  colour.replace(/^rgba?\(([^)]*)\)$/, (_all, parts: string) => {
    const [red = "0", green = "0", blue = "0"] = parts.split(/[\s,/]+/);
    return `rgba(${red}, ${green}, ${blue}, ${opacity})`;
  });

/**
 * One line with the area under it, as wide as its element, without axes, grid or movement: those are the page's own. Points are
 * where `placesOf` has them.
 */
export function drawLine(element: HTMLElement): DrawnLine {
  const chart = createChart(element, {
    autoSize: true,
    layout: { background: { color: "transparent" }, attributionLogo: false },
    grid: { vertLines: { visible: false }, horzLines: { visible: false } },
    leftPriceScale: { visible: false },
    rightPriceScale: { visible: false, scaleMargins: { top: 0, bottom: 0 } },
    // All points fit, however narrow the element becomes: unless told, they are half a pixel apart at least.
    timeScale: { visible: false, fixLeftEdge: true, fixRightEdge: true, minBarSpacing: 0.001 },
    crosshair: { vertLine: { visible: false }, horzLine: { visible: false } },
    handleScroll: false,
    handleScale: false,
  });
  const series = chart.addSeries(AreaSeries, {
    lineWidth: 2,
    priceLineVisible: false,
    lastValueVisible: false,
    crosshairMarkerVisible: false,
    autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: HEIGHT } }),
  });
  const timeScale = chart.timeScale();
  const fit = (): void => timeScale.fitContent();
  // The library says nothing of a new width while its own time scale is hidden, and takes it in its next frame.
  const resized = new ResizeObserver(() => requestAnimationFrame(fit));
  resized.observe(element);

  const paint = (): void => {
    const colour = colourOf(element, "--brand");
    series.applyOptions({
      lineColor: colour,
      topColor: clear(colour, AREA),
      bottomColor: clear(colour, AREA),
    });
  };
  paint();

  return {
    paint,
    setHeights(heights) {
      series.setData(
        heights.map((value, index) => {
          const time = index as UTCTimestamp;
          return value === undefined ? { time } : { time, value };
        }),
      );
      fit();
    },
    remove: () => {
      resized.disconnect();
      chart.remove();
    },
  };
}
