import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { parseAmount, toAmount } from "@wattle/exchange-core/amount";
import { limitsOf, mayUse, type MarketCurrency } from "@wattle/contracts/markets";
import { displayAmount } from "@wattle/exchange-core/display";
import { AMOUNT_TEXTS } from "@wattle/contracts/amount-texts";
import { DomainError } from "@wattle/contracts/errors";
import { type OnrampOffer, type StartedOnramp, type StartOnrampInput } from "@wattle/contracts/onramp";
import { insertOnrampOrder, setOnrampCheckout } from "@wattle/db/onramp";
import type { OnrampOrderRow } from "@wattle/db/tables";
import { checkStanding, lockCustomer } from "../access/lock-customer.ts";
import { countryOf } from "../markets/list-currencies.ts";
import type { Services } from "../services.ts";
import type { SignedInUser } from "../access/admission.ts";
import { orderOfRow } from "./order-of-row.ts";
import { requireTaxResidence } from "../tax/residences.ts";
import { applyEarlierEvents } from "./settle-order.ts";
import type { MailServices } from "../mail/queue-mail.ts";

/**
 * Coins that `user` (null: a visitor of the test page) may buy, and from whom; the currency of the own country comes
 * first.
 */
export async function readOffer(
  services: Pick<Services, "markets" | "onramp">,
  user: SignedInUser | null,
): Promise<OnrampOffer> {
  const { currencies } = await services.markets();
  // A visitor is shown what everyone may use.
  const country = countryOf(user) ?? "";
  const offered = currencies.filter((currency) => currency.active && mayUse(currency, country));
  const rank = (currency: MarketCurrency): number => (currency.residents_of === null ? 1 : 0);
  return {
    provider: services.onramp.provider?.name ?? null,
    fiat: offered
      .filter((currency) => limitsOf(currency, "card") !== undefined)
      .toSorted((a, b) => rank(a) - rank(b))
      .map(({ code }) => code),
    crypto: offered.filter(({ kind }) => kind === "crypto").map(({ code }) => code),
  };
}

/** @throws DomainError as {@link startOrder} */
async function amountOf(
  services: Pick<Services, "markets">,
  input: StartOnrampInput,
  offer: OnrampOffer,
): Promise<bigint> {
  const { fiat_amount, fiat_currency, crypto_currency } = input;
  const currency = (await services.markets()).currency(fiat_currency);
  const limits = currency && limitsOf(currency, "card");
  if (currency === undefined || limits === undefined || !offer.fiat.includes(fiat_currency)) {
    throw DomainError.at("fiat_currency", "currency_inactive");
  }
  if (!offer.crypto.includes(crypto_currency)) throw DomainError.at("crypto_currency", "currency_inactive");
  const parsed = parseAmount(fiat_amount, currency);
  if (!parsed.ok) throw DomainError.at("fiat_amount", "validation_failed", AMOUNT_TEXTS[parsed.problem]);
  const { min, max } = limits;
  if (parsed.amount < min) {
    const text = ownMessage.minimum(`${displayAmount(min, currency)} ${currency.code}`);
    throw DomainError.at("fiat_amount", "amount_below_minimum", text);
  }
  if (parsed.amount > max) {
    const text = ownMessage.maximum(`${displayAmount(max, currency)} ${currency.code}`);
    throw DomainError.at("fiat_amount", "amount_above_maximum", text);
  }
  return toAmount(parsed.amount, currency);
}

/**
 * Opens an order and the provider's checkout for it. The order is there before the provider knows of it, so that nothing
 * the provider says comes too early.
 * @param user null for an order of the public test page: it goes through all motions and credits no one
 * @param returnPath where the customer comes back to; the order's id is added as `order`
 * @throws DomainError `currency_inactive`, `amount_below_minimum`, `amount_above_maximum`, `validation_failed`,
 *   `service_unavailable` if card payments are closed or the provider does not answer, `rate_unavailable`, `paused`; as
 *   `lockCustomer`
 */
export async function startOrder(
  services: MailServices & Pick<Services, "database" | "markets" | "onramp" | "switches">,
  user: SignedInUser | null,
  input: StartOnrampInput,
  returnPath: string,
): Promise<StartedOnramp> {
  const { database, clock, ids, config, onramp } = services;
  const { provider } = onramp;
  // A card payment is a deposit that buys coins.
  await services.switches.require("deposits", "trading");
  if (provider === undefined) {
    throw new DomainError("service_unavailable", { message: OWN_MESSAGES.cardPaused });
  }
  const amount = await amountOf(services, input, await readOffer(services, user));
  const now = BigInt(clock.now());
  const row: OnrampOrderRow = {
    id: ids.uuid(),
    user_id: user?.id ?? null,
    provider: provider.name,
    status: "created",
    fiat_amount: amount,
    fiat_currency: input.fiat_currency,
    crypto_currency: input.crypto_currency,
    crypto_amount: null,
    provider_order_id: null,
    checkout_hash: null,
    quoted_amount: null,
    transaction_id: null,
    note: null,
    created_at: now,
    updated_at: now,
  };
  await database.write(async (tx) => {
    if (user !== null) {
      await requireTaxResidence({ config }, tx, user.id);
      checkStanding(await lockCustomer(tx, user.id, "deposit-money"), "trading");
    }
    await insertOnrampOrder(tx, row);
    await applyEarlierEvents(tx, services, row.id);
  });
  const returnUrl = new URL(returnPath, config.APP_ORIGIN);
  returnUrl.searchParams.set("order", row.id);
  const { url, checkoutHash, quotedAmount } = await provider.open(row, returnUrl.href);
  await database.write((tx) =>
    setOnrampCheckout(tx, row.id, {
      ...(checkoutHash !== undefined && { checkout_hash: checkoutHash }),
      ...(quotedAmount !== undefined && { quoted_amount: quotedAmount }),
    }),
  );
  return { order: orderOfRow(row), checkout_url: url };
}
