import type { PartnersBoard, ReferralTotal } from "@wattle/contracts/partners";
import { amountText } from "../money/price-figures.ts";
import { monthText } from "../ui/moments.ts";
import styles from "./referral-totals.module.css";

const PLURALS: Readonly<Record<ReferralTotal["transaction_type"], string>> = {
  deposit: "Deposits",
  exchange: "Exchanges",
  withdraw: "Withdrawals",
  adjustment: "Adjustments",
};

/** How many customers came, and what they moved in each currency. */
export function ReferralTotals({ board }: { readonly board: PartnersBoard }) {
  const records = board.totals.reduce((sum, total) => sum + total.records, 0);
  return (
    <>
      <dl className={styles["totals"]}>
        <div className={styles["total"]}>
          <dt>Sign-ups</dt>
          <dd>{board.customers}</dd>
        </div>
        <div className={styles["total"]}>
          <dt>Transactions</dt>
          <dd>{records}</dd>
        </div>
        {board.totals.map(({ transaction_type, credit, credit_currency, records: count }) => (
          <div key={`${transaction_type} ${credit_currency}`} className={styles["total"]}>
            <dt>
              {PLURALS[transaction_type]} <span className={styles["count"]}>({count})</span>
            </dt>
            <dd>{amountText(credit, credit_currency)}</dd>
          </div>
        ))}
      </dl>
      {board.months.length > 0 && <Months months={board.months} />}
    </>
  );
}

/** Purchases and sales in each of the last months. */
function Months({ months }: Pick<PartnersBoard, "months">) {
  return (
    <section className={styles["months"]}>
      <h3>Bought and sold, by month</h3>
      <dl className={styles["totals"]}>
        {months.map(({ month, currency, amount, records }) => (
          <div key={`${month} ${currency}`} className={styles["total"]}>
            <dt>
              {monthText(Date.parse(`${month}-15`))} <span className={styles["count"]}>({records})</span>
            </dt>
            <dd>{amountText(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
