import { displayMoment, displayTime } from "@wattle/exchange-core/display";
import type { TransactionDetail } from "@wattle/contracts/history";
import type { StaffTimes } from "@wattle/contracts/staff-times";
import { amountText } from "../money/price-figures.ts";
import type { TimelineStep } from "../controls/timeline.tsx";

const timeText = (iso: string): string => displayTime(Date.parse(iso));

const matchingOf = (times: StaffTimes) => ({
  key: "match",
  title: "We match it to your account",
  detail: `Payments are ${times.matched}. We’ll email you.`,
});
const CREDITED = { key: "credited", title: "The money is in your balance" } as const;

/** Steps of a deposit that is about to be started. */
export const depositStepsAhead = (times: StaffTimes): readonly Omit<TimelineStep, "state">[] => [
  {
    key: "pay",
    title: "You pay with your reference",
    detail: "We’ll show you where to pay, and the reference to add.",
  },
  matchingOf(times),
  CREDITED,
];

/** Past steps of a deposit, and the next one. */
export function depositSteps(deposit: TransactionDetail, times: StaffTimes): readonly TimelineStep[] {
  const { status, events, created_at, expires_at, credit, credit_currency, announced } = deposit;
  const last = events.at(-1);
  const at = last === undefined ? undefined : timeText(last.created_at);
  const began: TimelineStep = {
    key: "announced",
    title: "Deposit started",
    detail: timeText(created_at),
    state: "done",
  };
  const paying = {
    key: "pay",
    title: `Pay ${amountText(announced ?? credit, credit_currency)} with your reference`,
  };
  switch (status) {
    case "completed":
      return [
        began,
        { key: "pay", title: "You paid with your reference", state: "done" },
        { key: "match", title: "We matched it to your account", state: "done" },
        {
          ...CREDITED,
          state: "done",
          title: `${amountText(credit, credit_currency)} is in your balance`,
          detail:
            announced === null
              ? at
              : `${at}. You planned to send ${amountText(announced, credit_currency)}. We credited what arrived.`,
        },
      ];
    case "cancelled":
      return [
        began,
        { key: "end", title: "You cancelled this deposit", detail: at, state: "stopped" },
        { key: "late", title: "Already paid? We’ll still credit it.", state: "coming" },
      ];
    case "expired":
      return [
        began,
        { key: "end", title: "No payment arrived in time", detail: at, state: "stopped" },
        { key: "late", title: "Late payments are still credited.", state: "coming" },
      ];
    case "returned":
      return [
        began,
        {
          key: "end",
          title: "Your payment is going back to the account it came from",
          detail: [at, last?.reason].filter((part) => part != null).join(": "),
          state: "stopped",
        },
      ];
    case "awaiting_payment":
    case "requested":
    case "sent":
    case "rejected":
      return [
        began,
        {
          ...paying,
          state: "current",
          ...(expires_at !== null && { detail: `By ${displayMoment(Date.parse(expires_at))}` }),
        },
        { ...matchingOf(times), state: "coming" },
        { ...CREDITED, state: "coming" },
      ];
  }
}
