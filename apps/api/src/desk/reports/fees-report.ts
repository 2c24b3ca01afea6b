import { localDay } from "@wattle/contracts/days";
import { csvLine } from "@wattle/contracts/csv-cell";
import type { FeesReport, reportInput } from "@wattle/contracts/reports";
import type { Place } from "@wattle/db/pages";
import { walkExchanges } from "@wattle/db/reports";
import type { z } from "zod";
import type { Services } from "../../services.ts";
import { addFee, feeRows, type FeeSums } from "../../transactions/fee-sums.ts";
import { periodOf } from "../parts/period.ts";

const PIECE = 2_000;
const COLUMNS = ["date", "currency", "fiat", "exchanges", "fees", "worth", "gst"] as const;

/**
 * The fees of each local day, by currency, with the GST that is in them. They add up to what `house:fees` gained. Exchanges are read a
 * piece at a time.
 */
export async function feesReport(
  services: Pick<Services, "config" | "database">,
  input: z.output<typeof reportInput>,
): Promise<FeesReport> {
  const period = periodOf(services, input);
  const sums: FeeSums = new Map();
  for (let after: Place | undefined; ;) {
    const piece = await walkExchanges(services.database.standby, period, after, PIECE);
    for (const exchange of piece) addFee(sums, exchange, localDay(exchange.created_at, period.days.timezone));
    const last = piece.at(-1);
    after = last && { createdAt: last.created_at, id: last.id };
    if (piece.length < PIECE) break;
  }
  const rows = feeRows(sums, services.config);
  const lines = rows.map((row) =>
    csvLine(COLUMNS.map((name) => (row[name] === null ? null : String(row[name])))),
  );
  return { ...period.days, rows, csv: [csvLine(COLUMNS), ...lines].join("") };
}
