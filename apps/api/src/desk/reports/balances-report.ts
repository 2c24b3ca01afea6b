import { csvLine } from "@wattle/contracts/csv-cell";
import type { BalancesReport, BalancesRow, reportInput } from "@wattle/contracts/reports";
import { accountTotals, sideOf, type AccountTotal } from "@wattle/db/ledger/account-totals";
import type { z } from "zod";
import { amountText } from "../../amount-text.ts";
import type { Services } from "../../services.ts";
import { periodOf } from "../parts/period.ts";

const COLUMNS = [
  "account",
  "currency",
  "opening",
  "change",
  "closing",
] as const satisfies readonly (keyof BalancesRow)[];

const accountName = ({ owner, purpose }: AccountTotal): string =>
  `${owner === "customer" ? "customers" : owner}:${purpose}`;

/** An account on the side of the books on which it grows. */
const shownUnits = ({ owner, purpose, net }: AccountTotal): bigint =>
  owner === "house" && sideOf(purpose) === "debit" ? -net : net;

/** The balance of each account when the period began and when it ended: the house's, and all customers' together. */
export async function balancesReport(
  services: Pick<Services, "config" | "database">,
  input: z.output<typeof reportInput>,
): Promise<BalancesReport> {
  const period = periodOf(services, input);
  const { standby } = services.database;
  const opening = await accountTotals(standby, period.from - 1n);
  const closing = await accountTotals(standby, period.before - 1n);
  const opened = new Map(
    opening.map((total) => [`${accountName(total)} ${total.currency}`, shownUnits(total)]),
  );
  const rows = closing.map((total): BalancesRow => {
    const { currency } = total;
    const [before, now] = [opened.get(`${accountName(total)} ${currency}`) ?? 0n, shownUnits(total)];
    return {
      account: accountName(total),
      currency,
      opening: amountText(before, currency),
      change: amountText(now - before, currency),
      closing: amountText(now, currency),
    };
  });
  const lines = rows.map((row) => csvLine(COLUMNS.map((name) => row[name])));
  return { ...period.days, rows, csv: [csvLine(COLUMNS), ...lines].join("") };
}
