import { addMonths, localDay, startOfDay } from "@wattle/contracts/days";
import { currencyOf } from "@wattle/contracts/markets";
import type { PartnersBoard, ReferralVolume } from "@wattle/contracts/partners";
import { findUserById } from "@wattle/db/accounts";
import {
  countReferredCustomers,
  referralMonths,
  referralTotals,
  type ReferralMonth,
} from "@wattle/db/partners";
import { amountText } from "../amount-text.ts";
import type { Services } from "../services.ts";
import { partnerLink } from "./partner-link.ts";

const MONTHS = 12;

/** This month and those before it, with the moment each begins; the newest first. */
function lastMonths(thisMonth: string, timeZone: string): { name: string; from: bigint }[] {
  return Array.from({ length: MONTHS }, (_, ago) => {
    const first = addMonths(`${thisMonth}-01`, -ago);
    return { name: first.slice(0, 7), from: startOfDay(first, timeZone) };
  });
}

/** Exchanges of each month, on the side of the money. */
function volumesOf(rows: readonly ReferralMonth[]): ReferralVolume[] {
  const sums = new Map<string, { month: string; currency: string; units: bigint; records: number }>();
  for (const { month, credit, credit_currency, debit, debit_currency, records } of rows) {
    const isPurchase = currencyOf(credit_currency)?.kind === "fiat";
    const [currency, units] = isPurchase ? [credit_currency, credit] : [debit_currency, debit];
    const key = `${month} ${currency}`;
    const before = sums.get(key) ?? { month, currency, units: 0n, records: 0 };
    sums.set(key, { ...before, units: before.units + units, records: before.records + Number(records) });
  }
  return [...sums.values()].map(({ units, ...sum }) => ({ ...sum, amount: amountText(units, sum.currency) }));
}

/** The partner's link, how many customers it brought, what they moved, and month by month what they exchanged. */
export async function readBoard(
  services: Pick<Services, "clock" | "config" | "database">,
  partnerId: string,
): Promise<PartnersBoard> {
  const { clock, config, database } = services;
  const { read } = database;
  const month = localDay(clock.now(), config.TIME_ZONE).slice(0, 7);
  const [row, customers, totals, months] = await Promise.all([
    findUserById(read, partnerId),
    countReferredCustomers(read, partnerId),
    referralTotals(read, partnerId),
    referralMonths(read, partnerId, lastMonths(month, config.TIME_ZONE)),
  ]);
  return {
    partner_link: row === undefined ? null : partnerLink(services, row),
    customers,
    totals: totals.map(({ transaction_type, credit_currency, credit, records }) => ({
      transaction_type,
      credit_currency,
      credit: amountText(credit, credit_currency),
      records: Number(records),
    })),
    month,
    months: volumesOf(months),
  };
}
