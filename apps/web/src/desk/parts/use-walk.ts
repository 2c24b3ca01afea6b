import { useRef, useState, type RefObject } from "react";
import { useKeys } from "./keys.ts";

interface Walk {
  /** Keys of the rows that can be opened, in the order in which they show; undefined if a list opens none. */
  readonly keys: readonly string[] | undefined;
  /** The row that is open. */
  readonly openKey: string | undefined;
  /** Element of the list. */
  readonly frame: RefObject<HTMLElement | null>;
}

const keyOf = (element: Element | null): string | undefined =>
  element?.closest<HTMLElement>("tr[data-key]")?.dataset["key"];

/** Frames in which a row has not moved, until it is taken to stay where it is. */
const SETTLED = 10;

/** Keeps a row with the focus in sight while rows around it are drawn and take their heights. */
function keepInSight(row: HTMLElement, still = 0, before?: number): void {
  if (still === SETTLED || document.activeElement !== row) return;
  row.scrollIntoView({ block: "nearest" });
  const { top } = row.getBoundingClientRect();
  requestAnimationFrame(() => keepInSight(row, top === before ? still + 1 : 0, top));
}

/**
 * Has j, k, Home and End go through a list, whether a row is drawn or not.
 * @returns rows to draw wherever one has scrolled to; what to call once they are; and a handler that notes where the
 * focus went
 */
export function useWalk({ keys, openKey, frame }: Walk) {
  // The row with the focus, and the one that had it: it has it until the other one is drawn.
  const [kept, setKept] = useState<readonly (string | undefined)[]>([]);
  const wanted = useRef<string>(undefined);
  const keep = (key: string | undefined): void => {
    if (key !== undefined && key !== kept[0]) setKept([key, kept[0]]);
  };
  const focusWanted = (): void => {
    const row = [...(frame.current?.querySelectorAll<HTMLElement>("tr[data-key]") ?? [])].find(
      (each) => each.dataset["key"] === wanted.current,
    );
    if (wanted.current === undefined || row === undefined) return;
    wanted.current = undefined;
    row.focus();
    keepInSight(row);
  };
  const go = (placeFrom: (at: number, last: number) => number): void => {
    if (keys === undefined) return;
    const { activeElement } = document;
    const isIn = activeElement?.matches("tr") === true && frame.current?.contains(activeElement) === true;
    const focused = isIn ? keys.indexOf(keyOf(activeElement) ?? "") : -1;
    // After an act took the focus, the open row is the current one.
    const at = focused === -1 ? keys.indexOf(openKey ?? "") : focused;
    const last = keys.length - 1;
    wanted.current = keys[Math.min(last, Math.max(0, placeFrom(at, last)))];
    keep(wanted.current);
    focusWanted();
  };
  useKeys(
    keys === undefined
      ? []
      : [
          { keys: "j", does: "Next row", run: () => go((at) => at + 1) },
          { keys: "k", does: "Row before", run: () => go((at, last) => (at === -1 ? last : at - 1)) },
          { keys: "Home", does: "First row", run: () => go(() => 0) },
          { keys: "End", does: "Last row", run: () => go((_at, last) => last) },
        ],
  );
  return {
    kept: [...kept, openKey],
    onDrawn: focusWanted,
    onFocus: ({ target }: { readonly target: Element }): void => keep(keyOf(target)),
  };
}
