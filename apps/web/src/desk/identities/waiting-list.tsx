import { Link } from "@tanstack/react-router";
import { Status } from "../../controls/status.tsx";
import { ageOf } from "../parts/age-column.tsx";
import type { WaitingIdentity } from "../parts/answers.ts";
import { LookingMark, useColleagues } from "../parts/presence.tsx";
import { customerName } from "../parts/customer-states.ts";
import styles from "./identities.module.css";

interface WaitingListProps {
  readonly rows: readonly WaitingIdentity[];
  /** The server's time, milliseconds since 1970. */
  readonly now: number;
}

/** Identities that wait, next to the one under review if there is room. */
export function WaitingList({ rows, now }: WaitingListProps) {
  const colleagues = useColleagues();
  return (
    <nav className={styles["list"]} aria-label="Identities to verify">
      <p className={styles["listTitle"]}>
        <strong>Identities</strong> {rows.length}
      </p>
      <ol>
        {rows.map((row) => {
          const there = colleagues.filter(({ id }) => id === row.id);
          return (
            <li key={row.id}>
              <Link
                to="/teamaccess/identities"
                search={{ id: row.id }}
                activeOptions={{ includeSearch: true }}
              >
                <strong>{customerName(row)}</strong>
                <span>{ageOf({ oldest_at: row.submitted_at, due_at: row.due_at }, now)}</span>
                {row.likely_duplicate !== null && <Status kind="risk">Possible duplicate</Status>}
                {row.tries > 1 && <span>Attempt {row.tries}</span>}
                {there.length > 0 && <LookingMark there={there} />}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
