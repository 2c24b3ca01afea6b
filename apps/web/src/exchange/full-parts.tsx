import type { FullParts, PartProps, QuickAmountsProps } from "./exchange-form.tsx";
import { ReviewNotice } from "../accounts/review-notice.tsx";
import { Chips } from "../ui/chips.tsx";
import { SwapIcon } from "../ui/icons.tsx";
import { Segments } from "../ui/segments.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { currencyOfSide } from "./exchange-state.ts";
import { quickAmounts, shownQuote } from "./exchange-view.ts";
import styles from "./full-parts.module.css";

const isPurchase = (state: PartProps["state"]): boolean => currencyOfSide(state, "credit").kind === "fiat";

const WAYS = [
  { value: "Buy", label: "Buy" },
  { value: "Sell", label: "Sell" },
] as const;

/** Buy or Sell: which way the pair goes. */
function Way({ state, dispatch }: PartProps) {
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
function Swap({ state, dispatch }: PartProps) {
  const { credit, debit } = state.pair;
  return (
    <button
      type="button"
      className={styles["swap"]}
      data-buying={isPurchase(state) || undefined}
      onClick={() => dispatch({ type: "swapped" })}
    >
      <SwapIcon />
      <span className="visually-hidden">
        Swap {credit} and {debit}
      </span>
    </button>
  );
}

/** Amounts to fill in by a press: round sums of money, and all there is. */
function QuickAmounts({ state, dispatch, balance, reasonId }: QuickAmountsProps) {
  const { side, amounts } = quickAmounts(state);
  return (
    <div className={styles["quick"]}>
      <Chips
        legend="Quick amounts"
        chips={[
          ...amounts.map(({ amount, text }) => ({
            text,
            isOn: state[side].amount === amount,
            // Nothing can be worked out without a rate.
            disabled: state.rate.status === "failed",
            reasonId,
            onPress: () => dispatch({ type: "amount_chosen", side, amount }),
          })),
          {
            text: "Buy Max",
            disabled: balance === undefined || shownQuote(state) === undefined,
            reasonId,
            onPress: () => balance !== undefined && dispatch({ type: "max_wanted", balance }),
          },
        ]}
      />
    </div>
  );
}

/** What the exchange form has in full. */
export const FULL_PARTS: FullParts = {
  Way,
  QuickAmounts,
  Swap,
  Confirmation: ConfirmDialog,
  Refused: ReviewNotice,
};
