import { Link } from "@tanstack/react-router";
import { displayTime } from "@wattle/exchange-core/display";
import { amountText } from "../money/price-figures.ts";
import { pollInterval } from "../history/poll-interval.ts";
import { trpc } from "../trpc.ts";
import { Panel } from "../controls/panel.tsx";
import { ChevronIcon } from "../ui/icons.tsx";
import styles from "../money/open-list.module.css";

const SHOWN = 5;

const useWithdrawalsIn = (status: "requested" | "sent") =>
  trpc.history.list.useQuery(
    { type: "withdraw", status, per_page: SHOWN },
    {
      trpc: { context: { background: true } },
      refetchInterval: ({ state }) => pollInterval(state.data?.data, state.dataUpdateCount),
    },
  ).data;

/** Withdrawals that are not paid out yet, or sent and not confirmed yet, each with the way to its state. Nothing if there is none. */
export function PendingWithdrawals() {
  const [sent, requested] = [useWithdrawalsIn("sent"), useWithdrawalsIn("requested")];
  if (sent === undefined || requested === undefined) return null;
  const pending = [...sent.data, ...requested.data];
  if (pending.length === 0) return null;
  return (
    <Panel title="Pending withdrawals">
      <ul className={styles["list"]}>
        {pending.map(({ id, status, credit, credit_currency, reference, created_at }) => (
          <li key={id}>
            <Link to="/dashboard/withdraw-money" search={{ id }} className={styles["item"]}>
              <span className={styles["line"]}>
                <span className={styles["amount"]}>{amountText(credit, credit_currency)}</span>
                <span className={styles["when"]}>
                  Since <time dateTime={created_at}>{displayTime(Date.parse(created_at))}</time>
                </span>
              </span>
              <span translate="no" className={styles["how"]}>
                {reference}
                {status === "sent" && ", sent"}
              </span>
              <ChevronIcon size={18} />
            </Link>
          </li>
        ))}
      </ul>
      {[sent, requested].map(
        ({ meta: { total }, data: [first] }) =>
          first !== undefined &&
          total > SHOWN && (
            <Link
              key={first.status}
              to="/dashboard/transactions-history"
              search={{ type: "withdraw", status: first.status }}
            >
              See all {total} {first.status === "sent" ? "sent" : "requested"}
            </Link>
          ),
      )}
    </Panel>
  );
}
