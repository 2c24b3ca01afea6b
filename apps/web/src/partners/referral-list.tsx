import { displayTime } from "@wattle/exchange-core/display";
import { TRANSACTION_TYPES } from "@wattle/contracts/history-rules";
import type { PageMeta } from "@wattle/contracts/paging";
import type { Referral } from "@wattle/contracts/partners";
import { amountText } from "../money/price-figures.ts";
import { activityWords } from "../history/activity-words.ts";
import { DataTable, NONE } from "../controls/data-table.tsx";
import type { Column } from "../controls/table-rows.tsx";
import { Emblem } from "../ui/emblem.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ListFoot } from "../controls/list-foot.tsx";
import { Loaded, type Answer } from "../controls/loaded.tsx";
import styles from "./referral-list.module.css";

/** Name of a record, as in the customer's own history: `Bought BTC`. */
function titleOf(row: Referral): string {
  const type = TRANSACTION_TYPES.find((each) => each === row.transaction_type);
  if (type === undefined) return row.transaction_type;
  return activityWords({ ...row, transaction_type: type, status: "completed", note: null }).title;
}

/** Whether what was paid is another figure than what was received. */
const isTwoAmounts = ({ credit, credit_currency, debit, debit_currency }: Referral): boolean =>
  credit !== debit || credit_currency !== debit_currency;

const COLUMNS: readonly Column<Referral>[] = [
  {
    key: "created_at",
    title: "Time",
    cell: (row) => (
      <time dateTime={row.created_at} className={styles["time"]}>
        {displayTime(Date.parse(row.created_at))}
      </time>
    ),
  },
  {
    key: "client",
    title: "Client",
    cell: ({ client }) => (
      <span className={styles["lines"]}>
        <span>
          {client.name} {client.surname}
        </span>
        <span className={styles["small"]}>{client.email}</span>
      </span>
    ),
  },
  { key: "type", title: "Transaction", cell: titleOf },
  {
    key: "credit",
    title: "Paid",
    figures: true,
    cell: (row) => (isTwoAmounts(row) ? amountText(row.credit, row.credit_currency) : NONE),
  },
  {
    key: "debit",
    title: "Received",
    figures: true,
    cell: (row) => amountText(row.debit, row.debit_currency),
  },
];

interface ReferralListProps {
  readonly referrals: Answer<{ readonly data: readonly Referral[]; readonly meta: PageMeta }>;
  readonly onPage: (page: number) => void;
}

/** A page of referral records. */
export function ReferralList({ referrals, onPage }: ReferralListProps) {
  if (referrals.data === undefined)
    return <Loaded query={referrals} what="your referrals" note="Your account hasn’t changed." lines={8} />;
  const { data, meta } = referrals.data;
  if (meta.total === 0) {
    return (
      <EmptyState emblem={<Emblem of="people" />} title="No transactions yet">
        Share your link. Transactions will show here.
      </EmptyState>
    );
  }
  return (
    <div className={styles["list"]}>
      <DataTable
        caption="Transactions of your referrals, newest first"
        columns={COLUMNS}
        rows={data}
        rowKey={(row) => row.id}
        stale={referrals.isPlaceholderData}
      />
      <ListFoot label="Pages of your referrals" meta={meta} onPage={onPage} />
    </div>
  );
}
