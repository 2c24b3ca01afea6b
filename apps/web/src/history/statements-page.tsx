import { STATEMENT_FILES, type StatementFileKind } from "@wattle/contracts/monthly-statement-files";
import { Loaded } from "../controls/loaded.tsx";
import { Panel } from "../controls/panel.tsx";
import { useDownload } from "../controls/use-download.ts";
import { trpc } from "../trpc.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Emblem } from "../ui/emblem.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { monthText } from "../ui/moments.ts";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import styles from "./statements-page.module.css";

interface Month {
  /** '2026-11'. */
  readonly month: string;
  /** Whether it is over. */
  readonly is_complete: boolean;
}

/** A month and its files. Days are those of the place where the customer is. */
function MonthRow({ month, isComplete, timezone }: { month: string; isComplete: boolean; timezone: string }) {
  const { client } = trpc.useUtils();
  const { busy, download } = useDownload<StatementFileKind>("Get the statement");
  const name = monthText(Date.parse(`${month}-15`));
  return (
    <li className={styles["month"]}>
      <span>
        {name.replace(/ \d{4}$/, "")}
        {!isComplete && <span className={styles["note"]}> (so far)</span>}
      </span>
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
          {kind.toUpperCase()}
        </button>
      ))}
    </li>
  );
}

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
                  <ul aria-label={`Statements of ${year}`} className={styles["months"]}>
                    {some.map(({ month, is_complete: isComplete }) => (
                      <MonthRow key={month} month={month} isComplete={isComplete} timezone={timezone} />
                    ))}
                  </ul>
                </Panel>
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  );
}
