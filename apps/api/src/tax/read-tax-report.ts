import { localDay } from "@wattle/contracts/days";
import { DomainError } from "@wattle/contracts/errors";
import type { MarketCurrency } from "@wattle/contracts/markets";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type {
  CoinsFromOutside,
  TaxMethods,
  TaxReportAnswer,
  TaxReportInput,
  TaxYears,
} from "@wattle/contracts/tax";
import { taxTimezone, taxYearOf, type TaxYear } from "@wattle/contracts/tax-years";
import { firstEntryAt } from "@wattle/db/monthly-statements";
import { findTaxChoice, lastDownloadedYear } from "@wattle/db/tax";
import { PARCEL_METHODS } from "@wattle/exchange-core/parcels";
import { taxReportOf } from "@wattle/exchange-core/tax-report";
import type { SignedInUser } from "../access/admission.ts";
import { amountText } from "../amount-text.ts";
import { isoTime } from "../clock.ts";
import { homeCurrencyOf } from "../portfolio/home-currency.ts";
import { worthText } from "../portfolio/value-holdings.ts";
import type { Services } from "../services.ts";
import { readTaxMoves, type CustomersMove } from "./tax-moves.ts";

export type TaxServices = Pick<Services, "clock" | "config" | "database" | "portfolioBooks" | "vault">;
export type Taxpayer = Pick<SignedInUser, "id" | "default_country">;

/** The year with the customer's home currency. */
interface CustomersYear extends TaxYear {
  readonly home: MarketCurrency;
  readonly isComplete: boolean;
}

/** A customer's tax year, by the country of the account. @throws DomainError `validation_failed` for one that has not begun */
export function yearOf({ clock, config }: TaxServices, user: Taxpayer, year: number): CustomersYear {
  const period = taxYearOf(user.default_country, year, config.TIME_ZONE);
  const today = localDay(clock.now(), period.timezone);
  if (period.from > today) throw DomainError.at("year", "validation_failed", OWN_MESSAGES.yearNotBegun);
  return { ...period, home: homeCurrencyOf({ config }, user), isComplete: period.to < today };
}

/** Fields as amounts of the home currency. */
function inHome<Field extends string>(sums: Readonly<Record<Field, bigint>>, home: MarketCurrency) {
  const texts = Object.entries<bigint>(sums).map(([field, units]) => [field, worthText(units, home)]);
  return Object.fromEntries(texts) as Record<Field, string>;
}

/**
 * The last day of which costs are fixed; an empty text if none are.
 * @param downloaded the last year of which the report was downloaded as a file
 */
export const fixedUntil = ({ default_country }: Taxpayer, downloaded: number | undefined): string =>
  downloaded === undefined ? "" : taxYearOf(default_country, downloaded, "UTC").to;

function outsideOf(
  moves: readonly CustomersMove[],
  { home, to }: CustomersYear,
  fixed: string,
): CoinsFromOutside[] {
  return moves.flatMap(({ basis, currency, day, move }) =>
    basis === undefined || day > to
      ? []
      : [
          {
            transaction_id: move.id,
            currency,
            units: amountText(move.units, currency),
            received_on: day,
            acquired_on: move.on,
            cost: worthText(move.value ?? 0n, home),
            basis,
            editable: day > fixed,
          },
        ],
  );
}

/** Coins in the customer's own wallets elsewhere at the end of a year. */
function inOwnWallets(
  moves: readonly CustomersMove[],
  { to }: CustomersYear,
): TaxReportAnswer["in_own_wallets"] {
  const units = new Map<string, bigint>();
  for (const { currency, day, away = 0n } of moves)
    if (day <= to) units.set(currency, (units.get(currency) ?? 0n) + away);
  return [...units]
    .filter(([, away]) => away > 0n)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, away]) => ({ currency, units: amountText(away, currency) }));
}

/**
 * A customer's report of a tax year.
 * @throws DomainError `validation_failed` for a year that has not begun
 */
export async function readTaxReport(
  services: TaxServices,
  user: Taxpayer,
  { year, method: asked }: TaxReportInput,
): Promise<TaxReportAnswer> {
  const period = yearOf(services, user, year);
  const { from, to, home, timezone } = period;
  const { read } = services.database;
  const [moves, choice, lastDownloaded] = await Promise.all([
    readTaxMoves(services, user.id, { home: home.code, timezone, costs: "stated" }),
    findTaxChoice(read, user.id, year),
    lastDownloadedYear(read, user.id),
  ]);
  const method = asked ?? choice?.method ?? "fifo";
  const { disposals, totals, held } = taxReportOf(moves, period, method);
  return {
    year,
    method,
    from,
    to,
    timezone,
    is_complete: period.isComplete,
    home: home.code,
    disposals: disposals.map(({ id, currency, units, disposed_on, proceeds, parcels }) => ({
      transaction_id: id,
      currency,
      units: amountText(units, currency),
      disposed_on,
      proceeds: worthText(proceeds, home),
      parcels: parcels.map(({ acquired_on, discountable, cost, gain, ...part }) => ({
        acquired_on,
        units: amountText(part.units, currency),
        ...inHome({ cost, gain }, home),
        discountable,
      })),
    })),
    not_sold: moves.flatMap(({ day, way, move: { id, kind } }) =>
      kind === "sell" && way !== "exchanged" && day >= from && day <= to
        ? [{ transaction_id: id, way: way === "withdrawn" ? "sent" : "taken" }]
        : [],
    ),
    totals: inHome({ ...totals }, home),
    held: held.map(({ currency, units, cost }) => ({
      currency,
      units: amountText(units, currency),
      cost: worthText(cost, home),
    })),
    in_own_wallets: inOwnWallets(moves, period),
    from_outside: outsideOf(moves, period, fixedUntil(user, lastDownloaded)),
    kept: choice?.method ?? null,
    downloaded:
      choice === undefined || choice.downloaded_at === null || choice.downloaded_method === null
        ? null
        : { method: choice.downloaded_method, at: isoTime(choice.downloaded_at) },
  };
}

/** Gains and losses of a year by each method, so that a customer sees what a choice does. */
export async function compareTaxMethods(
  services: TaxServices,
  user: Taxpayer,
  year: number,
): Promise<TaxMethods> {
  const period = yearOf(services, user, year);
  const { home, timezone } = period;
  const moves = await readTaxMoves(services, user.id, { home: home.code, timezone, costs: "stated" });
  const methods = PARCEL_METHODS.map((method) => {
    const { gains, losses, discountable_gains } = taxReportOf(moves, period, method).totals;
    return { method, ...inHome({ gains, losses, discountable_gains }, home) };
  });
  return { home: home.code, methods };
}

/** Years from a customer's first movement to this one, the newest first. */
export async function listTaxYears(services: TaxServices, user: Taxpayer): Promise<TaxYears> {
  const { clock, config, database } = services;
  const first = await firstEntryAt(database.standby, user.id);
  if (first === undefined) return { years: [] };
  const now = clock.now();
  const timezone = taxTimezone(user.default_country, config.TIME_ZONE);
  const [begin, today] = [localDay(first, timezone), localDay(now, timezone)];
  const years: TaxYears["years"] = [];
  for (let year = Number(today.slice(0, 4)) + 1; ; year -= 1) {
    const { from, to } = taxYearOf(user.default_country, year, config.TIME_ZONE);
    if (to < begin) return { years };
    if (from <= today) years.push({ year, from, to, is_complete: to < today });
  }
}
