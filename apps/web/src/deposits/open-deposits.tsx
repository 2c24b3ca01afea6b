import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { Link } from "@tanstack/react-router";
import { depositMethod } from "@wattle/contracts/bank-formats/formats";
import { DEPOSIT_DAYS } from "@wattle/contracts/deposit-limits";
import { amountText } from "../money/price-figures.ts";
import { pollInterval } from "../history/poll-interval.ts";
import { trpc } from "../trpc.ts";
import { Panel } from "../controls/panel.tsx";
import { ChevronIcon } from "../ui/icons.tsx";
import { shortDayText } from "../ui/moments.ts";
import { useNarrow } from "../ui/use-narrow.ts";
import { paymentPath } from "../money/deposit-methods.ts";
import styles from "../money/open-list.module.css";

const SHOWN = 5;
/** On a phone, where the form for the next deposit is below them. */
const SHOWN_NARROW = 2;

/** Until when a deposit can be paid in time: `1 Dec`. @param started ISO 8601 */
const dueText = (started: string): string =>
  shortDayText(Date.parse(started) + DEPOSIT_DAYS * DAY_MILLISECONDS);

/** Deposits that are started and not paid yet, each with the way to its payment page. Nothing if there is none. */
export function OpenDeposits() {
  const shown = useNarrow() ? SHOWN_NARROW : SHOWN;
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
        {data.data
          .slice(0, shown)
          .map(({ id, credit, credit_currency, payment_method, reference, bill_reference, created_at }) => (
            <li key={id}>
              <Link to={paymentPath(payment_method)} search={{ id }} className={styles["item"]}>
                <span className={styles["line"]}>
                  <span className={styles["amount"]}>{amountText(credit, credit_currency)}</span>
                  <span className={styles["when"]}>Pay by {dueText(created_at)}</span>
                </span>
                <span className={styles["how"]}>
                  {depositMethod(credit_currency, payment_method)?.title ?? "Payment"},{" "}
                  <span translate="no">{bill_reference ?? reference}</span>
                </span>
                <ChevronIcon size={18} />
              </Link>
            </li>
          ))}
      </ul>
      {data.meta.total > shown && (
        <Link to="/dashboard/transactions-history" search={{ type: "deposit", status: "awaiting_payment" }}>
          See all {data.meta.total}
        </Link>
      )}
    </Panel>
  );
}
