import { currencyOf, knownMarkets } from "@wattle/contracts/markets";
import { classNames } from "../ui/class-names.ts";
import styles from "./swatch.module.css";

/** Engravings, not hues: they tell currencies apart in any brand, and to everyone. */
const ENGRAVINGS = ["solid", "diagonal", "upright", "level", "crossed", "dotted"] as const;

/** The engraving of a currency: coins first, then fiat, in the order of lists. */
function engravingOf(code: string): (typeof ENGRAVINGS)[number] {
  const { currencies } = knownMarkets();
  const order = [...currencies]
    .filter(({ active }) => active || currencyOf(code)?.active !== true)
    .toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind === "crypto" ? -1 : 1))
    .findIndex((currency) => currency.code === code);
  return ENGRAVINGS[Math.max(0, order) % ENGRAVINGS.length] ?? "solid";
}

/** The sign of a currency in tables and bars. */
export function Swatch({
  code,
  className,
  width,
}: {
  readonly code: string;
  readonly className?: string | undefined;
  readonly width?: string;
}) {
  return (
    <span
      className={classNames(styles["swatch"], styles[engravingOf(code)], className)}
      style={width === undefined ? undefined : { width }}
      aria-hidden="true"
    />
  );
}
