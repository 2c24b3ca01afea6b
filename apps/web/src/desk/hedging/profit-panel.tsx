import { dayText, localDay } from "@wattle/contracts/days";
import type { HedgingProfit } from "@wattle/contracts/hedging";
import { useState } from "react";
import { SelectField } from "../../controls/select-field.tsx";
import { trpc } from "../../trpc.ts";
import { nameColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import parts from "../parts/parts.module.css";
import { lastDays } from "../parts/period.ts";
import { signedText } from "../parts/signed-money.ts";
import { READ_ONCE_ASKED, useServerTime } from "../parts/use-today.ts";
import { deskZone } from "../parts/zone.ts";

type Row = HedgingProfit["days"][number];

/** Periods to choose from. The shortest comes first: there is a row for each day and coin. */
const PERIODS = [7, 30, 90] as const;

const part = (key: keyof Row, title: string): DeskColumn<Row> => ({
  key,
  title,
  figures: true,
  cell: (row) => signedText(row[key]),
  csv: (row) => row[key],
});

const COLUMNS: readonly DeskColumn<Row>[] = [
  textColumn("day", "Day", ({ day }) => dayText(day)),
  nameColumn("coin", "Coin", ({ currency }) => currency),
  part("fees", "Fees"),
  part("spread", "Spread"),
  part("slippage", "Slippage"),
  part("venue_fees", "Venue fees"),
  part("revaluation", "Revaluation"),
  part("total", "Total"),
];

/** The house's profit of the last days, a row for each day and coin. */
export function ProfitPanel() {
  const now = useServerTime();
  const [days, setDays] = useState<number>(PERIODS[0]);
  const profit = trpc.ops.hedging.profit.useQuery(lastDays(days, localDay(now, deskZone())), {
    ...READ_ONCE_ASKED,
    enabled: now > 0,
  });
  const { data } = profit;
  return (
    <section aria-label="Profit" className={parts["under"]}>
      <h2>Profit</h2>
      <div className={parts["filters"]}>
        <SelectField
          label="Period"
          value={String(days)}
          options={PERIODS.map((each) => ({ value: String(each), label: `${each} days` }))}
          onChange={(value) => setDays(PERIODS.find((each) => String(each) === value) ?? PERIODS[0])}
        />
      </div>
      {data !== undefined && <p>Total {signedText(data.total, data.home_currency)}</p>}
      <DeskList
        caption="Profit"
        card={{ coin: "head", total: "end", day: "line", fees: "titled" }}
        columns={COLUMNS}
        foot="file"
        query={{ ...profit, data: data?.days.toReversed() }}
        rowKey={({ day, currency }) => `${day} ${currency}`}
        empty={{
          title: "No profit or loss",
          text: "Days with trades, or with an open position, will show here.",
        }}
      />
    </section>
  );
}
