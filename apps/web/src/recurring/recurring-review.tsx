import { dayText } from "@wattle/contracts/days";
import type { RecurringBuy } from "@wattle/contracts/recurring";
import { FREQUENCY_WORDS, priceText } from "@wattle/contracts/recurring-words";
import { sumDecimals } from "@wattle/exchange-core/decimal";
import type { ReactNode } from "react";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { amountText } from "../money/price-figures.ts";
import { Facts } from "../ui/facts.tsx";

/** A plan that is not set up yet. */
export interface PlannedBuy extends Pick<
  RecurringBuy,
  "credit_currency" | "debit_currency" | "amount" | "max_price" | "frequency"
> {
  readonly first_on: string;
}

const BUYS_A_YEAR: Readonly<Record<RecurringBuy["frequency"], number>> = {
  weekly: 52,
  fortnightly: 26,
  monthly: 12,
};

/** Money that a plan takes in a year if no buy is skipped. */
const yearlySum = ({ amount, frequency }: PlannedBuy): string =>
  sumDecimals(Array.from({ length: BUYS_A_YEAR[frequency] }, () => amount));

interface RecurringReviewProps {
  /** Undefined while there is nothing to review. */
  readonly plan: PlannedBuy | undefined;
  readonly sending: boolean;
  readonly onSend: () => void;
  readonly onEdit: () => void;
  /** Cost of one buy, and when the buys are made. */
  readonly children: ReactNode;
}

/** A plan in figures, before it is set up. */
export function RecurringReview({ plan, sending, onSend, onEdit, children }: RecurringReviewProps) {
  return (
    <Dialog
      open={plan !== undefined}
      title="Review recurring buy"
      onClose={onEdit}
      actions={
        <>
          <Button kind="quiet" data-autofocus onClick={onEdit}>
            Edit
          </Button>
          <Button kind="accent" loading={sending} onClick={onSend}>
            Set up recurring buy
          </Button>
        </>
      }
    >
      {plan !== undefined && (
        <Facts
          facts={[
            ["You pay each time", amountText(plan.amount, plan.credit_currency)],
            ["How often", FREQUENCY_WORDS[plan.frequency]],
            ["In a year", amountText(yearlySum(plan), plan.credit_currency)],
            ["First buy on", dayText(plan.first_on)],
            [
              `Highest price for 1 ${plan.debit_currency}`,
              `${priceText(plan.max_price)} ${plan.credit_currency}`,
            ],
          ]}
        />
      )}
      {children}
    </Dialog>
  );
}
