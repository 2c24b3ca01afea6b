import {
  defaultRangeExtractor,
  measureElement,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  windowScroll,
  type VirtualizerOptions,
} from "@tanstack/virtual-core";
import { useEffect, useLayoutEffect, useReducer, useRef, useState, type RefObject } from "react";
import type { BodyLines } from "../../controls/data-table.tsx";
import styles from "./parts.module.css";

/** Pixels of a row until it is drawn and measured. */
const ROW_HEIGHT = 37;

/** How many lines are drawn above and below those in sight. */
const OUT_OF_SIGHT = 15;

interface LongBodyProps extends BodyLines {
  /** Keys of rows that are drawn wherever one has scrolled to: the one with the focus keeps it. */
  readonly kept: readonly (string | undefined)[];
  /** Which columns there are: others are as wide as they come. */
  readonly columns: string;
  /** Lines have been drawn. */
  readonly onDrawn: () => void;
}

/** Keeps columns as wide as they were at first: they would move with each row that is drawn, as it is wider or not. */
function useSteadyColumns(first: RefObject<HTMLElement | null>, columns: string): void {
  useLayoutEffect(() => {
    const table = first.current?.closest("table");
    const box = table?.parentElement;
    if (table == null || box == null) return undefined;
    const heads = [...table.querySelectorAll<HTMLElement>("thead th")];
    let known: number | undefined;
    const measure = (): void => {
      if (box.clientWidth === known) return;
      known = box.clientWidth;
      for (const { style } of heads) style.width = "";
      // Cards have no columns.
      if (getComputedStyle(table).display !== "table") return;
      const widths = heads.map(({ offsetWidth }) => offsetWidth);
      for (const [index, { style }] of heads.entries()) style.width = `${widths[index]}px`;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => {
      observer.disconnect();
      for (const { style } of heads) style.width = "";
    };
  }, [first, columns]);
}

type Options = VirtualizerOptions<Window, HTMLTableRowElement>;

/** Which lines are to be drawn and where, as the window is scrolled and rows are measured. */
function useLinesInSight(
  options: Pick<Options, "count" | "getItemKey" | "scrollMargin" | "rangeExtractor">,
): Virtualizer<Window, HTMLTableRowElement> {
  const [, drawAgain] = useReducer((drawn: number) => drawn + 1, 0);
  const all: Options = {
    ...options,
    estimateSize: () => ROW_HEIGHT,
    // Without a layout there is no height.
    measureElement: (row, entry, instance) => measureElement(row, entry, instance) || ROW_HEIGHT,
    overscan: OUT_OF_SIGHT,
    getScrollElement: () => window,
    initialOffset: () => window.scrollY,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    onChange: drawAgain,
  };
  const [virtual] = useState(() => new Virtualizer(all));
  virtual.setOptions(all);
  useLayoutEffect(() => virtual._didMount(), [virtual]);
  useLayoutEffect(() => virtual._willUpdate());
  return virtual;
}

/** Pixels from the top of the page to an element, as what is above it grows. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      setTop(Math.round((element.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}

/** Room where lines are that are not drawn. */
const Gap = ({ height, ref }: { height: number; ref?: RefObject<HTMLTableRowElement | null> }) => (
  <tr ref={ref} aria-hidden="true" className={styles["gap"]} style={{ height }} />
);

/** The virtualised body of a long list: the lines in sight, and some around them. */
export function LongBody({ count, keyOf, line, kept, columns, onDrawn }: LongBodyProps) {
  const first = useRef<HTMLTableRowElement>(null);
  const top = useTop(first);
  const keptAt = Array.from({ length: count }, (_, index) => index).filter((index) =>
    kept.includes(keyOf(index)),
  );
  const virtual = useLinesInSight({
    count,
    getItemKey: keyOf,
    scrollMargin: top,
    rangeExtractor: (range) =>
      [...new Set([...keptAt, ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b),
  });
  useLayoutEffect(() => onDrawn());
  useSteadyColumns(first, columns);
  const drawn = virtual.getVirtualItems();
  const ends = [top, ...drawn.map(({ end }) => end)];
  const below = top + virtual.getTotalSize() - (ends.at(-1) ?? top);
  return (
    <>
      <Gap ref={first} height={(drawn[0]?.start ?? top) - top} />
      {drawn.flatMap(({ index, key, start }, place) => {
        const gap = place === 0 ? 0 : start - (ends[place] ?? start);
        const row = line(index, {
          ref: virtual.measureElement,
          "data-index": index,
          "aria-rowindex": index + 2,
        });
        return gap > 0 ? [<Gap key={`above ${key}`} height={gap} />, row] : [row];
      })}
      {below > 0 && <Gap height={below} />}
    </>
  );
}
