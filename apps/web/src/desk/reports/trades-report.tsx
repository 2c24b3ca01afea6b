import { useNavigate } from "@tanstack/react-router";
import type { TradesRow } from "@wattle/contracts/reports";
import { useState } from "react";
import { Button } from "../../controls/button.tsx";
import { callFailure, failureText } from "../../failed-call.ts";
import { trpc } from "../../trpc.ts";
import { showAlert } from "../../ui/alert-store.ts";
import { saveFile } from "../../ui/save-file.ts";
import { momentColumn, referenceColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import parts from "../parts/parts.module.css";
import { signedText } from "../parts/signed-money.ts";
import { byAmount } from "../parts/sorting.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { READ_ONCE_ASKED } from "../parts/use-today.ts";
import type { Days } from "../parts/period.ts";
import { ReportFailed } from "./report-failed.tsx";

const SHOWN = 100;
const MOST_AT_ONCE = 5000;

const code = (name: keyof TradesRow, title: string): DeskColumn<TradesRow> => ({
  key: name,
  title,
  fileOnly: true,
  cell: () => null,
  csv: (row) => row[name],
});

const COLUMNS: readonly DeskColumn<TradesRow>[] = [
  momentColumn("time", "Time", ({ time }) => time),
  referenceColumn(),
  code("customer", "Customer"),
  {
    key: "gave",
    title: "Customer gave",
    figures: true,
    cell: ({ credit, credit_currency: gave }) => signedText(credit, gave),
    sort: byAmount(
      ({ credit }) => credit,
      (row) => row.credit_currency,
    ),
    csv: ({ credit }) => credit,
  },
  code("credit_currency", "Gave, currency"),
  {
    key: "got",
    title: "Customer got",
    figures: true,
    cell: ({ debit, debit_currency: got }) => signedText(debit, got),
    sort: byAmount(
      ({ debit }) => debit,
      (row) => row.debit_currency,
    ),
    csv: ({ debit }) => debit,
  },
  code("debit_currency", "Got, currency"),
  { key: "rate", title: "Rate", figures: true, cell: ({ rate }) => rate, csv: ({ rate }) => rate },
  {
    key: "fee",
    title: "Fee",
    figures: true,
    cell: ({ fee, fee_currency: paid }) => signedText(fee, paid),
    sort: byAmount(
      ({ fee }) => fee,
      (row) => row.fee_currency,
    ),
    csv: ({ fee }) => fee,
  },
  code("fee_currency", "Fee, currency"),
];

/** All trades of some days as one file, piece by piece. */
function useAllTrades(days: Days) {
  const utils = trpc.useUtils();
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      const pieces: string[] = [];
      for (let after: string | null | undefined; after !== null;) {
        const piece = await utils.client.ops.reports.trades.query({
          ...days,
          limit: MOST_AT_ONCE,
          ...(after !== undefined && { after }),
        });
        pieces.push(piece.csv);
        after = piece.next;
      }
      saveFile(`trades-${days.from}-${days.to}.csv`, pieces.join(""), "text/csv;charset=utf-8");
    } catch (error) {
      showAlert({ type: "error", text: failureText(callFailure(error)) });
    } finally {
      setSaving(false);
    }
  };
  return { save, saving };
}

/** Customers' exchanges, oldest first. */
export function TradesReport({ days }: { readonly days: Days }) {
  const { search, change } = useDeskSearch();
  const navigate = useNavigate();
  const { after } = search;
  const { save, saving } = useAllTrades(days);
  const report = trpc.ops.reports.trades.useQuery(
    { ...days, limit: SHOWN, ...(after !== undefined && { after }) },
    { ...READ_ONCE_ASKED, retry: false },
  );
  if (report.error !== null) return <ReportFailed error={report.error} onAgain={report.refetch} />;
  const next = report.data?.next ?? null;
  return (
    <>
      <DeskList
        caption="Trades"
        columns={COLUMNS}
        query={{ data: report.data?.rows }}
        rowKey={({ reference }) => reference}
        empty={{ title: "No trades in this period", text: "Choose another period." }}
        onOpen={({ reference }) => void navigate({ to: `/teamaccess/transactions?reference=${reference}` })}
      />
      <div className={parts["acts"]}>
        {after !== undefined && (
          <Button kind="quiet" className={parts["small"]} onClick={() => change({ after: "" })}>
            First trades
          </Button>
        )}
        {next !== null && (
          <Button kind="quiet" className={parts["small"]} onClick={() => change({ after: next })}>
            Later trades
          </Button>
        )}
        {(next !== null || after !== undefined) && (
          <Button kind="quiet" className={parts["small"]} loading={saving} onClick={() => void save()}>
            Download all trades
          </Button>
        )}
      </div>
    </>
  );
}
