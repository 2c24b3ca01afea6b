import { Link } from "@tanstack/react-router";
import type { PortfolioOverview } from "@wattle/contracts/portfolio";
import { Panel } from "../controls/panel.tsx";
import { ActivityLines } from "../history/activity-lines.tsx";
import styles from "./portfolio.module.css";

/** More would be higher than the total and its chart next to it. */
const MOST = 3;

/** The newest transactions, but for those that are listed as under way. Nothing if there is none. */
export function ActivityCard({ overview: { open, recent } }: { readonly overview: PortfolioOverview }) {
  const listed = open.map((item) => (item.kind === "transaction" ? item.transaction.id : undefined));
  const rows = recent.filter(({ id }) => !listed.includes(id)).slice(0, MOST);
  if (rows.length === 0) return null;
  return (
    <Panel title="Recent activity" aside={<Link to="/dashboard/transactions-history">See all</Link>}>
      <ul className={styles["items"]}>
        {rows.map((row) => (
          <li key={row.id} className={styles["activity"]}>
            <ActivityLines row={row} what={styles["name"]} effect={styles["effect"]} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
