import { mostDecimals } from "@wattle/exchange-core/decimal";
import { dayText } from "@wattle/contracts/days";
import type { FeesRow } from "@wattle/contracts/reports";
import { SelectField } from "../../controls/select-field.tsx";
import { useBrand } from "../../brand/brand.tsx";
import { trpc } from "../../trpc.ts";
import { textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import parts from "../parts/parts.module.css";
import { FigureStrip } from "../parts/figure-strip.tsx";
import { countText, missingDecimals, signedText, sumOf } from "../parts/signed-money.ts";
import { byAmount, byCount, byMoment } from "../parts/sorting.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { READ_ONCE_ASKED } from "../parts/use-today.ts";
import { DailyChart } from "./daily-chart.tsx";
import type { Days } from "../parts/period.ts";
import { ReportFailed } from "./report-failed.tsx";

/** Columns of fees, with totals: the worth is in one currency, the fees may be in several. */
function columnsOf(rows: readonly FeesRow[], fiat: string): readonly DeskColumn<FeesRow>[] {
  const decimals = mostDecimals(rows.map(({ fees }) => fees));
  const gst = rows.flatMap((row) => row.gst ?? []);
  return [
    {
      key: "date",
      title: "Day",
      cell: ({ date }) => dayText(date),
      total: "Total",
      sort: byMoment(({ date }) => date),
      csv: ({ date }) => date,
    },
    {
      key: "exchanges",
      title: "Exchanges",
      figures: true,
      cell: ({ exchanges }) => exchanges,
      total: rows.reduce((sum, { exchanges }) => sum + exchanges, 0),
      sort: byCount(({ exchanges }) => exchanges),
      csv: ({ exchanges }) => String(exchanges),
    },
    {
      key: "fees",
      title: "Fees",
      figures: true,
      cell: ({ fees }) => (
        <>
          {signedText(fees)}
          <span className={parts["room"]} aria-hidden="true">
            {missingDecimals(fees, decimals)}
          </span>
        </>
      ),
      sort: byAmount(
        ({ fees }) => fees,
        ({ currency }) => currency,
      ),
      csv: ({ fees }) => fees,
    },
    textColumn("currency", "Taken in", ({ currency }) => currency),
    {
      key: "worth",
      title: `Worth, ${fiat}`,
      figures: true,
      cell: ({ worth }) => <strong>{signedText(worth)}</strong>,
      total: signedText(sumOf(rows.map(({ worth }) => worth))),
      sort: byAmount(({ worth }) => worth),
      csv: ({ worth }) => worth,
    },
    {
      key: "gst",
      title: `GST in it, ${fiat}`,
      figures: true,
      cell: ({ gst: tax }) => (tax === null ? "None" : signedText(tax)),
      total: gst.length > 0 && signedText(sumOf(gst)),
      sort: byAmount(({ gst: tax }) => tax),
      csv: ({ gst: tax }) => tax ?? "",
    },
  ];
}

/** The worth of each day's fees in one currency. */
function worthByDay(rows: readonly FeesRow[]): Map<string, string> {
  const byDay = Map.groupBy(rows, ({ date }) => date);
  return new Map([...byDay].map(([day, own]) => [day, sumOf(own.map(({ worth }) => worth))]));
}

/** The fees of each day. */
export function FeesReport({ days }: { readonly days: Days }) {
  const { search, change } = useDeskSearch();
  const { homeCurrency } = useBrand().markets;
  const report = trpc.ops.reports.fees.useQuery(days, { ...READ_ONCE_ASKED, retry: false });
  if (report.error !== null) return <ReportFailed error={report.error} onAgain={report.refetch} />;
  const rows = report.data?.rows ?? [];
  const fiats = [...new Set(rows.map(({ fiat }) => fiat))].toSorted();
  const fiat = [search["in"], homeCurrency, fiats[0]].find(
    (code) => code !== undefined && fiats.includes(code),
  );
  const own = rows.filter((row) => row.fiat === fiat);
  const gst = own.flatMap((row) => row.gst ?? []);
  return (
    <>
      {fiat !== undefined && (
        <div className={parts["head"]}>
          <FigureStrip
            framed
            figures={[
              { name: "Fees", value: signedText(sumOf(own.map(({ worth }) => worth)), fiat) },
              ...(gst.length > 0 ? [{ name: "GST in them", value: signedText(sumOf(gst), fiat) }] : []),
              { name: "Exchanges", value: countText(own.reduce((sum, { exchanges }) => sum + exchanges, 0)) },
            ]}
          />
          {fiats.length > 1 && (
            <SelectField
              label="Currency"
              value={fiat}
              options={fiats.map((value) => ({ value, label: value }))}
              onChange={(code) => change({ in: code })}
            />
          )}
        </div>
      )}
      {fiat !== undefined && (
        <DailyChart
          isListed
          label={`Fees per day in ${fiat}`}
          days={days}
          values={worthByDay(own)}
          zero="0.00"
          format={(value) => signedText(value, fiat)}
        />
      )}
      <DeskList
        caption="Fees per day"
        columns={columnsOf(own, fiat ?? homeCurrency)}
        query={{ data: report.data && own }}
        rowKey={({ date, currency }) => `${date} ${currency}`}
        empty={{ title: "No fees in this period", text: "Choose another period." }}
      />
    </>
  );
}
