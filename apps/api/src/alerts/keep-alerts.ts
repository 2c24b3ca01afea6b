import { formatRate, parseRate } from "@wattle/exchange-core/rate";
import { MOST_ALERTS, type AlertInput, type PriceAlert, type PriceAlerts } from "@wattle/contracts/alerts";
import { DomainError } from "@wattle/contracts/errors";
import { offeredCurrency } from "@wattle/contracts/markets";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { lockUser } from "@wattle/db/accounts";
import {
  countWaitingAlerts,
  deletePriceAlert,
  insertPriceAlert,
  listPriceAlerts,
} from "@wattle/db/price-alerts";
import type { PriceAlertRow } from "@wattle/db/tables";
import type { SignedInUser } from "../access/admission.ts";
import { checkStillVerified } from "../access/lock-customer.ts";
import { isoTime } from "../clock.ts";
import { countryOf } from "../markets/list-currencies.ts";
import { homeCurrencyOf } from "../portfolio/home-currency.ts";
import type { Services } from "../services.ts";
import { guardedPrice } from "../prices/rate-service.ts";
import { hasReached } from "./has-reached.ts";

type AlertServices = Pick<Services, "clock" | "config" | "database" | "ids" | "markets" | "rates">;

const LISTED = 100;

function alertOfRow(row: PriceAlertRow): PriceAlert {
  return {
    id: row.id,
    symbol: row.symbol,
    in: row.currency,
    direction: row.direction,
    price: row.price,
    created_at: isoTime(row.created_at),
    reached_at: row.reached_at === null ? null : isoTime(row.reached_at),
    reached_price: row.reached_price,
  };
}

export async function listAlerts(services: AlertServices, user: SignedInUser): Promise<PriceAlerts> {
  const rows = await listPriceAlerts(services.database.read, user.id, LISTED);
  return { home: homeCurrencyOf(services, user).code, alerts: rows.map(alertOfRow) };
}

/**
 * Sets an alert in the customer's home currency.
 * @throws DomainError `currency_inactive`, `pair_unsupported`; `validation_failed` at a price that is reached already, and where as
 *   many alerts wait as may; `account_blocked`, `identity_unverified` if the account has changed since the guard let it in
 */
export async function createAlert(
  services: AlertServices,
  user: SignedInUser,
  { symbol, direction, price }: AlertInput,
): Promise<PriceAlert> {
  const { clock, database, ids } = services;
  const coin = offeredCurrency(await services.markets(), symbol, countryOf(user));
  if (coin === undefined) throw DomainError.at("symbol", "currency_inactive");
  if (coin.kind !== "crypto") throw DomainError.at("symbol", "pair_unsupported");
  const wanted = parseRate(price);
  if (wanted === undefined) throw DomainError.at("price", "validation_failed");
  const currency = homeCurrencyOf(services, user).code;
  const now = (await guardedPrice(services, symbol, currency))?.bid;
  if (now !== undefined && hasReached(now, direction, wanted)) {
    const { alreadyAbove, alreadyBelow } = OWN_MESSAGES;
    throw DomainError.at("price", "validation_failed", direction === "above" ? alreadyAbove : alreadyBelow);
  }
  const row: PriceAlertRow = {
    id: ids.uuid(),
    user_id: user.id,
    symbol,
    currency,
    direction,
    price: formatRate(wanted),
    created_at: BigInt(clock.now()),
    reached_at: null,
    reached_price: null,
  };
  await database.write(async (tx) => {
    const owner = await lockUser(tx, user.id);
    if (owner === undefined) throw new DomainError("unauthenticated");
    checkStillVerified(owner.status);
    if ((await countWaitingAlerts(tx, user.id)) >= MOST_ALERTS) {
      throw DomainError.at("price", "validation_failed", ownMessage.mostAlerts(MOST_ALERTS));
    }
    await insertPriceAlert(tx, row);
  });
  return alertOfRow(row);
}

/** @throws DomainError `not_found`, also if it is another customer's */
export async function removeAlert(
  { database }: Pick<Services, "database">,
  user: SignedInUser,
  id: string,
): Promise<void> {
  const removed = await database.write((tx) => deletePriceAlert(tx, user.id, id));
  if (!removed) throw new DomainError("not_found");
}
