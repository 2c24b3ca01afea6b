import { csvLine } from "@wattle/contracts/csv-cell";
import type { TaxReportAnswer } from "@wattle/contracts/tax";
import { sumDecimals } from "@wattle/exchange-core/decimal";

const COLUMNS = [
  "kind",
  "transaction_id",
  "currency",
  "units",
  "acquired_on",
  "disposed_on",
  "proceeds",
  "cost",
  "gain",
  "held_over_12_months",
] as const;
type Row = Readonly<Partial<Record<(typeof COLUMNS)[number], string | null>>>;

/**
 * A line for each parcel that was disposed of, for each coin that is held at the end or came from elsewhere, and for the sums. A coin in
 * own wallets is part of what is held.
 */
function rowsOf({ disposals, held, totals, ...report }: TaxReportAnswer): Row[] {
  const wayOf = new Map(report.not_sold.map(({ transaction_id, way }) => [transaction_id, way]));
  return [
    ...disposals.flatMap(({ transaction_id, currency, disposed_on, parcels }) =>
      parcels.map(({ acquired_on, units, cost, gain, discountable }) => ({
        kind: wayOf.has(transaction_id) ? `disposal, ${wayOf.get(transaction_id)}` : "disposal",
        transaction_id,
        currency,
        units,
        acquired_on,
        disposed_on,
        proceeds: sumDecimals([cost, gain]),
        cost,
        gain,
        held_over_12_months: discountable ? "yes" : "no",
      })),
    ),
    ...held.map((row) => ({ kind: "held", ...row })),
    ...report.in_own_wallets.map((row) => ({ kind: "held in own wallets", ...row })),
    ...report.from_outside.map(({ transaction_id, currency, units, acquired_on, cost, basis }) => ({
      kind: `from elsewhere, ${basis}`,
      transaction_id,
      currency,
      units,
      acquired_on,
      cost,
    })),
    { kind: "proceeds", proceeds: totals.proceeds },
    { kind: "cost", cost: totals.cost },
    { kind: "gains", gain: totals.gains },
    { kind: "losses", gain: totals.losses },
    { kind: "gains held over 12 months", gain: totals.discountable_gains },
    { kind: "fees", cost: totals.fees },
  ];
}

/** A tax report as the text of a CSV file. */
export const taxReportCsv = (report: TaxReportAnswer): string =>
  [csvLine(COLUMNS), ...rowsOf(report).map((row) => csvLine(COLUMNS.map((name) => row[name] ?? null)))].join(
    "",
  );
