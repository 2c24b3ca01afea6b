import { dayText } from "@wattle/contracts/days";
import type { RecurringBuy } from "@wattle/contracts/recurring";
import { FREQUENCY_WORDS, priceText } from "@wattle/contracts/recurring-words";
import { useId, useState } from "react";
import { Button } from "../controls/button.tsx";
import { DangerDialog } from "../controls/danger-dialog.tsx";
import { Status, type StateWord } from "../controls/status.tsx";
import { amountText } from "../money/price-figures.ts";
import { RunList } from "./run-list.tsx";
import styles from "./recurring.module.css";
import { usePlanActs, type PlanActs } from "./use-plan-acts.ts";

const STATES = {
  active: { kind: "done", word: "Active" },
  paused: { kind: "waiting", word: "Paused" },
  cancelled: { kind: "stopped", word: "Cancelled" },
} as const satisfies Record<RecurringBuy["status"], StateWord>;

/** `100.00 AUD into BTC, weekly`: what a plan is called on the screen. */
const planName = ({ amount, credit_currency, debit_currency, frequency }: RecurringBuy): string =>
  `${amountText(amount, credit_currency)} into ${debit_currency}, ${FREQUENCY_WORDS[frequency].toLowerCase()}`;

/** The customer's plans, each with its state, its next day, what can be done with it, and its history. */
export function PlanList({ plans }: { readonly plans: readonly RecurringBuy[] }) {
  const [doomed, setDoomed] = useState<RecurringBuy>();
  const acts = usePlanActs(() => setDoomed(undefined));
  return (
    <>
      <ul className={styles["list"]}>
        {plans.map((plan) => (
          <Plan key={plan.id} plan={plan} acts={acts} onCancel={() => setDoomed(plan)} />
        ))}
      </ul>
      <DangerDialog
        open={doomed !== undefined}
        title="Cancel this recurring buy?"
        act="Cancel recurring buy"
        keep="Keep recurring buy"
        acting={acts.cancel.isPending}
        onAct={() => {
          if (doomed !== undefined) acts.cancel.mutate({ id: doomed.id });
        }}
        onKeep={() => setDoomed(undefined)}
      >
        <p>
          We won’t make any more buys of <strong>{doomed && planName(doomed)}</strong>. What you’ve bought
          stays yours.
        </p>
      </DangerDialog>
    </>
  );
}

interface PlanProps {
  readonly plan: RecurringBuy;
  readonly acts: PlanActs;
  readonly onCancel: () => void;
}

function Plan({ plan, acts, onCancel }: PlanProps) {
  const { id, status, next_on } = plan;
  const [open, setOpen] = useState(false);
  const runs = useId();
  const name = planName(plan);
  const { kind, word } = STATES[status];
  const hidden = <span className="visually-hidden">: {name}</span>;
  return (
    <li className={styles["plan"]}>
      <div className={styles["head"]}>
        <p className={styles["name"]}>{name}</p>
        <Status kind={kind}>{word}</Status>
      </div>
      <p className={styles["detail"]}>
        {next_on !== null && `Next buy on ${dayText(next_on)}. `}
        Up to {priceText(plan.max_price)} {plan.credit_currency} for 1 {plan.debit_currency}.
      </p>
      <div className={styles["acts"]}>
        {next_on !== null && (
          <>
            <Button kind="quiet" onClick={() => acts.skip.mutate({ id, on: next_on })}>
              Skip next buy{hidden}
            </Button>
            <Button kind="quiet" onClick={() => acts.pause.mutate({ id })}>
              Pause buys{hidden}
            </Button>
          </>
        )}
        {status === "paused" && (
          <Button kind="quiet" onClick={() => acts.resume.mutate({ id })}>
            Resume buys{hidden}
          </Button>
        )}
        {status !== "cancelled" && (
          <Button kind="plain" onClick={onCancel}>
            Cancel buys{hidden}
          </Button>
        )}
        <Button kind="plain" aria-expanded={open} aria-controls={runs} onClick={() => setOpen(!open)}>
          History{hidden}
        </Button>
      </div>
      <div id={runs} hidden={!open}>
        {open && <RunList plan={plan} />}
      </div>
    </li>
  );
}
