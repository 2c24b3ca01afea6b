import { dayText } from "@wattle/contracts/days";
import { Link } from "@tanstack/react-router";
import type { RecurringBuy, RecurringRun } from "@wattle/contracts/recurring";
import { missedWords } from "@wattle/contracts/recurring-words";
import { Status } from "../controls/status.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { amountText } from "../money/price-figures.ts";
import { trpc } from "../trpc.ts";
import styles from "./recurring.module.css";

/** Runs of a plan, newest first. */
export function RunList({ plan }: { readonly plan: RecurringBuy }) {
  const runs = trpc.recurring.runs.useQuery({ id: plan.id });
  if (runs.data === undefined) return <Loaded query={runs} what="these buys" lines={2} />;
  if (runs.data.length === 0) return <p className={styles["detail"]}>No buys yet.</p>;
  return (
    <ul className={styles["runs"]}>
      {runs.data.map((run) => (
        <li key={run.on} className={styles["run"]}>
          <span className={styles["day"]}>{dayText(run.on)}</span>
          <Outcome plan={plan} run={run} />
        </li>
      ))}
    </ul>
  );
}

function Outcome({ plan, run }: { readonly plan: RecurringBuy; readonly run: RecurringRun }) {
  const { outcome, reason, detail, bought, transaction_id } = run;
  if (outcome === "skipped") return <Status kind="stopped">You skipped this buy</Status>;
  if (outcome === "missed") {
    return (
      <div>
        <Status kind="failed">Missed</Status>
        {reason !== null && <p className={styles["detail"]}>{missedWords({ ...plan, reason, detail })}</p>}
      </div>
    );
  }
  return (
    <div>
      <Status kind="done">Bought {amountText(bought ?? "0", plan.debit_currency)}</Status>
      <p className={styles["detail"]}>
        <Link to="/dashboard/transactions-history/receipt" search={{ id: transaction_id ?? "" }}>
          See receipt<span className="visually-hidden"> of {dayText(run.on)}</span>
        </Link>
      </p>
    </div>
  );
}
