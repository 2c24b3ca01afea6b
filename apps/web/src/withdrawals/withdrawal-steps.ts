import type { OutgoingCoins } from "@wattle/contracts/coins";
import { displayTime } from "@wattle/exchange-core/display";
import type { TransactionDetail } from "@wattle/contracts/history";
import type { StaffTimes } from "@wattle/contracts/staff-times";
import { signingText } from "../coin-payees/payee-words.ts";
import type { TimelineStep } from "../controls/timeline.tsx";

const timeText = (iso: string): string => displayTime(Date.parse(iso));

const payingOf = (times: StaffTimes) => ({
  key: "check",
  title: "We check it and pay it",
  detail: `${times.paidOut}. You can cancel until then.`,
});

const SIGNING = { key: "check", title: "We check it and sign it", detail: "You can cancel until then." };

/** Steps of a withdrawal that is about to be requested. */
export const withdrawalStepsAhead = (times: StaffTimes): readonly Omit<TimelineStep, "state">[] => [
  { key: "requested", title: "We set the money aside", detail: "Once you’ve reviewed the withdrawal." },
  payingOf(times),
  { key: "arrives", title: "Your bank credits it", detail: `${times.arrives}.` },
];

/** The same for coins. @param outgoing undefined until it is known when payouts are signed */
export function coinStepsAhead(outgoing: OutgoingCoins | undefined): readonly Omit<TimelineStep, "state">[] {
  const next = outgoing === undefined ? "" : `Next signing: ${signingText(outgoing)}. `;
  return [
    { key: "confirm", title: "You confirm it’s you", detail: "We set the coins aside." },
    {
      key: "sign",
      title: "Our staff check and sign it",
      detail: `${next}The keys are offline, so we sign at set times. You can cancel until then.`,
    },
    { key: "sent", title: "Sent to the network" },
    { key: "settled", title: "Settled", detail: "Once blocks confirm it. We’ll email you." },
  ];
}

/** Past steps of a withdrawal, and the next one. */
export function withdrawalSteps(withdrawal: TransactionDetail, times: StaffTimes): readonly TimelineStep[] {
  const { status, events, created_at, bank_reference } = withdrawal;
  const isCoin = withdrawal.coin_payee_id !== null;
  const kept = isCoin ? "coins" : "money";
  const back: TimelineStep = {
    key: "back",
    title: `The ${kept} ${isCoin ? "are" : "is"} back in your balance`,
    state: "done",
  };
  const last = events.at(-1);
  const at = last === undefined ? undefined : timeText(last.created_at);
  const began: TimelineStep = {
    key: "requested",
    title: "Withdrawal requested",
    detail: `${timeText(created_at)}. We’ve set the ${kept} aside.`,
    state: "done",
  };
  const sent = { key: "paid", title: "We sent it to the network", state: "done" } as const;
  if (isCoin && status === "completed")
    return [began, sent, { key: "arrives", title: "The wallet received it", detail: at, state: "done" }];
  switch (status) {
    case "sent":
      return [
        began,
        { ...sent, detail: at },
        {
          key: "arrives",
          title: "The wallet receives it",
          detail: "Once the network confirms it.",
          state: "current",
        },
      ];
    case "completed":
      return [
        began,
        {
          key: "paid",
          title: "We paid it to your bank account",
          detail: [at, bank_reference === null ? undefined : `bank reference ${bank_reference}`]
            .filter((part) => part !== undefined)
            .join(", "),
          state: "done",
        },
        {
          key: "arrives",
          title: "Your bank credits it",
          detail: `${times.arrives}.`,
          state: "coming",
        },
      ];
    case "cancelled":
      return [began, { key: "end", title: "You cancelled it", detail: at, state: "stopped" }, back];
    case "rejected":
      return [
        began,
        {
          key: "end",
          title: "We couldn’t pay it",
          detail: at,
          state: "stopped",
        },
        back,
      ];
    case "returned":
      return [
        began,
        { key: "paid", title: "We paid it to your bank account", state: "done" },
        {
          key: "end",
          title: "Your bank returned it",
          detail: at,
          state: "stopped",
        },
        back,
      ];
    case "requested":
    case "awaiting_payment":
    case "expired":
      return [
        began,
        { ...(isCoin ? SIGNING : payingOf(times)), state: "current" },
        {
          key: "arrives",
          title: isCoin ? "The wallet receives it" : "Your bank credits it",
          detail: "We’ll email you.",
          state: "coming",
        },
      ];
  }
}
