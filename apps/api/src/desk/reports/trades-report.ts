import { localDay } from "@wattle/contracts/days";
import { pieceOf } from "@wattle/contracts/cursor";
import { csvLine } from "@wattle/contracts/csv-cell";
import type { TradesReport, TradesRow, tradesReportInput } from "@wattle/contracts/reports";
import { walkExchanges, type ReportedExchange } from "@wattle/db/reports";
import type { z } from "zod";
import { amountText } from "../../amount-text.ts";
import { isoTime } from "../../clock.ts";
import { recordAct, type Operator } from "../../audit/record-act.ts";
import type { Services } from "../../services.ts";
import { periodOf } from "../parts/period.ts";

const COLUMNS = [
  "date",
  "time",
  "reference",
  "customer",
  "credit",
  "credit_currency",
  "debit",
  "debit_currency",
  "rate",
  "fee",
  "fee_currency",
] as const satisfies readonly (keyof TradesRow)[];

const rowOf = (exchange: ReportedExchange, timezone: string): TradesRow => ({
  date: localDay(exchange.created_at, timezone),
  time: isoTime(exchange.created_at),
  reference: exchange.reference,
  customer: exchange.user_id,
  credit: amountText(exchange.credit, exchange.credit_currency),
  credit_currency: exchange.credit_currency,
  debit: amountText(exchange.debit, exchange.debit_currency),
  debit_currency: exchange.debit_currency,
  rate: exchange.rate ?? "",
  fee: amountText(exchange.fee_amount ?? 0n, exchange.credit_currency),
  fee_currency: exchange.credit_currency,
});

/** All customers' exchanges of a period, a piece at a time, each of which is in the audit log. Only the first piece's CSV has a line of headings. */
export async function tradesReport(
  services: Pick<Services, "config" | "database" | "clock" | "ids">,
  operator: Operator,
  { after, limit, ...input }: z.output<typeof tradesReportInput>,
): Promise<TradesReport> {
  const period = periodOf(services, input);
  await services.database.write((tx) =>
    recordAct(tx, services, operator, {
      action: "report.trades_read",
      subject: "trades",
      details: { from: period.days.from, to: period.days.to, goes_on: after !== undefined, limit },
    }),
  );
  const found = await walkExchanges(services.database.standby, period, after, limit + 1);
  const { piece, next } = pieceOf(found, limit);
  const rows = piece.map((exchange) => rowOf(exchange, period.days.timezone));
  const lines = rows.map((row) => csvLine(COLUMNS.map((name) => row[name])));
  return {
    ...period.days,
    rows,
    csv: [...(after === undefined ? [csvLine(COLUMNS)] : []), ...lines].join(""),
    next,
  };
}
