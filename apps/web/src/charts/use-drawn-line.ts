import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { schemeStore } from "../ui/theme/colour-scheme.ts";
import type { DrawnLine } from "./draw-line.ts";
import { placesOf, type ChartPlace } from "./still-line.ts";
import { whenSeen } from "./when-seen.ts";

/** Signs of someone at the page. */
const TOUCHES = ["pointermove", "pointerdown", "keydown", "wheel", "touchstart"] as const;

/** Tells once, when an element is near the window and someone uses the page. */
function whenUsed(element: HTMLElement, used: () => void): () => void {
  const forgetTouches = (): void => {
    for (const type of TOUCHES) window.removeEventListener(type, touched, true);
  };
  const touched = (): void => {
    forgetTouches();
    used();
  };
  const forget = whenSeen(element, () => {
    for (const type of TOUCHES) window.addEventListener(type, touched, { capture: true, passive: true });
  });
  return () => {
    forget();
    forgetTouches();
  };
}

/** Calls back once what was asked for is on the screen. */
const afterPaint = (done: () => void): void => {
  requestAnimationFrame(() => requestAnimationFrame(done));
};

/**
 * Draws a line into an element by the charting library, whose code comes once the chart is seen and someone uses the page.
 * @returns where the line's points are, and whether the library has drawn it: until then the page does
 */
export function useDrawnLine(
  box: RefObject<HTMLDivElement | null>,
  heights: readonly (number | undefined)[],
): { readonly places: readonly (ChartPlace | undefined)[]; readonly isDrawn: boolean } {
  const drawn = useRef<DrawnLine>(null);
  const latest = useRef(heights);
  const [isDrawn, setDrawn] = useState(false);

  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let gone = false;
    const load = async (): Promise<void> => {
      try {
        const { drawLine } = await import("./draw-line.ts");
        if (gone) return;
        const line = drawLine(element);
        drawn.current = line;
        line.setHeights(latest.current);
        afterPaint(() => {
          if (!gone) setDrawn(true);
        });
      } catch (error) {
        // The page's own line stays.
        console.error("Draw chart", error);
      }
    };
    const forget = whenUsed(element, () => void load());
    const repaint = (): void => drawn.current?.paint();
    const unsubscribe = schemeStore.subscribe(repaint);
    const device = window.matchMedia("(prefers-color-scheme: dark)");
    device.addEventListener("change", repaint);
    return () => {
      gone = true;
      forget();
      unsubscribe();
      device.removeEventListener("change", repaint);
      drawn.current?.remove();
      drawn.current = null;
    };
  }, [box]);

  useEffect(() => {
    latest.current = heights;
    drawn.current?.setHeights(heights);
  }, [heights]);

  return { places: useMemo(() => placesOf(heights), [heights]), isDrawn };
}
