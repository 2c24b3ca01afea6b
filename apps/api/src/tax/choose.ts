/** A customer's choices for tax: the method of a year, and what coins from elsewhere cost. */
import { localDay } from "@wattle/contracts/days";
import { DomainError } from "@wattle/contracts/errors";
import { currencyOf } from "@wattle/contracts/markets";
import { AMOUNT_TEXTS } from "@wattle/contracts/amount-texts";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { StatedCostInput, TaxMethodInput } from "@wattle/contracts/tax";
import { taxTimezone } from "@wattle/contracts/tax-years";
import { lockUser } from "@wattle/db/accounts";
import { findTransaction } from "@wattle/db/history";
import { keepTaxMethod, lastDownloadedYear, stateCost } from "@wattle/db/tax";
import { parseAmount } from "@wattle/exchange-core/amount";
import { homeCurrencyOf } from "../portfolio/home-currency.ts";
import { fixedUntil, yearOf, type Taxpayer, type TaxServices } from "./read-tax-report.ts";

/** @throws DomainError `validation_failed` for a year that has not begun */
export async function chooseTaxMethod(
  services: TaxServices,
  user: Taxpayer,
  { year, method }: TaxMethodInput,
): Promise<void> {
  yearOf(services, user, year);
  await services.database.write((tx) => keepTaxMethod(tx, { user_id: user.id, year: BigInt(year), method }));
}

/**
 * Keeps what coins from elsewhere cost.
 * @throws DomainError `not_found`; `state_conflict` for what was no arrival of coins, or once the report of a year with it was downloaded;
 *   `validation_failed` at a day after the arrival, or at a cost that is no amount of the home currency
 */
export async function stateOwnCost(
  { clock, config, database }: TaxServices,
  user: Taxpayer,
  { id, acquired_on, cost }: StatedCostInput,
): Promise<void> {
  const home = homeCurrencyOf({ config }, user);
  const parsed = parseAmount(cost, home);
  if (!parsed.ok) throw DomainError.at("cost", "validation_failed", AMOUNT_TEXTS[parsed.problem]);
  await database.write(async (tx) => {
    // The report must not be downloaded in between.
    await lockUser(tx, user.id);
    const row = await findTransaction(tx, user.id, id);
    if (row === undefined) throw new DomainError("not_found");
    const isArrival =
      row.transaction_type === "deposit" &&
      row.status === "completed" &&
      row.credit_currency === row.debit_currency &&
      currencyOf(row.debit_currency)?.kind === "crypto";
    if (!isArrival) throw new DomainError("state_conflict");
    const timezone = taxTimezone(user.default_country, config.TIME_ZONE);
    const received = localDay(row.updated_at, timezone);
    if (received <= fixedUntil(user, await lastDownloadedYear(tx, user.id))) {
      throw new DomainError("state_conflict", { message: OWN_MESSAGES.taxReported });
    }
    if (acquired_on > received) {
      throw DomainError.at("acquired_on", "validation_failed", OWN_MESSAGES.acquiredAfterArrival);
    }
    await stateCost(tx, {
      transaction_id: id,
      user_id: user.id,
      acquired_on,
      currency: home.code,
      cost: parsed.amount,
      stated_at: BigInt(clock.now()),
    });
  });
}
