import { SwapIcon } from "../ui/icons.tsx";
import { Segments } from "../ui/segments.tsx";
import type { PartProps } from "./exchange-parts.ts";
import { isPurchase } from "./exchange-state.ts";
import styles from "./way.module.css";

const WAYS = [
  { value: "Buy", label: "Buy" },
  { value: "Sell", label: "Sell" },
] as const;

/** Buy or Sell: which way the pair goes. */
export function Way({ state, dispatch }: PartProps) {
  return (
    <Segments
      legend="Buy or sell"
      name="way"
      options={WAYS}
      value={isPurchase(state) ? "Buy" : "Sell"}
      onChange={() => dispatch({ type: "swapped" })}
    />
  );
}

/** Turns the pair round. */
export function Swap({ state, dispatch }: PartProps) {
  const { credit, debit } = state.pair;
  return (
    <button
      type="button"
      className={styles["swap"]}
      data-buying={isPurchase(state) || undefined}
      onClick={() => dispatch({ type: "swapped" })}
    >
      <SwapIcon />
      <span className="visually-hidden">{`Swap ${credit} and ${debit}`}</span>
    </button>
  );
}
