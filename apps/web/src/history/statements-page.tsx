import { STATEMENT_FILES, type StatementFileKind } from "@wattle/contracts/monthly-statement-files";
import type { StatementMonths } from "@wattle/contracts/monthly-statements";
import { useMemo } from "react";
import { DataTable, NONE } from "../controls/data-table.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { Panel } from "../controls/panel.tsx";
import type { Column } from "../controls/table-rows.tsx";
import { useDownload } from "../controls/use-download.ts";
import { amountText } from "../money/price-figures.ts";
import { trpc } from "../trpc.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Emblem } from "../ui/emblem.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { DepositIcon } from "../ui/icons.tsx";
import { monthText } from "../ui/moments.ts";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import styles from "./statements-page.module.css";

type Month = StatementMonths["months"][number];
type Account = Month["accounts"][number];

const ZERO = /^0(\.0+)?$/;

/** A line for each currency; one that has no movement in this column is blank, so that lines stay next to each other. */
function Lines({ accounts, of }: { accounts: readonly Account[]; of: "in" | "out" | "closing" }) {
  const signs = { in: "+", out: "−", closing: "" };
  const moves = (account: Account): boolean => of === "closing" || !ZERO.test(account[of]);
  if (!accounts.some(moves)) return NONE;
  return accounts.map((account) => (
    <span key={account.currency} className={styles["line"]}>
      {moves(account) ? `${signs[of]}${amountText(account[of], account.currency)}` : ""}
    </span>
  ));
}

/** A month's files. Days are those of the place where the customer is. */
function Files({ month, timezone }: { month: string; timezone: string }) {
  const { client } = trpc.useUtils();
  const { busy, download } = useDownload<StatementFileKind>("Get the statement");
  const name = monthText(Date.parse(`${month}-15`));
  return (
    <span className={styles["files"]}>
      {STATEMENT_FILES.map((kind) => (
        <button
          key={kind}
          type="button"
          className={styles["file"]}
          aria-label={`Download ${kind.toUpperCase()} of ${name}`}
          aria-busy={busy === kind || undefined}
          onClick={() =>
            void download(kind, () => client.monthlyStatements.file.query({ month, kind, timezone }))
          }
        >
          <DepositIcon size={18} />
          {kind.toUpperCase()}
        </button>
      ))}
    </span>
  );
}

/** The columns of a year's months. */
const columnsIn = (timezone: string): readonly Column<Month>[] => [
  {
    key: "month",
    title: "Month",
    cell: ({ month, is_complete: isComplete }) => (
      <span className={styles["month"]}>
        {monthText(Date.parse(`${month}-15`)).replace(/ \d{4}$/, "")}
        {!isComplete && <span className={styles["note"]}> (so far)</span>}
      </span>
    ),
  },
  { key: "out", title: "Out", figures: true, cell: (row) => <Lines accounts={row.accounts} of="out" /> },
  { key: "in", title: "In", figures: true, cell: (row) => <Lines accounts={row.accounts} of="in" /> },
  {
    key: "closing",
    title: "Closing balance",
    figures: true,
    cell: (row) => <Lines accounts={row.accounts} of="closing" />,
  },
  { key: "files", title: "Download", cell: ({ month }) => <Files month={month} timezone={timezone} /> },
];

/** Months by their year, each as they came. */
function yearsOf(months: readonly Month[]): readonly (readonly [string, readonly Month[]])[] {
  const years = new Map<string, Month[]>();
  for (const each of months) {
    const year = each.month.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), each]);
  }
  return [...years];
}

/** Monthly statements, the newest year first. */
export function StatementsPage() {
  const { timeZone: timezone } = new Intl.DateTimeFormat().resolvedOptions();
  const columns = useMemo(() => columnsIn(timezone), [timezone]);
  const months = trpc.monthlyStatements.months.useQuery({ timezone });
  return (
    <>
      <ScreenHead
        title="Statements"
        lead="Balances, every transaction, and fees with GST, month by month."
        aside={
          <SiteLink to="/dashboard/tax-report" className={buttonClass("quiet")}>
            Tax report
          </SiteLink>
        }
      />
      <Loaded query={months} what="your statements" note="Your account hasn’t changed." lines={6}>
        {({ months: list }) =>
          list.length === 0 ? (
            <Card>
              <EmptyState emblem={<Emblem of="statement" />} title="No statements yet">
                Your first one is here once money is in your account.
              </EmptyState>
            </Card>
          ) : (
            <div className={styles["years"]}>
              {yearsOf(list).map(([year, some]) => (
                <Panel key={year} title={year}>
                  <DataTable
                    caption={`Statements of ${year}`}
                    columns={columns}
                    rows={some}
                    rowKey={({ month }) => month}
                    classes={styles}
                  />
                </Panel>
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  );
}
