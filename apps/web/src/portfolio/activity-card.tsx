import { displayMoment } from "@wattle/exchange-core/display";
import { Link } from "@tanstack/react-router";
import type { Transaction } from "@wattle/contracts/history";
import type { PortfolioOverview } from "@wattle/contracts/portfolio";
import { Panel } from "../controls/panel.tsx";
import { STATUS_WORDS } from "../history/statuses.ts";
import { activityWords } from "./portfolio-words.ts";
import styles from "./portfolio.module.css";

/** The newest transactions. Nothing where there is none. */
export function ActivityCard({ overview: { recent } }: { readonly overview: PortfolioOverview }) {
  if (recent.length === 0) return null;
  return (
    <Panel title="Recent activity" aside={<Link to="/dashboard/transactions-history">See all</Link>}>
      <ul className={styles["items"]}>
        {recent.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </Panel>
  );
}

function Row({ row }: { readonly row: Transaction }) {
  const { title, effect, counter } = activityWords(row);
  const state = row.status === "completed" ? "" : `${STATUS_WORDS[row.status][1]}, `;
  return (
    <li className={styles["activity"]}>
      <span className={styles["name"]}>
        <strong>{title}</strong>
        <small>
          {state}
          <time dateTime={row.created_at}>{displayMoment(Date.parse(row.created_at))}</time>
        </small>
      </span>
      <span className={styles["effect"]}>
        <strong>{effect}</strong>
        <small>{counter}</small>
      </span>
    </li>
  );
}
