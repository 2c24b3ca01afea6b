import type { FeesRow } from "@wattle/contracts/reports";
import { SelectField } from "../../controls/select-field.tsx";
import { useBrand } from "../../brand/brand.tsx";
import { trpc } from "../../trpc.ts";
import { dayText } from "../../ui/moments.ts";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import parts from "../parts/parts.module.css";
import { signedText, sumOf } from "../parts/signed-money.ts";
import { byAmount, byCount, byMoment } from "../parts/sorting.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { READ_ONCE_ASKED } from "../parts/use-today.ts";
import { DailyChart } from "./daily-chart.tsx";
import { dayAt, type Days } from "./period.ts";
import { ReportFailed } from "./report-failed.tsx";

const COLUMNS: readonly DeskColumn<FeesRow>[] = [
  {
    key: "date",
    title: "Day",
    cell: ({ date }) => dayText(dayAt(date), "UTC"),
    sort: byMoment(({ date }) => date),
    csv: ({ date }) => date,
  },
  {
    key: "exchanges",
    title: "Exchanges",
    figures: true,
    cell: ({ exchanges }) => exchanges,
    sort: byCount(({ exchanges }) => exchanges),
    csv: ({ exchanges }) => String(exchanges),
  },
  {
    key: "fees",
    title: "Fees",
    figures: true,
    cell: ({ fees, currency }) => signedText(fees, currency),
    sort: byAmount(
      ({ fees }) => fees,
      ({ currency }) => currency,
    ),
    csv: ({ fees }) => fees,
  },
  { key: "currency", title: "Currency", fileOnly: true, cell: () => null, csv: ({ currency }) => currency },
  {
    key: "worth",
    title: "Worth",
    figures: true,
    cell: ({ worth, fiat }) => <strong>{signedText(worth, fiat)}</strong>,
    sort: byAmount(
      ({ worth }) => worth,
      ({ fiat }) => fiat,
    ),
    csv: ({ worth }) => worth,
  },
  { key: "fiat", title: "In", fileOnly: true, cell: () => null, csv: ({ fiat }) => fiat },
  {
    key: "gst",
    title: "GST in it",
    figures: true,
    cell: ({ gst, fiat }) => (gst === null ? "None" : signedText(gst, fiat)),
    sort: byAmount(
      ({ gst }) => gst,
      ({ fiat }) => fiat,
    ),
    csv: ({ gst }) => gst ?? "",
  },
];

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
          <p>
            <strong>{signedText(sumOf(own.map(({ worth }) => worth)), fiat)}</strong> in fees
            {gst.length > 0 && `, ${signedText(sumOf(gst), fiat)} GST in them`}
            <span className={parts["muted"]}> · days of {report.data?.timezone}</span>
          </p>
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
          label={`Fees per day in ${fiat}`}
          days={days}
          values={worthByDay(own)}
          zero="0.00"
          format={(value) => signedText(value, fiat)}
        />
      )}
      <DeskList
        caption="Fees per day"
        columns={COLUMNS}
        query={{ data: report.data?.rows }}
        rowKey={({ date, currency, fiat: paid }) => `${date} ${currency} ${paid}`}
        empty={{ title: "No fees in these days", text: "Choose other days." }}
      />
    </>
  );
}
