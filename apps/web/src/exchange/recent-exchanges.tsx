import { Link } from "@tanstack/react-router";
import { Panel } from "../controls/panel.tsx";
import { ActivityLines } from "../history/activity-lines.tsx";
import { trpc } from "../trpc.ts";
import { ChevronIcon } from "../ui/icons.tsx";
import styles from "./recent-exchanges.module.css";

const MOST = 3;

/** The customer's newest exchanges, each leading to its receipt; nothing while there is none. */
export function RecentExchanges() {
  const { data } = trpc.history.list.useQuery(
    { page: 1, per_page: MOST, type: "exchange" },
    { trpc: { context: { background: true } } },
  );
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Panel
      title="Recent exchanges"
      aside={
        <Link to="/dashboard/transactions-history" search={{ type: "exchange" }}>
          See all
        </Link>
      }
    >
      <ul className={styles["rows"]}>
        {data.data.map((row) => (
          <li key={row.id} className={styles["row"]}>
            <ActivityLines row={row} what={styles["what"]} effect={styles["effect"]} />
            <Link
              to="/dashboard/transactions-history/receipt"
              search={{ id: row.id }}
              className={styles["receipt"]}
            >
              <span aria-hidden="true">Receipt</span>
              <span className="visually-hidden">Receipt of {row.reference}</span>
              <ChevronIcon />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
