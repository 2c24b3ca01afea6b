import { displayMoment } from "@wattle/exchange-core/display";
import { Link } from "@tanstack/react-router";
import type { Transaction } from "@wattle/contracts/history";
import { useState } from "react";
import { amountText, coinPrice } from "../money/price-figures.ts";
import { ActivityLines } from "../portfolio/activity-lines.tsx";
import { activityWords } from "../portfolio/portfolio-words.ts";
import { Status } from "../controls/status.tsx";
import { buttonClass } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { Facts } from "../ui/facts.tsx";
import { ChevronIcon } from "../ui/icons.tsx";
import { shortDayText } from "../ui/moments.ts";
import { Sheet } from "../ui/sheet.tsx";
import { TYPE_WORDS } from "./history-search.ts";
import { STATUS_WORDS } from "./statuses.ts";
import { transactionGroups, type PagePlace } from "./transaction-groups.ts";
import { transactionPage } from "./transaction-page.ts";
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
  // What is shown of it follows the list, which is read again while something in it waits.
  const shown = rows.find(({ id }) => id === tapped);
  return (
    <div className={classNames(styles["groups"], stale && styles["stale"])} aria-busy={stale || undefined}>
      {transactionGroups(rows, place).map(({ heading, rows: inGroup, sum }) => (
        <section key={heading} aria-label={heading}>
          <div className={styles["heading"]}>
            <h2>{heading}</h2>
            {sum !== "" && <p>{sum}</p>}
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
        {shown !== undefined && <Details row={shown} />}
      </Sheet>
    </div>
  );
}

function Row({ row, onTap }: { readonly row: Transaction; readonly onTap: () => void }) {
  return (
    <button type="button" className={styles["row"]} aria-haspopup="dialog" onClick={onTap}>
      <ActivityLines row={row} timeText={shortDayText} what={styles["what"]} effect={styles["effect"]} />
      <span className={styles["more"]}>
        <ChevronIcon size={16} />
      </span>
    </button>
  );
}

function Details({ row }: { readonly row: Transaction }) {
  const { rate, fee, fee_amount, fee_currency } = row;
  const coin = rate === null ? undefined : coinPrice({ ...row, rate });
  const feeText =
    fee_amount === null || fee_currency === null
      ? `${fee}%`
      : `${amountText(fee_amount, fee_currency)} (${fee}%)`;
  const page = transactionPage(row);
  const [kind, word] = STATUS_WORDS[row.status];
  return (
    <>
      <Facts
        facts={[
          [
            "Status",
            <Status key="status" kind={kind}>
              {word}
            </Status>,
          ],
          ["You paid", amountText(row.credit, row.credit_currency)],
          ["You got", amountText(row.debit, row.debit_currency)],
          ...(coin === undefined ? [] : [["Rate", `${coin.price} per ${coin.coin}`] as const]),
          ...(fee === null ? [] : [["Fee", feeText] as const]),
          ["Reference", row.reference],
          ["Time", displayMoment(Date.parse(row.created_at))],
        ]}
      />
      <p className={styles["actions"]}>
        {page !== undefined && (
          <Link to={page} search={{ id: row.id }} className={buttonClass("primary", true)}>
            {TYPE_WORDS[row.transaction_type]} details
          </Link>
        )}
        <Link
          to="/dashboard/transactions-history/receipt"
          search={{ id: row.id }}
          className={buttonClass("quiet", true)}
        >
          Receipt
        </Link>
      </p>
    </>
  );
}
