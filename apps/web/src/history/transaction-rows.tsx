import type { Transaction } from "@wattle/contracts/history";
import { useState } from "react";
import { ActivityLines } from "./activity-lines.tsx";
import { activityWords } from "./activity-words.ts";
import { classNames } from "../ui/class-names.ts";
import { ChevronIcon } from "../ui/icons.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { TransactionDetails } from "./transaction-details.tsx";
import { transactionGroups, type PagePlace } from "./transaction-groups.ts";
import { TransactionIcon } from "./transaction-icon.tsx";
import styles from "./transaction-rows.module.css";

interface TransactionRowsProps {
  readonly rows: readonly Transaction[];
  readonly place: PagePlace;
  /** Newer rows are on their way: the old ones stay, dimmed. */
  readonly stale: boolean;
}

/** The history on a phone: two lines a transaction, the rest of it in a sheet that a tap opens. */
export function TransactionRows({ rows, place, stale }: TransactionRowsProps) {
  const [tapped, setTapped] = useState<string>();
  // The details follow the list, which is read again as long as something in it waits.
  const shown = rows.find(({ id }) => id === tapped);
  return (
    <div className={classNames(styles["groups"], stale && styles["stale"])} aria-busy={stale || undefined}>
      {transactionGroups(rows, place).map(({ heading, rows: inGroup, sum }) => (
        <section key={heading} aria-label={heading}>
          <div className={styles["heading"]}>
            <h2>{heading}</h2>
            {sum !== "" && (
              <p>
                {sum.split(" · ").map((way) => (
                  <span key={way}>{way} </span>
                ))}
              </p>
            )}
          </div>
          <ul className={styles["rows"]}>
            {inGroup.map((row) => (
              <li key={row.id}>
                <Row row={row} onTap={() => setTapped(row.id)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Sheet
        open={shown !== undefined}
        title={shown === undefined ? "" : activityWords(shown).title}
        onClose={() => setTapped(undefined)}
      >
        {shown !== undefined && <TransactionDetails row={shown} />}
      </Sheet>
    </div>
  );
}

function Row({ row, onTap }: { readonly row: Transaction; readonly onTap: () => void }) {
  return (
    <button type="button" className={styles["row"]} aria-haspopup="dialog" onClick={onTap}>
      <TransactionIcon row={row} />
      <ActivityLines row={row} what={styles["what"]} effect={styles["effect"]} />
      <span className={styles["more"]}>
        <ChevronIcon size={16} />
      </span>
    </button>
  );
}
