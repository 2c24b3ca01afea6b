import { formatAmount, parseAmount } from "@wattle/exchange-core/amount";
import { convert, creditFor, prepareConversion, type Conversion } from "@wattle/exchange-core/convert";
import type { Currency } from "@wattle/exchange-core/currency";
import { limitsOf, offeredCurrency, type MarketCurrency, type MarketPair } from "@wattle/contracts/markets";
import { formatFeePercent } from "@wattle/exchange-core/fee";
import { creditLimits, type AmountLimits } from "@wattle/exchange-core/limits";
import { formatRate } from "@wattle/exchange-core/rate";
import { purchasePrice, purchaseRate, saleRate, spreadPercent } from "@wattle/exchange-core/spread";
import { AMOUNT_TEXTS } from "@wattle/contracts/amount-texts";
import { DomainError } from "@wattle/contracts/errors";
import type { HeldRate, RateRequest } from "@wattle/contracts/quotes";
import { isoTime } from "../clock.ts";
import { countryOf } from "../markets/list-currencies.ts";
import type { Services } from "../services.ts";
import type { SignedInUser } from "../access/admission.ts";
import { HOLD_MILLISECONDS, signQuoteAside } from "../signed-quotes/quote.ts";
import { switchOfPair, switchOfSide } from "../switches/switches.ts";
import { RateUnavailableError } from "../prices/rate-service.ts";
import type { SourcedRate } from "../prices/rate-source.ts";
import { countPair } from "../vitals.ts";

/** Price terms of a quote, apart from who asked and when, as decimal text. */
interface Terms {
  readonly rate: string;
  readonly fee: string;
  readonly min: string;
  readonly max: string;
  /** Cost of bid, ask and spread against the middle of the market, in percent. */
  readonly spread: string;
}

interface PricedTerms {
  readonly terms: Terms;
  readonly conversion: Conversion;
}

/**
 * Last results for each pair and currency as read from the database: they and their price are asked for far more often
 * than they change. Serves the bench's held rates.
 */
const knownTerms = new WeakMap<MarketPair, PricedTerms & { readonly price: SourcedRate }>();
const knownLimits = new WeakMap<MarketCurrency, AmountLimits>();

function exchangeLimits(fiat: MarketCurrency): AmountLimits | undefined {
  const limits = knownLimits.get(fiat) ?? limitsOf(fiat, "exchange");
  if (limits !== undefined) knownLimits.set(fiat, limits);
  return limits;
}

interface PairTerms {
  readonly credit: Currency;
  readonly debit: Currency;
  readonly pair: MarketPair;
  /** Range of one exchange on its fiat side. */
  readonly limits: AmountLimits;
}

function termsOf(price: SourcedRate, { credit, debit, pair, limits: fiatLimits }: PairTerms): PricedTerms {
  const known = knownTerms.get(pair);
  if (known?.price === price) return known;
  const { percent: fee, spread_bp: spread } = pair;
  const sells = credit.kind === "crypto";
  const rate = sells ? saleRate(price, spread) : purchaseRate(price, spread);
  const conversion = prepareConversion({ from: credit, to: debit, rate, fee });
  const limits = creditLimits(conversion, fiatLimits);
  const terms = {
    rate: formatRate(rate),
    fee: formatFeePercent(fee),
    min: formatAmount(limits.min, credit),
    max: formatAmount(limits.max, credit),
    spread: formatFeePercent(spreadPercent(sells ? rate : purchasePrice(price, spread), price)),
  };
  knownTerms.set(pair, { price, terms, conversion });
  return { terms, conversion };
}

/** The market price of the pair's crypto currency in its fiat one. @throws DomainError `rate_unavailable` */
async function marketPrice(
  services: Pick<Services, "rates" | "switches">,
  credit: Currency,
  debit: Currency,
): Promise<SourcedRate> {
  const [crypto, fiat] = credit.kind === "crypto" ? [credit, debit] : [debit, credit];
  try {
    await services.switches.require(
      switchOfPair(crypto.code, fiat.code),
      switchOfSide(credit.code, debit.code),
    );
  } catch (paused) {
    // No rate is held for a market that is paused; what is paused is said where one is executed.
    throw paused instanceof DomainError ? new DomainError("rate_unavailable") : paused;
  }
  try {
    return await services.rates.current(crypto.code, fiat.code);
  } catch (cause) {
    if (cause instanceof RateUnavailableError) throw new DomainError("rate_unavailable");
    throw cause;
  }
}

/**
 * The amounts that were asked for: what is given, or the smallest credit that gets at least what is wanted, and its exact debit.
 * @throws DomainError `validation_failed` at the field for more than any amount can be
 */
function amountsOf(
  { credit_amount: given, debit_amount: wanted }: RateRequest,
  conversion: Conversion,
): Pick<HeldRate, "credit" | "debit"> {
  const [field, text, currency] =
    given === undefined
      ? (["debit_amount", wanted, conversion.to] as const)
      : (["credit_amount", given, conversion.from] as const);
  if (text === undefined) return {};
  // The schema has judged it as an amount of its currency.
  const parsed = parseAmount(text, currency);
  if (!parsed.ok) throw DomainError.at(field, "validation_failed");
  try {
    const credit = given === undefined ? creditFor(parsed.amount, conversion) : parsed.amount;
    return {
      credit: formatAmount(credit, conversion.from),
      debit: formatAmount(convert(credit, conversion), conversion.to),
    };
  } catch (tooLarge) {
    if (!(tooLarge instanceof RangeError)) throw tooLarge;
    throw DomainError.at(field, "validation_failed", AMOUNT_TEXTS.too_large);
  }
}

/**
 * Holds a rate for 45 seconds: a signed promise that is not stored. A guest's shows a price and cannot be
 * executed.
 * @throws DomainError `pair_unsupported` unless one currency is fiat and the other crypto; `currency_inactive`
 *   for one that is not offered to this customer; `rate_unavailable`; `paused` if all trading is
 */
export async function issueQuote(
  services: Pick<Services, "clock" | "ids" | "rates" | "markets" | "signingKeys" | "switches" | "vitals">,
  user: SignedInUser | null,
  request: RateRequest,
): Promise<HeldRate> {
  const markets = await services.markets();
  const offered = (field: "credit_currency" | "debit_currency"): MarketCurrency => {
    const currency = offeredCurrency(markets, request[field], countryOf(user));
    if (currency === undefined) throw DomainError.at(field, "currency_inactive");
    return currency;
  };
  const [credit, debit] = [offered("credit_currency"), offered("debit_currency")];
  if (credit.kind === debit.kind) throw DomainError.at("debit_currency", "pair_unsupported");
  const pair = markets.pair(credit.code, debit.code);
  const limits = exchangeLimits(credit.kind === "fiat" ? credit : debit);
  if (pair === undefined || limits === undefined) throw DomainError.at("debit_currency", "pair_unsupported");
  await services.switches.require("trading");
  await services.signingKeys.refresh();
  const price = await marketPrice(services, credit, debit);
  const { terms: priced, conversion } = termsOf(price, { credit, debit, pair, limits });
  const { spread, ...terms } = priced;
  const amounts = amountsOf(request, conversion);
  const issuedAt = services.clock.now();
  const quote = {
    id: services.ids.uuid(),
    subject: user?.id ?? "guest",
    creditCurrency: credit.code,
    debitCurrency: debit.code,
    ...terms,
    rateTimestamp: price.timestamp,
    issuedAt,
    expiresAt: issuedAt + HOLD_MILLISECONDS,
  };
  const hash = await signQuoteAside(quote, services.signingKeys.current);
  countPair(services.vitals.heldRates, credit.code, debit.code);
  // A guest's quote is never executed.
  if (user !== null) services.signingKeys.issued.remember(hash);
  return {
    rate: quote.rate,
    timestamp: quote.rateTimestamp,
    hash,
    issued_at: isoTime(quote.issuedAt),
    expires_at: isoTime(quote.expiresAt),
    fee: quote.fee,
    spread,
    min: quote.min,
    max: quote.max,
    credit_currency: quote.creditCurrency,
    debit_currency: quote.debitCurrency,
    ...amounts,
  };
}
