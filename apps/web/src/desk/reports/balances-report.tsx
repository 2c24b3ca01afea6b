import { isZero } from "@wattle/exchange-core/decimal";
import type { BalancesRow } from "@wattle/contracts/reports";
import { trpc } from "../../trpc.ts";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import parts from "../parts/parts.module.css";
import { signedText } from "../parts/signed-money.ts";
import { byAmount, byText } from "../parts/sorting.ts";
import { READ_ONCE_ASKED } from "../parts/use-today.ts";
import { purposeText } from "../ledger/account-words.ts";
import type { Days } from "../parts/period.ts";
import { ReportFailed } from "./report-failed.tsx";

function titleOf({ account }: BalancesRow): string {
  const [owner, purpose = ""] = account.split(":");
  return owner === "customers" ? `Customers, ${purposeText(purpose)}` : purposeText(purpose);
}

const COLUMNS: readonly DeskColumn<BalancesRow>[] = [
  {
    key: "account",
    title: "Account",
    cell: (row) => <strong>{titleOf(row)}</strong>,
    sort: byText(titleOf),
    csv: ({ account }) => account,
  },
  { key: "currency", title: "Currency", fileOnly: true, cell: () => null, csv: ({ currency }) => currency },
  ...(["opening", "change", "closing"] as const).map((name): DeskColumn<BalancesRow> => ({
    key: name,
    title: { opening: "First day begins", change: "Change", closing: "Last day ends" }[name],
    figures: true,
    cell: (row) => signedText(row[name], row.currency),
    sort: byAmount(
      (row) => row[name],
      ({ currency }) => currency,
    ),
    csv: (row) => row[name],
  })),
];

/** Each account when the first day begins and when the last one ends. */
export function BalancesReport({ days }: { readonly days: Days }) {
  const report = trpc.ops.reports.balances.useQuery(days, { ...READ_ONCE_ASKED, retry: false });
  if (report.error !== null) return <ReportFailed error={report.error} onAgain={report.refetch} />;
  const rows = report.data?.rows
    .filter(({ opening, closing }) => !isZero(opening) || !isZero(closing))
    .toSorted((a, b) => a.currency.localeCompare(b.currency));
  return (
    <>
      {report.data !== undefined && (
        <p className={parts["muted"]}>
          Days of {report.data.timezone}. Accounts without a balance are left out.
        </p>
      )}
      <DeskList
        caption="Balances"
        columns={COLUMNS}
        query={{ data: rows }}
        rowKey={({ account, currency }) => `${account} ${currency}`}
        groupOf={({ currency }) => currency}
        empty={{ title: "No account had a balance", text: "Choose a later period." }}
      />
    </>
  );
}
