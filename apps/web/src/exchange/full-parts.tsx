import type { FullParts, QuickAmountsProps } from "./exchange-parts.ts";
import { ReviewNotice } from "../accounts/review-notice.tsx";
import { Chips } from "../ui/chips.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { quickAmounts, shownQuote } from "./exchange-view.ts";
import styles from "./full-parts.module.css";

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

/** Full parts of the exchange form. */
export const FULL_PARTS: FullParts = {
  QuickAmounts,
  Confirmation: ConfirmDialog,
  Refused: ReviewNotice,
};
