import { dayText } from "@wattle/contracts/days";
import type { SignUpsRow } from "@wattle/contracts/reports";
import { trpc } from "../../trpc.ts";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { FigureStrip } from "../parts/figure-strip.tsx";
import { countText } from "../parts/signed-money.ts";
import { byCount, byMoment } from "../parts/sorting.ts";
import { READ_ONCE_ASKED } from "../parts/use-today.ts";
import { DailyChart } from "./daily-chart.tsx";
import type { Days } from "../parts/period.ts";
import { ReportFailed } from "./report-failed.tsx";

const COLUMNS: readonly DeskColumn<SignUpsRow>[] = [
  {
    key: "date",
    title: "Day",
    cell: ({ date }) => dayText(date),
    sort: byMoment(({ date }) => date),
    csv: ({ date }) => date,
  },
  {
    key: "all",
    title: "Sign-ups",
    figures: true,
    cell: ({ sign_ups: count }) => count,
    sort: byCount(({ sign_ups: count }) => count),
    csv: ({ sign_ups: count }) => String(count),
  },
  {
    key: "verified",
    title: "Verified so far",
    figures: true,
    cell: ({ verified }) => verified,
    sort: byCount(({ verified }) => verified),
    csv: ({ verified }) => String(verified),
  },
];

const signUpsText = (count: string): string => `${count} ${count === "1" ? "sign-up" : "sign-ups"}`;

/** Sign-ups of each day. */
export function SignUpsReport({ days }: { readonly days: Days }) {
  const report = trpc.ops.reports.signUps.useQuery(days, { ...READ_ONCE_ASKED, retry: false });
  if (report.error !== null) return <ReportFailed error={report.error} onAgain={report.refetch} />;
  const rows = report.data?.rows;
  const sum = (of: "sign_ups" | "verified"): number => (rows ?? []).reduce((all, row) => all + row[of], 0);
  return (
    <>
      {sum("sign_ups") > 0 && (
        <FigureStrip
          framed
          figures={[
            { name: "Sign-ups", value: countText(sum("sign_ups")) },
            { name: "Verified so far", value: countText(sum("verified")) },
          ]}
        />
      )}
      {rows !== undefined && (
        <DailyChart
          isListed
          label="Sign-ups per day"
          days={days}
          values={new Map(rows.map(({ date, sign_ups: count }) => [date, String(count)]))}
          zero="0"
          format={signUpsText}
        />
      )}
      <DeskList
        caption="Sign-ups per day"
        columns={COLUMNS}
        query={{ data: rows !== undefined && sum("sign_ups") === 0 ? [] : rows?.toReversed() }}
        rowKey={({ date }) => date}
        empty={{ title: "No sign-ups in this period", text: "Choose another period." }}
      />
    </>
  );
}
