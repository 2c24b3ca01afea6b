import { displayMoment } from "@wattle/exchange-core/display";
import { Link } from "@tanstack/react-router";
import type { PortfolioOverview } from "@wattle/contracts/portfolio";
import { Panel } from "../controls/panel.tsx";
import { ActivityLines } from "./activity-lines.tsx";
import styles from "./portfolio.module.css";

/** The newest transactions. Nothing where there is none. */
export function ActivityCard({ overview: { recent } }: { readonly overview: PortfolioOverview }) {
  if (recent.length === 0) return null;
  return (
    <Panel title="Recent activity" aside={<Link to="/dashboard/transactions-history">See all</Link>}>
      <ul className={styles["items"]}>
        {recent.map((row) => (
          <li key={row.id} className={styles["activity"]}>
            <ActivityLines
              row={row}
              timeText={displayMoment}
              what={styles["name"]}
              effect={styles["effect"]}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
