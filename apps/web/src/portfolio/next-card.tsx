import { Link } from "@tanstack/react-router";
import type { OpenItem, PortfolioOverview } from "@wattle/contracts/portfolio";
import { Panel } from "../controls/panel.tsx";
import { Status } from "../controls/status.tsx";
import { classNames } from "../ui/class-names.ts";
import { transactionPage } from "../history/transaction-page.ts";
import { openWords } from "./open-words.ts";
import styles from "./portfolio.module.css";

const keyOf = (item: OpenItem): string =>
  item.kind === "transaction" ? item.transaction.id : `${item.kind}/${item.until}`;

/** Deposits and withdrawals under way, and holds. Nothing if there is none. */
export function NextCard({ overview: { open, open_total } }: { readonly overview: PortfolioOverview }) {
  if (open.length === 0) return null;
  return (
    <Panel
      title="What happens next"
      aside={
        open_total > open.length && <Link to="/dashboard/transactions-history">See all {open_total}</Link>
      }
    >
      <ul className={styles["items"]}>
        {open.map((item) => (
          <Item key={keyOf(item)} item={item} />
        ))}
      </ul>
    </Panel>
  );
}

function Item({ item }: { readonly item: OpenItem }) {
  const { title, amount, state } = openWords(item);
  const row = item.kind === "transaction" ? item.transaction : undefined;
  const page = row && transactionPage(row);
  return (
    <li className={classNames(styles["activity"], styles["open"])}>
      <span className={styles["name"]}>
        <strong>{title}</strong>
        <span className={styles["state"]}>
          <Status kind="waiting">{state}</Status>
        </span>
      </span>
      {row !== undefined && (
        <>
          <small className={styles["reference"]}>
            Reference <span translate="no">{row.reference}</span>
          </small>
          <strong className={styles["figure"]}>{amount}</strong>
          {page !== undefined && (
            <Link to={page} search={{ id: row.id }}>
              {row.transaction_type === "deposit" ? "See how to pay" : "See progress"}
            </Link>
          )}
        </>
      )}
    </li>
  );
}
