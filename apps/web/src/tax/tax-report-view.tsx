import { dayText } from "@wattle/contracts/days";
import type { CoinsFromOutside, TaxReportAnswer } from "@wattle/contracts/tax";
import { compareDecimals, negate, sumDecimals } from "@wattle/exchange-core/decimal";
import { COST_NOT_KNOWN, NOT_SOLD_WORDS } from "@wattle/contracts/tax-years";
import { displayExact } from "@wattle/exchange-core/display";
import { useState } from "react";
import { Button } from "../controls/button.tsx";
import { DataTable } from "../controls/data-table.tsx";
import { Pagination } from "../controls/pagination.tsx";
import { Panel } from "../controls/panel.tsx";
import type { Column } from "../controls/table-rows.tsx";
import { classNames } from "../ui/class-names.ts";
import table from "../ui/data-table.module.css";
import { EmptyState } from "../ui/empty-state.tsx";
import { Emblem } from "../ui/emblem.tsx";
import { Facts } from "../ui/facts.tsx";
import { CostDialog } from "./cost-dialog.tsx";
import { gainText, netGain } from "./gain-text.ts";
import { TaxFiles } from "./tax-files.tsx";
import styles from "./tax.module.css";

const ROWS_OF_A_PAGE = 20;

type Disposal = TaxReportAnswer["disposals"][number];
type Sold = Pick<Disposal, "transaction_id" | "currency" | "disposed_on"> &
  Disposal["parcels"][number] & { readonly key: string; readonly way: NotSold | undefined };
type NotSold = TaxReportAnswer["not_sold"][number]["way"];

function soldOf({ disposals, not_sold }: TaxReportAnswer): Sold[] {
  const wayOf = new Map(not_sold.map(({ transaction_id, way }) => [transaction_id, way]));
  return disposals.flatMap(({ parcels, ...disposal }) =>
    parcels.map((parcel, place) => ({
      ...disposal,
      ...parcel,
      key: `${disposal.transaction_id} ${disposal.currency} ${place}`,
      way: wayOf.get(disposal.transaction_id),
    })),
  );
}

const SOLD_CLASSES = { ...table, wrap: classNames(table["wrap"], styles["sold"]) };

const SOLD: readonly Column<Sold>[] = [
  {
    key: "sold",
    title: "Sold",
    cell: ({ disposed_on, way }) => (
      <>
        {dayText(disposed_on)}
        {way !== undefined && <span className={styles["long"]}>{NOT_SOLD_WORDS[way]}, at market value</span>}
      </>
    ),
    card: "head",
  },
  {
    key: "units",
    title: "Coins",
    figures: true,
    cell: (row) => `${displayExact(row.units)} ${row.currency}`,
    card: "end",
  },
  {
    key: "acquired",
    title: "Bought",
    cell: ({ acquired_on, discountable }) =>
      acquired_on === null ? (
        "Not known"
      ) : (
        <>
          {dayText(acquired_on)}
          {discountable && <span className={styles["long"]}>over 12 months</span>}
        </>
      ),
    card: "titled",
  },
  {
    key: "proceeds",
    title: "Proceeds",
    figures: true,
    cell: ({ cost, gain }) => displayExact(sumDecimals([cost, gain])),
    card: "titled",
  },
  { key: "cost", title: "Cost", figures: true, cell: (row) => displayExact(row.cost), card: "titled" },
];

const BASIS: Readonly<Record<CoinsFromOutside["basis"], string>> = {
  stated: "Your figure",
  market: "Market value that day",
  unknown: "Not known, counted as 0",
  own: "Your own coins come back",
};

/** The sums of a year, each sale by the parcels it used, what is held, and coins from elsewhere. */
export function TaxReportView({ report }: { readonly report: TaxReportAnswer }) {
  const { totals, home, held, in_own_wallets: away, from_outside: outside } = report;
  const money = (amount: string): string => `${displayExact(amount)} ${home}`;
  const net = netGain(totals);
  return (
    <>
      <Panel title={`${dayText(report.from)} to ${dayText(report.to)}`}>
        <div className={styles["sum"]}>
          <p className={styles["net"]}>
            <span>
              {compareDecimals(net, "0") < 0 ? "Net capital loss" : "Net capital gain"}
              {!report.is_complete && ", so far"}
            </span>
            <strong>{gainText(net, home)}</strong>
          </p>
          <TaxFiles report={report} />
        </div>
        <Facts
          facts={[
            ["Gains", gainText(totals.gains, home)],
            ["Of which on coins held over 12 months", gainText(totals.discountable_gains, home)],
            ["Losses", gainText(negate(totals.losses), home)],
            ["Proceeds, after fees", money(totals.proceeds)],
            ["Cost, with fees", money(totals.cost)],
            ["Fees in this year", money(totals.fees)],
          ]}
        />
      </Panel>
      <SoldPanel key={`${report.year} ${report.method}`} report={report} />
      {held.length > 0 && (
        <Panel title={report.is_complete ? `Held on ${dayText(report.to)}` : "Held now"}>
          <DataTable
            caption="Coins held at the end"
            columns={[
              { key: "coin", title: "Coin", cell: (row) => row.currency, card: "head" },
              {
                key: "units",
                title: "Held",
                figures: true,
                cell: (row) => displayExact(row.units),
                card: "end",
              },
              { key: "cost", title: "Cost", figures: true, cell: (row) => money(row.cost), card: "titled" },
            ]}
            rows={held}
            rowKey={({ currency }) => currency}
          />
          {away.length > 0 && (
            <p className={styles["note"]}>
              Of which in your own wallets:{" "}
              {away.map(({ currency, units }) => `${displayExact(units)} ${currency}`).join(", ")}. Moving
              coins there was no sale, and they keep their cost when they come back.
            </p>
          )}
        </Panel>
      )}
      {outside.length > 0 && <OutsidePanel outside={outside} home={home} />}
    </>
  );
}

function SoldPanel({ report }: { readonly report: TaxReportAnswer }) {
  const [page, setPage] = useState(1);
  const rows = soldOf(report);
  if (rows.length === 0) {
    return (
      <Panel title="Sold">
        <EmptyState emblem={<Emblem of="statement" />} title="Nothing sold in this year">
          There is no gain or loss to report.
        </EmptyState>
      </Panel>
    );
  }
  const gain: Column<Sold> = {
    key: "gain",
    title: "Gain",
    figures: true,
    cell: (row) => gainText(row.gain, report.home),
    card: "titled",
  };
  return (
    <Panel title="Sold">
      <DataTable
        classes={SOLD_CLASSES}
        caption="What was sold, by when it was bought"
        columns={[...SOLD, gain]}
        rows={rows.slice((page - 1) * ROWS_OF_A_PAGE, page * ROWS_OF_A_PAGE)}
        rowKey={({ key }) => key}
      />
      <Pagination
        page={page}
        lastPage={Math.ceil(rows.length / ROWS_OF_A_PAGE)}
        onPage={setPage}
        label="Pages of sales"
      />
      {rows.some(({ acquired_on }) => acquired_on === null) && (
        <p className={styles["note"]}>{COST_NOT_KNOWN}</p>
      )}
    </Panel>
  );
}

function OutsidePanel({
  outside,
  home,
}: {
  readonly outside: readonly CoinsFromOutside[];
  readonly home: string;
}) {
  const [stating, setStating] = useState<CoinsFromOutside>();
  return (
    <Panel title="Coins from elsewhere">
      <p className={styles["note"]}>
        We count them at their market value on the day they arrived, or as your own coins if you sent as many
        to your own wallets before. If you know when you bought them and for how much, enter that before you
        download the report.
      </p>
      <DataTable
        caption="Coins from elsewhere"
        columns={[
          { key: "received", title: "Received", cell: (row) => dayText(row.received_on), card: "head" },
          {
            key: "units",
            title: "Coins",
            figures: true,
            cell: (row) => `${displayExact(row.units)} ${row.currency}`,
            card: "end",
          },
          { key: "acquired", title: "Bought", cell: (row) => dayText(row.acquired_on), card: "titled" },
          {
            key: "cost",
            title: "Cost",
            figures: true,
            cell: ({ basis, cost }) => (basis === "own" ? "As before" : `${displayExact(cost)} ${home}`),
            card: "titled",
          },
          { key: "basis", title: "Counted by", cell: (row) => BASIS[row.basis], card: "titled" },
          {
            key: "edit",
            title: "Change",
            cell: (row) =>
              row.editable ? (
                <Button kind="quiet" onClick={() => setStating(row)}>
                  Enter your cost
                </Button>
              ) : (
                "Fixed by your download"
              ),
            card: "line",
          },
        ]}
        rows={outside}
        rowKey={({ transaction_id, basis }) => `${transaction_id} ${basis}`}
      />
      {stating !== undefined && (
        <CostDialog coins={stating} home={home} onClose={() => setStating(undefined)} />
      )}
    </Panel>
  );
}
