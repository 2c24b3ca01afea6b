import { useEffect, useRef, useState, type RefObject } from "react";
import { schemeStore } from "../ui/theme/colour-scheme.ts";
import type { ChartPlace, DrawnLine } from "./draw-line.ts";

/** Tells once, when an element comes near the window. Without observers, at once. */
function whenSeen(element: HTMLElement, seen: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      seen();
    },
    { rootMargin: "200px" },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/**
 * Draws a line into an element once it is seen.
 * @returns where its points are, empty until it is drawn, and whether the code for it could not be loaded
 */
export function useDrawnLine(
  box: RefObject<HTMLDivElement | null>,
  heights: readonly (number | undefined)[],
): { readonly places: readonly (ChartPlace | undefined)[]; readonly failed: boolean } {
  const drawn = useRef<DrawnLine>(null);
  const latest = useRef(heights);
  const [places, setPlaces] = useState<readonly (ChartPlace | undefined)[]>([]);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let gone = false;
    const load = async (): Promise<void> => {
      try {
        const { drawLine } = await import("./draw-line.ts");
        if (gone) return;
        const line = drawLine(element, () => setPlaces(drawn.current?.places() ?? []));
        drawn.current = line;
        line.setHeights(latest.current);
      } catch (error) {
        console.error("Draw chart", error);
        if (!gone) setFailed(true);
      }
    };
    const forget = whenSeen(element, () => void load());
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

  return { places, failed };
}
