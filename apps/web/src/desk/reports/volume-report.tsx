import { currencyOf } from "@wattle/contracts/markets";
import type { VolumeRow } from "@wattle/contracts/reports";
import { trpc } from "../../trpc.ts";
import { Button } from "../../controls/button.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { nameColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { FigureStrip } from "../parts/figure-strip.tsx";
import parts from "../parts/parts.module.css";
import { countText, signedText, sumOf } from "../parts/signed-money.ts";
import { byAmount, byCount } from "../parts/sorting.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { READ_ONCE_ASKED } from "../parts/use-today.ts";
import { DailyChart } from "./daily-chart.tsx";
import type { Days } from "../parts/period.ts";
import { ReportFailed } from "./report-failed.tsx";

/** Exchanges of a pair in all the days. */
interface PairVolume {
  readonly pair: string;
  readonly rows: readonly VolumeRow[];
  readonly given: string;
  readonly got: string;
  readonly first: VolumeRow;
  readonly exchanges: number;
}

const pairOf = ({ given_currency: gave, got_currency: got }: VolumeRow): string => `${gave}-${got}`;
const pairText = ({ given_currency: gave, got_currency: got }: VolumeRow): string => `${gave} to ${got}`;

const COLUMNS: readonly DeskColumn<PairVolume>[] = [
  nameColumn("pair", "Pair", ({ first }) => pairText(first)),
  {
    key: "exchanges",
    title: "Exchanges",
    figures: true,
    cell: ({ exchanges }) => exchanges,
    sort: byCount(({ exchanges }) => exchanges),
    csv: ({ exchanges }) => String(exchanges),
  },
  {
    key: "given",
    title: "Customers gave",
    figures: true,
    cell: ({ given, first }) => signedText(given, first.given_currency),
    sort: byAmount(
      ({ given }) => given,
      ({ first }) => first.given_currency,
    ),
    csv: ({ given }) => given,
  },
  {
    key: "got",
    title: "Customers got",
    figures: true,
    cell: ({ got, first }) => signedText(got, first.got_currency),
    sort: byAmount(
      ({ got }) => got,
      ({ first }) => first.got_currency,
    ),
    csv: ({ got }) => got,
  },
];

/** The pairs, that with the most exchanges first. */
function pairsOf(rows: readonly VolumeRow[]): PairVolume[] {
  return [...Map.groupBy(rows, pairOf)]
    .flatMap(([pair, own]) => {
      const [first] = own;
      if (first === undefined) return [];
      return {
        pair,
        first,
        rows: own,
        given: sumOf(own.map(({ given }) => given)),
        got: sumOf(own.map(({ got }) => got)),
        exchanges: own.reduce((sum, { exchanges }) => sum + exchanges, 0),
      };
    })
    .toSorted((a, b) => b.exchanges - a.exchanges);
}

/** The volume of each pair, in money if one side is money. */
export function VolumeReport({ days }: { readonly days: Days }) {
  const { search, change } = useDeskSearch();
  const report = trpc.ops.reports.volume.useQuery(days, { ...READ_ONCE_ASKED, retry: false });
  if (report.error !== null) return <ReportFailed error={report.error} onAgain={report.refetch} />;
  const pairs = report.data === undefined ? undefined : pairsOf(report.data.rows);
  const shown = pairs?.find(({ pair }) => pair === search["pair"]) ?? pairs?.[0];
  const inGiven = shown !== undefined && currencyOf(shown.first.got_currency)?.kind !== "fiat";
  const code = inGiven ? shown.first.given_currency : (shown?.first.got_currency ?? "");
  return (
    <>
      {shown !== undefined && (
        <>
          <FigureStrip
            framed
            figures={[
              { name: pairText(shown.first), value: signedText(inGiven ? shown.given : shown.got, code) },
              { name: "Exchanges", value: countText(shown.exchanges) },
            ]}
          />
          <DailyChart
            label={`Volume per day of ${pairText(shown.first)}`}
            days={days}
            values={new Map(shown.rows.map(({ date, given, got }) => [date, inGiven ? given : got]))}
            zero="0.00"
            format={(value) => signedText(value, code)}
          />
        </>
      )}
      <DeskList
        caption="Volume per pair"
        columns={COLUMNS}
        query={{ data: pairs }}
        rowKey={({ pair }) => pair}
        empty={{ title: "No exchanges in this period", text: "Choose another period." }}
        onOpen={({ pair }) => change({ pair })}
        openKey={shown?.pair}
      />
      {shown !== undefined && (
        <div className={parts["acts"]}>
          <Button
            kind="quiet"
            className={parts["small"]}
            onClick={() => saveFile("volume-per-day.csv", report.data?.csv ?? "", "text/csv;charset=utf-8")}
          >
            Download CSV of each day
          </Button>
        </div>
      )}
    </>
  );
}
