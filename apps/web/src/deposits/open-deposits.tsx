import { Link } from "@tanstack/react-router";
import { depositMethod } from "@wattle/contracts/bank-formats/formats";
import { displayMoment } from "@wattle/exchange-core/display";
import { amountText } from "../money/price-figures.ts";
import { pollInterval } from "../history/poll-interval.ts";
import { trpc } from "../trpc.ts";
import { Panel } from "../controls/panel.tsx";
import { paymentPath } from "./deposit-methods.ts";
import styles from "./open-deposits.module.css";

const SHOWN = 5;

/** Deposits that are started and not paid yet, each with the way to its payment page. Nothing where there is none. */
export function OpenDeposits() {
  const { data } = trpc.history.list.useQuery(
    { type: "deposit", status: "awaiting_payment", per_page: SHOWN },
    {
      trpc: { context: { background: true } },
      refetchInterval: ({ state }) => pollInterval(state.data?.data, state.dataUpdateCount),
    },
  );
  if (data === undefined || data.meta.total === 0) return null;
  return (
    <Panel title="Waiting for your payment">
      <ul className={styles["list"]}>
        {data.data.map(({ id, credit, credit_currency, payment_method, reference, created_at }) => (
          <li key={id}>
            <Link to={paymentPath(payment_method)} search={{ id }} className={styles["deposit"]}>
              <span className={styles["amount"]}>{amountText(credit, credit_currency)}</span>
              <span className={styles["how"]}>
                {depositMethod(credit_currency, payment_method)?.title ?? "Payment"}, {reference}
              </span>
              <time dateTime={created_at} className={styles["how"]}>
                {displayMoment(Date.parse(created_at))}
              </time>
            </Link>
          </li>
        ))}
      </ul>
      {data.meta.total > SHOWN && (
        <Link to="/dashboard/transactions-history" search={{ type: "deposit", status: "awaiting_payment" }}>
          See all {data.meta.total}
        </Link>
      )}
    </Panel>
  );
}
