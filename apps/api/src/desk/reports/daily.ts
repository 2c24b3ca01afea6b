import { addDays, startOfDay } from "@wattle/contracts/days";
import { csvLine } from "@wattle/contracts/csv-cell";
import type {
  dailyReportInput,
  SignUpsReport,
  SignUpsRow,
  VolumeReport,
  VolumeRow,
} from "@wattle/contracts/reports";
import { countSignUps, readVolume, type Span } from "@wattle/db/reports";
import type { z } from "zod";
import { amountText } from "../../amount-text.ts";
import type { Services } from "../../services.ts";
import { periodOf, type Period } from "../parts/period.ts";

type ReportServices = Pick<Services, "config" | "database">;
type Input = z.output<typeof dailyReportInput>;

const VOLUME = [
  "date",
  "given",
  "given_currency",
  "got",
  "got_currency",
  "exchanges",
] as const satisfies readonly (keyof VolumeRow)[];
const SIGN_UPS = ["date", "sign_ups", "verified"] as const satisfies readonly (keyof SignUpsRow)[];

/** Each local day of a period, and its span. */
function* daysOf({ days: { from, to, timezone } }: Period): Generator<readonly [string, Span]> {
  let start = startOfDay(from, timezone);
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const before = startOfDay(addDays(date, 1), timezone);
    yield [date, { from: start, before }];
    start = before;
  }
}

/** Rows and the same as CSV. */
function reportOf<Name extends string, Row extends Readonly<Record<Name, string | number>>>(
  period: Period,
  columns: readonly Name[],
  rows: Row[],
) {
  const lines = rows.map((row) => csvLine(columns.map((name) => String(row[name]))));
  return { ...period.days, rows, csv: [csvLine(columns), ...lines].join("") };
}

/** Volume of each pair on each local day. */
export async function volumeReport(services: ReportServices, input: Input): Promise<VolumeReport> {
  const period = periodOf(services, input);
  const rows: VolumeRow[] = [];
  for (const [date, span] of daysOf(period)) {
    for (const pair of await readVolume(services.database.standby, span)) {
      const { credit_currency: gave, debit_currency: got } = pair;
      rows.push({
        date,
        given: amountText(pair.given, gave),
        given_currency: gave,
        got: amountText(pair.got, got),
        got_currency: got,
        exchanges: Number(pair.total),
      });
    }
  }
  return reportOf(period, VOLUME, rows);
}

/** How many customers signed up on each local day. */
export async function signUpsReport(services: ReportServices, input: Input): Promise<SignUpsReport> {
  const period = periodOf(services, input);
  const rows: SignUpsRow[] = [];
  for (const [date, span] of daysOf(period)) {
    const { total, verified_total } = await countSignUps(services.database.standby, span);
    rows.push({ date, sign_ups: Number(total), verified: Number(verified_total) });
  }
  return reportOf(period, SIGN_UPS, rows);
}
